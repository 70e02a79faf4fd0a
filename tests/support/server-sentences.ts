import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { HOST_STATUSES } from '#shared/features/hosts/model.ts';
import { SNAPSHOT_STATUSES } from '#shared/features/snapshots/model.ts';
import { WORKSPACE_STATUSES } from '#shared/features/workspaces/model.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CODE = [
  'server/{features,http,platform,payments,mail,gateway}/**/*.ts',
  // Of the engines, what a launch tells.
  'server/compute/{base-os,images,service-images,providers/*,registry/*}.ts',
  'shared/{api,features}/**/*.ts',
];

/** Texts that are shown and end in no full stop: a file, and what begins each of them there. */
const LABELS: [file: RegExp, begins: RegExp][] = [
  [/workspaces\/list-options/, /^(Shared \(|\{0\} \(|\{0\} of)/],
  [/services\/list-options/, /^\{0\} \(/],
  [/workspaces\/presenter/, /^(Shared|Host|Unmetered)$/],
  [/http\/errors/, /^Something went wrong/],
  [/platform\/errors/, /^There were errors|(?:minutes?|seconds)$/],
  [/hosts\/delete-host/, /on this host (?:is|are)$/],
  [/ssh-keys\/parse-public-key/, /^This RSA key/],
  [/workspaces\/clone-(?:error|project)/, /^(?:The repository could|Its deploy key|the |it is |git says)/],
  [/workspaces\/prepare-project/, /^Reach port \{0\}/],
  [/billing\/present-invoice/, /^(Subscription$|Extra users$|Host )/],
  [/compute\/registry/, /^Copying /],
];

/** Put together of parts, so that the code holds them nowhere as they are shown. */
const PUT_TOGETHER = [
  '{0} (needs access to {1})',
  '{0} (needs access to {1} and {2})',
  '{0} GB',
  'None',
  'service',
  'workspace',
];

/**
 * Every text that the server says to a person, as the catalogues `shared/i18n/<locale>/server.json` key it: the English
 * text with `{0}`, `{1}` … for what is put in. A sentence begins with a capital letter or what is put in, and ends with a
 * full stop, an exclamation or a question mark; log lines here begin small.
 */
export function serverSentences(): string[] {
  const found = new Set<string>([...WORKSPACE_STATUSES, ...HOST_STATUSES, ...SNAPSHOT_STATUSES, ...PUT_TOGETHER]);
  for (const file of globSync(CODE, { cwd: ROOT })) {
    // What is wrong with the settings is for the operator, at start.
    if (file === 'server/platform/config.ts') continue;
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
  // Cases of support go to the operator, as they were written.
  const inMail = /^server\/mail\/(layout|templates\/(?!support-case))/.test(file);
  const begins = LABELS.find(([pattern]) => pattern.test(file))?.[1];
  // Questions of the contract are summaries of its routes.
  const inContract = file.startsWith('shared/');
  return (text) =>
    (isSentence(text) && !(inContract && text.endsWith('?'))) ||
    (inMail && isMailText(text)) ||
    (begins?.test(text) ?? false);
}

function isSentence(text: string): boolean {
  return /^(?:[A-Z“]|\{\w+\})(?:[^<>=;]|; )*\s(?:[^<>=;]|; )*[.!?…]$/u.test(text) && /[a-z]{2} ?/.test(text);
}

/** Subjects, greetings and labels of buttons have no full stop. */
function isMailText(text: string): boolean {
  return /^[\w“{$].*[a-z]{2}/s.test(text) && /[ A-Z]/.test(text) && !/[/<=]|;(?! )|\n/.test(text);
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(serverSentences(), null, 2)}\n`);
