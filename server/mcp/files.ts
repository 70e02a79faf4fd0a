import type { WorkspaceRecord } from '../features/workspaces/index.ts';
import type { Use } from './tool.ts';
import { ToolError } from './tool-error.ts';

const MOST_READ = 256 * 1024;
const LARGEST_WHOLE = 1024 * 1024;
const MOST_MATCHES = 200;
const LONGEST_MATCH = 500;

interface Where {
  use: Use;
  workspace: WorkspaceRecord;
  path: string;
}

/**
 * Makes `$real` of the first word, following links. Files elsewhere than in the home folder aren't the project's; a
 * command reaches them as `dev` may.
 */
const FIND = `base=$HOME/project; [ -d "$base" ] || base=$HOME
case $1 in /*) asked=$1 ;; '~'/*) asked=$HOME/\${1#'~/'} ;; *) asked=$base/$1 ;; esac
real=$(realpath -m -- "$asked") || exit 65
case $real in "$HOME" | "$HOME"/*) ;; *) echo 'It is outside of the home folder.' >&2; exit 65 ;; esac`;
/** What isn't a plain file, such as a pipe, may never end. */
const PLAIN = `[ -e "$real" ] || { echo 'There is no such file.' >&2; exit 65; }
[ -f "$real" ] || { echo 'It is not a plain file.' >&2; exit 65; }
[ -r "$real" ] || { echo 'It may not be read.' >&2; exit 65; }`;

const READ = `${FIND}
${PLAIN}
stat -c %s -- "$real"
if [ -n "$2" ]; then sed -n -e "$2,$3p" -e "$3q" -- "$real"; else cat -- "$real"; fi | head -c "$4" | base64 -w0`;

const READ_WHOLE = `${FIND}
${PLAIN}
size=$(stat -c %s -- "$real")
[ "$size" -le "$2" ] || { echo "It has $size bytes, which is too much to patch." >&2; exit 65; }
copy=$(mktemp) && cat -- "$real" >"$copy" || exit
sha256sum <"$copy" | cut -d ' ' -f 1
base64 -w0 "$copy"
rm -f -- "$copy"`;

/** Written beside it and moved, so that nobody reads half a file; nothing if the connection broke in between. */
const WRITE = `${FIND}
[ ! -e "$real" ] || [ -f "$real" ] || { echo 'It is not a plain file.' >&2; exit 65; }
folder=$(dirname -- "$real")
mkdir -p -- "$folder" || exit 65
new=$(mktemp -- "$folder/.slipway-XXXXXX") || exit 65
trap 'rm -f -- "$new"' EXIT
cat >"$new"
[ "$(stat -c %s -- "$new")" = "$2" ] || { echo 'It did not arrive whole.' >&2; exit 65; }
exec 9<"$folder"; flock 9
if [ -n "$3" ] && [ "$(sha256sum <"$real" | cut -d ' ' -f 1)" != "$3" ]; then
  echo 'It was changed in the meantime. Read it again.' >&2; exit 65
fi
if [ -e "$real" ]; then chmod --reference="$real" -- "$new"; else chmod "$(printf '%o' "$((0666 & ~$(umask)))")" -- "$new"; fi
mv -f -- "$new" "$real"`;

const SEARCH = `${FIND}
cd -- "$real" 2>/dev/null || { echo 'There is no such folder.' >&2; exit 65; }
if [ -z "$2" ]; then find . \\( -name .git -o -name node_modules \\) -prune -o -type f -name "$3" -print
else grep -rsnIE $4 --exclude-dir=.git --exclude-dir=node_modules \${3:+"--include=$3"} -e "$2" .; fi | head -n "$5" | head -c 200000`;

/** Some lines, or all; `cut` if that is more than can be sent at once. */
export async function readBytes(where: Where, lines: { first: number; count: number } | null) {
  const [first, last] = lines ? [String(lines.first), String(lines.first + lines.count - 1)] : ['', ''];
  const output = await ask(where, READ, [first, last, String(MOST_READ + 1)]);
  const [size = '0', encoded = ''] = output.split('\n');
  const bytes = Buffer.from(encoded, 'base64');
  return { bytes: bytes.subarray(0, MOST_READ), size: Number(size), cut: bytes.length > MOST_READ };
}

export async function readWhole(where: Where): Promise<{ bytes: Buffer; hash: string }> {
  const [hash = '', encoded = ''] = (await ask(where, READ_WHOLE, [String(LARGEST_WHOLE)])).split('\n');
  return { bytes: Buffer.from(encoded, 'base64'), hash };
}

/** `hash`: of what it must still be. */
export async function writeWhole(where: Where, bytes: Uint8Array, hash: string | null): Promise<void> {
  await ask(where, WRITE, [String(bytes.length), hash ?? ''], bytes);
}

interface What {
  pattern?: string | undefined;
  name?: string | undefined;
  ignore_case: boolean;
}

export async function listMatches(where: Where, { pattern = '', name = '', ignore_case }: What): Promise<string> {
  const output = await ask(where, SEARCH, [pattern, name, ignore_case ? '-i' : '', String(MOST_MATCHES + 1)]);
  const lines = output.split('\n').filter(Boolean);
  if (lines.length === 0) return 'Nothing found.';
  const shown = lines.slice(0, MOST_MATCHES).map((line) => {
    const text = line.replace(/^\.\//, '');
    return text.length > LONGEST_MATCH ? `${text.slice(0, LONGEST_MATCH).toWellFormed()} […]` : text;
  });
  return lines.length > MOST_MATCHES ? [...shown, `[… only the first ${MOST_MATCHES} …]`].join('\n') : shown.join('\n');
}

/** What a script writes. @throws ToolError with what it says if it fails */
async function ask({ use, workspace, path }: Where, script: string, words: string[], input?: Uint8Array) {
  const { actor, key, commands } = use;
  const asked = { actor, key, workspace, script, words: [path, ...words], ...(input && { input }) };
  const { exitCode, stdout, stderr } = await commands.script(asked);
  if (exitCode !== 0 || (stdout === '' && stderr !== '')) {
    throw new ToolError(stderr.trim().slice(0, 1_000) || 'It took too long, or failed without a word.');
  }
  return stdout;
}
