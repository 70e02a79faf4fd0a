import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'playwright/test';
import { buildCli } from '../../../desktop/build/build-cli.ts';
import { BASE, PASSWORD } from './person.ts';
import { settle } from './settle.ts';
import { test } from './test.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

test('each example does what it says, with a token of the scopes that it asks for', async ({ request }) => {
  const person = await settle(request);
  const folder = await newcomersFolder(person.home);
  const made = await request.post(`${BASE}/api/profile/api-tokens/add`, {
    headers: { 'X-Session-Key': person.key },
    data: { name: 'Examples', days: null, scopes: ['read', 'use', 'manage'], current_password: PASSWORD },
  });
  const { token } = await made.json();
  const guide = readFileSync(path.join(ROOT, 'server/http/examples.md'), 'utf8');
  const examples = [...guide.matchAll(/```(sh|js)\n([\s\S]*?)```/g)].map(([, language = '', code = '']) => ({
    language,
    code,
    said: [...code.matchAll(/^ *(?:#|\/\/) → (.*)$/gm)].map(([, text = '']) => text),
  }));
  expect(examples.map(({ language }) => language)).toEqual(['sh', 'sh', 'js', 'js']);
  for (const [at, { language, code, said }] of examples.entries()) {
    await test.step(`example ${at + 1}`, async () => {
      const file = path.join(folder, language === 'sh' ? `${at}.sh` : `${at}.mjs`);
      writeFileSync(file, code);
      const [program, ...options] = language === 'sh' ? ['bash', '-euo', 'pipefail'] : [process.execPath];
      const { stdout } = await promisify(execFile)(program ?? '', [...options, file], {
        cwd: folder,
        env: {
          PATH: `${folder}/bin:${path.dirname(process.execPath)}:${process.env.PATH}`,
          HOME: folder,
          SLIPWAY_URL: BASE,
          SLIPWAY_TOKEN: token,
        },
      });
      expect(said.length).toBeGreaterThan(0);
      let rest = stdout;
      for (const text of said) {
        expect(rest).toContain(text);
        rest = rest.slice(rest.indexOf(text) + text.length);
      }
    });
  }
});

/** Has the packages and the program that the guide says to install. */
async function newcomersFolder(home: string): Promise<string> {
  const folder = path.join(home, 'newcomer');
  const modules = path.join(folder, 'node_modules');
  mkdirSync(path.join(modules, '@modelcontextprotocol'), { recursive: true });
  mkdirSync(path.join(folder, 'bin'));
  await buildCli(path.join(modules, 'slipway'));
  symlinkSync(path.join(modules, 'slipway/slipway.mjs'), path.join(folder, 'bin/slipway'));
  const sdk = '@modelcontextprotocol/sdk';
  symlinkSync(path.join(ROOT, 'node_modules', sdk), path.join(modules, sdk));
  return folder;
}
