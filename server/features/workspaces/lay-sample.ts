import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sample } from '#shared/features/workspaces/samples.ts';
import type { Engine } from '../../compute/engine.ts';
import { say } from '../../platform/say.ts';
import { LaunchError } from '../instances/index.ts';
import { OURS_FIRST } from './own-tools.ts';

const FOLDER = fileURLToPath(new URL('../../../resources/samples', import.meta.url));

/**
 * Files come on standard input, one a line: name, blank, content in base64. As with a clone, .git is moved in last, so
 * that a .git in the project means that it is complete.
 */
const SCRIPT = String.raw`
${OURS_FIRST}
set -eu
project=/home/dev/project aside=/home/dev/.slipway-clone
exec 9>/tmp/slipway-clone.lock
flock 9
[ -e "$project/.git" ] && exit 0
rm -rf "$aside"
mkdir -p "$project" "$aside"
while read -r name content; do
  mkdir -p "$(dirname "$aside/$name")"
  printf '%s' "$content" | base64 -d >"$aside/$name"
done
git -C "$aside" init --quiet --initial-branch main
git -C "$aside" add --all
git -C "$aside" -c user.name=Slipway -c user.email=slipway@localhost -c commit.gpgsign=false \
  commit --quiet --message 'Start from a sample project'
find "$project" -mindepth 1 -delete
find "$aside" -mindepth 1 -maxdepth 1 ! -name .git -exec mv -t "$project" -- {} +
mv "$aside/.git" "$project/.git"
rmdir "$aside"
`;

/** Writes a sample into the project folder as a repository; succeeds if it is there already. @throws LaunchError */
export async function laySample(
  engine: Engine,
  container: string,
  { sample, onOutput }: { sample: Sample; onOutput: (line: string) => void },
): Promise<void> {
  const { exitCode } = await engine.run(container, {
    command: ['bash', '-c', SCRIPT, 'sample'],
    cwd: '/home/dev',
    input: await pack(path.join(FOLDER, sample)),
    onOutput,
  });
  if (exitCode !== 0) throw new LaunchError(say('workspaces.sampleFailed'));
}

async function pack(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const lines = files.map(async (file) => {
    const name = path.relative(folder, file).split(path.sep).join('/');
    return `${name} ${(await readFile(file)).toString('base64')}\n`;
  });
  return (await Promise.all(lines)).join('');
}
