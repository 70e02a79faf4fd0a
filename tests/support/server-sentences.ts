import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { HOST_STATUSES } from '#shared/features/hosts/model.ts';
import { SNAPSHOT_STATUSES } from '#shared/features/snapshots/model.ts';
import { WORKSPACE_STATUSES } from '#shared/features/workspaces/model.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CODE = [
  'server/{features,http,platform,payments,mail,gateway}/**/*.ts',
  // Of the engines, only what a launch reports.
  'server/compute/{base-os,images,service-images,providers/*,registry/*}.ts',
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
  [/workspaces\/list-options/, /^(Shared \(|\{0\} \(|\{0\} of)/],
  [/services\/list-options/, /^\{0\} \(/],
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

/** Composed from parts, so the code doesn't contain them as they are shown. */
const PUT_TOGETHER = [
  '{0} (needs access to {1})',
  '{0} (needs access to {1} and {2})',
  '{0} GB',
  'None',
  'service',
  'workspace',
];

/**
 * Every text the server says to people: the keys of `shared/i18n/<locale>/server.json`, in English with `{0}`, `{1}` …
 * for values. A sentence begins with a capital letter or a value, and ends with a full stop, an exclamation or a
 * question mark; log lines here begin in lower case.
 */
export function serverSentences(): string[] {
  const found = new Set<string>([...WORKSPACE_STATUSES, ...HOST_STATUSES, ...SNAPSHOT_STATUSES, ...PUT_TOGETHER]);
  for (const file of globSync(CODE, { cwd: ROOT })) {
    if (FOR_OPERATORS.includes(file)) continue;
    const isShown = shownIn(file);
    const keep = (text: string) => {
      if (isShown(text)) found.add(text);
    };
    const visitor = new Visitor({
      Literal: ({ value }) => {
        if (typeof value === 'string') keep(value);
      },
      TemplateLiteral: ({ quasis }) => {
        keep(quasis.map(({ value }, index) => (index === 0 ? '' : `{${index - 1}}`) + value.cooked).join(''));
      },
    });
    visitor.visit(parseSync(file, readFileSync(path.join(ROOT, file), 'utf8')).program);
  }
  return [...found].sort();
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
  return /^(?:[A-Z“]|\{\w+\})(?:[^<>=;]|; )*\s(?:[^<>=;]|; )*[.!?…]$/u.test(text) && /[a-z]{2} ?/.test(text);
}

/** Subjects, greetings and button labels have no full stop. */
function isMailText(text: string): boolean {
  return /^[\w“{$].*[a-z]{2}/s.test(text) && /[ A-Z]/.test(text) && !/[/<=]|;(?! )|\n/.test(text);
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(serverSentences(), null, 2)}\n`);
