import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Argument, parseSync, Visitor } from 'oxc-parser';
import { HOST_STATUSES } from '#shared/features/hosts/model.ts';
import { SNAPSHOT_STATUSES } from '#shared/features/snapshots/model.ts';
import { WORKSPACE_STATUSES } from '#shared/features/workspaces/model.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CODE = [
  'server/{features,http,platform,payments,mail,gateway}/**/*.ts',
  // Of the engines, only what a launch reports.
  'server/compute/{base-os,images,over-image,service-images,providers/*,registry/*}.ts',
  'shared/{api,features}/**/*.ts',
];

/** Said to operators, about settings, the database and engines. */
const FOR_OPERATORS = [
  ...[
    'address-settings',
    'config',
    'config-error',
    'contradictions',
    'given-setting',
    'mail-settings',
    'refuse-other-schema',
  ].map(platform),
  ...['refuse-pooler', 'setting', 'sign-up-setting', 'start-failure'].map(platform),
  'server/features/instances/recognize-engine.ts',
  'server/mail/check-mail-server.ts',
  'server/payments/check-payment-key.ts',
];

function platform(name: string): string {
  return `server/platform/${name}.ts`;
}

/** Texts that end without a full stop: a file, and how each begins. */
const LABELS: [file: RegExp, begins: RegExp][] = [
  [/workspaces\/list-options/, /^(Shared \(|\{\{\}\} \(|\{\{\}\} of)/],
  [/services\/list-options/, /^\{\{\}\} \(/],
  [/workspaces\/presenter/, /^(Shared|Host)$/],
  [/instances\/present/, /^Unmetered$/],
  [/http\/errors/, /^An unexpected error/],
  [/platform\/errors/, /^There were errors|(?:minutes?|seconds)$/],
  [/hosts\/delete-host/, /on this host (?:is|are)$/],
  [/ssh-keys\/parse-public-key/, /^This RSA key/],
  [/workspaces\/clone-(?:error|project)/, /^(?:The repository could|Its deploy key|the |it isn’t )/],
  [/workspaces\/devcontainer-json/, /^(?:a|there is) /],
  [/billing\/present-invoice/, /^(Subscription$|Extra users$|Host )/],
  [/compute\/registry/, /^Copying /],
];

/** Stored or composed from parts, so that the code doesn't say them by id. */
const PUT_TOGETHER = [
  ...WORKSPACE_STATUSES,
  ...HOST_STATUSES,
  ...SNAPSHOT_STATUSES,
  '{{name}} (needs access to {{first}})',
  '{{name}} (needs access to {{first}} and {{second}})',
  '{{gigabytes}} GB',
  'None',
  'service',
  'workspace',
];

/** `say(id, { name: … })` somewhere in the server. */
export interface Call {
  id: string;
  /** Of the values it is given. */
  names: string[];
  file: string;
}

/**
 * What the server says to people: by id, and the English texts that no call of `say` says. A sentence begins with a
 * capital letter or a value, and ends with a full stop, an exclamation or a question mark; log lines here begin in
 * lower case. Values in literals are `{{}}`.
 */
export function readServer(): { calls: Call[]; literals: { text: string; file: string }[] } {
  const calls: Call[] = [];
  const literals = PUT_TOGETHER.map((text) => ({ text, file: '' }));
  for (const file of globSync(CODE, { cwd: ROOT })) {
    const isShown = FOR_OPERATORS.includes(file) ? () => false : shownIn(file);
    const ids = new Set<number>();
    const keep = (text: string, start: number) => {
      if (isShown(text) && !ids.has(start)) literals.push({ text, file });
    };
    const visitor = new Visitor({
      CallExpression({ callee, arguments: [first, second] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'say') return;
        for (const id of first ? literalsIn(first) : []) {
          ids.add(id.start);
          calls.push({ id: id.value, names: second ? namesIn(second) : [], file });
        }
      },
      Literal: ({ value, start }) => {
        if (typeof value === 'string') keep(value, start);
      },
      TemplateLiteral: ({ quasis, start }) => {
        keep(quasis.map(({ value }) => value.cooked).join('{{}}'), start);
      },
    });
    visitor.visit(parseSync(file, readFileSync(path.join(ROOT, file), 'utf8')).program);
  }
  return { calls, literals };
}

/** The id, or those between which a condition decides. */
function literalsIn(node: Argument): { value: string; start: number }[] {
  if (node.type === 'Literal' && typeof node.value === 'string') return [{ value: node.value, start: node.start }];
  return node.type === 'ConditionalExpression' ? [node.consequent, node.alternate].flatMap(literalsIn) : [];
}

function namesIn(node: Argument): string[] {
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [],
  );
}

function shownIn(file: string): (text: string) => boolean {
  // Support cases go to the operator, unchanged.
  const inMail = /^server\/mail\/(layout|templates\/(?!support-case))/.test(file);
  const begins = LABELS.find(([pattern]) => pattern.test(file))?.[1];
  // Questions in the contract are route summaries.
  const inContract = file.startsWith('shared/');
  return (text) =>
    (isSentence(text) && !(inContract && text.endsWith('?'))) ||
    (inMail && isMailText(text)) ||
    (begins?.test(text) ?? false);
}

function isSentence(text: string): boolean {
  return /^(?:[A-Z“]|\{\{\}\})(?:[^<>=;]|; )*\s(?:[^<>=;]|; )*[.!?…]$/u.test(text) && /[a-z]{2} ?/.test(text);
}

/** Subjects, greetings and button labels have no full stop. */
function isMailText(text: string): boolean {
  return /^[\w“{$].*[a-z]{2}/s.test(text) && /[ A-Z]/.test(text) && !/[/<=]|;(?! )|\n/.test(text);
}
