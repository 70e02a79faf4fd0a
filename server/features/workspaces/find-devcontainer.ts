import type { Engine } from '../../compute/engine.ts';
import { say } from '../../platform/say.ts';
import { containerName } from '../instances/index.ts';
import { type Devcontainer, readDevcontainer } from './devcontainer.ts';
import { MAX_DEVCONTAINER_BYTES } from './devcontainer-json.ts';

export const PROJECT_FOLDER = '/home/dev/project';
/** As the specification has them; a name of none of them is no devcontainer.json. */
export const PLACES = ['.devcontainer/devcontainer.json', '.devcontainer.json'];
const LEADS_NOWHERE = 3;

/** Of a repository's files, the one that counts, as the script below finds it; several if none does. */
export function devcontainerPlaces(files: readonly string[]): string[] {
  const first = PLACES.find((place) => files.includes(place));
  return first ? [first] : files.filter((file) => /^\.devcontainer\/[^/.][^/]*\/devcontainer\.json$/.test(file));
}

/**
 * Writes the name of the file that counts, NUL, and its content: the first of $@ that exists, or else the only one in a
 * folder of .devcontainer. If there are several of those, just their number. A link that leads nowhere, or to itself, is
 * named with an exit code of its own.
 */
const READ = String.raw`cd ${PROJECT_FOLDER} 2>/dev/null || exit 0
use() { printf '%s\0' "$1"; head -c ${MAX_DEVCONTAINER_BYTES + 1} "$1"; exit; }
for place; do if [ -f "$place" ]; then use "$place"; fi; done
for link in .devcontainer "$@"; do
  if [ -L "$link" ] && ! [ -e "$link" ]; then printf '%s\0' "$link"; exit ${LEADS_NOWHERE}; fi
done
set -- .devcontainer/*/devcontainer.json
if [ $# -gt 1 ]; then printf %s $#; elif [ -f "$1" ]; then use "$1"; fi`;

/** The devcontainer.json of a project, or how many there are if none is meant more than the others. */
export type FoundDevcontainer = { place: string; wanted: Devcontainer } | { several: number } | null;

/** @throws EngineError */
export async function findDevcontainer(engine: Engine, workspaceId: string): Promise<FoundDevcontainer> {
  const command = ['sh', '-c', READ, 'sh', ...PLACES];
  // Room for the name of its folder, which a repository chooses.
  const request = { command, cwd: '/', maxBytes: MAX_DEVCONTAINER_BYTES + 8192 };
  const { stdout, exitCode } = await engine.run(containerName('workspace', workspaceId), request);
  if (!stdout) return null;
  const end = stdout.indexOf('\0');
  if (end < 0) return { several: Number(stdout) };
  const place = stdout.slice(0, end);
  const wanted = readDevcontainer(stdout.slice(end + 1), { folder: PROJECT_FOLDER, id: workspaceId, file: place });
  if (exitCode === LEADS_NOWHERE) wanted.refusals = [say('devcontainer.linkLeadsNowhere')];
  return { place, wanted };
}
