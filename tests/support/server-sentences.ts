import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const SERVER = path.resolve(import.meta.dirname, '../../server');
const FOLDERS = ['features', 'http', 'platform', 'payments', 'mail', 'gateway'];

/**
 * Every sentence that the server's code says to a person, as the catalogues `shared/i18n/<locale>/server.json` key it:
 * the English text with `{0}`, `{1}` … for what is put in. A sentence begins with a capital letter or what is put in, and
 * ends with a full stop, an exclamation or a question mark; log lines here begin small.
 */
export function serverSentences(): string[] {
  const found = new Set<string>();
  let inMail = false;
  const keep = (text: string) => {
    if (isSentence(text) || (inMail && isMailText(text))) found.add(text);
  };
  const visitor = new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') keep(value);
    },
    TemplateLiteral: ({ quasis }) => {
      keep(quasis.map(({ value }, index) => (index === 0 ? '' : `{${index - 1}}`) + value.cooked).join(''));
    },
  });
  for (const file of FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: SERVER }))) {
    // What is wrong with the settings is for the operator, at start.
    if (file === 'platform/config.ts') continue;
    // Cases of support go to the operator, as they were written.
    inMail = /^mail\/(layout|templates\/(?!support-case))/.test(file);
    visitor.visit(parseSync(file, readFileSync(path.join(SERVER, file), 'utf8')).program);
  }
  return [...found].sort();
}

function isSentence(text: string): boolean {
  return /^(?:[A-Z“]|\{\w+\})[^<>=;]*\s[^<>=;]*[.!?…]$/u.test(text) && /[a-z]{2} ?/.test(text);
}

/** Subjects, greetings and labels of buttons have no full stop. */
function isMailText(text: string): boolean {
  return /^[\w“{$].*[a-z]{2}/s.test(text) && /[ A-Z]/.test(text) && !/[/<=;]|\n/.test(text);
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(serverSentences(), null, 2)}\n`);
