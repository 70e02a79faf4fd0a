import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  createMask,
  namesInFilesOnly,
  type OpenSecret,
  placeSecrets,
} from '#server/features/workspaces/secret-files.ts';

const text = (name: string, value: string): OpenSecret => ({ name, kind: 'text', value });
const file = (name: string, value: string): OpenSecret => ({
  name,
  kind: 'file',
  value: Buffer.from(value).toString('base64'),
});

/** The part of the input that shells read. */
function environment(secrets: OpenSecret[]): string {
  return (
    placeSecrets(secrets)
      .input.toString('utf8')
      .split(/\.environment \d+\n/)[1] ?? ''
  );
}

test.each(['bash', 'sh'])('%s exports any text as it is, once, and forgets it with the next set', (shell) => {
  const value = `it's "$HOME" \`id\` \\ \n!x é`;
  const [first, second] = [environment([text('A', value), text('B', 'b')]), environment([text('B', 'c')])];
  const script = `eval "first() { $1
    }; second() { $2
    }"
    first; printf '%s|' "$A"; A=mine B=mine; first; printf '%s|' "$A" "$B"; second; printf '%s' "\${A-gone}|$B"`;
  expect(execFileSync(shell, ['-c', script, shell, first, second], { encoding: 'utf8' })).toBe(
    `${value}|mine|mine|gone|c`,
  );
});

test('what is too much for the environment is in files alone', () => {
  const half = 'x'.repeat(300 * 1024);
  const secrets = [text('ONE', half), file('FILE', half), text('TWO', half)];
  expect(namesInFilesOnly(secrets)).toEqual(['TWO']);
  expect(environment(secrets)).not.toContain('TWO');
  expect(placeSecrets(secrets).input.includes(`TWO ${half.length}\n`)).toBe(true);
});

test('values are hidden in what people read, also their single lines, and short ones are left', () => {
  const mask = createMask([
    text('A', 'token-1'),
    text('B', 'token-12\nsecond line'),
    file('C', 'in a file\n'),
    text('D', 'on'),
  ]);
  expect(mask('a token-12, a token-1; second line | in a file | on')).toBe('a ***, a ***; *** | *** | on');
});
