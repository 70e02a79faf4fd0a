import { SECOND } from '../../platform/clock.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import type { WorkspaceRecord } from '../workspaces/index.ts';

const TIMEOUT_MS = 60 * SECOND;
const MOST_BYTES = 12 * 1024 * 1024;
const ENVIRONMENT = { HOME: '/home/dev', USER: 'dev', LOGNAME: 'dev', SHELL: '/bin/bash', LANG: 'C.UTF-8' };
/** As a login would find it, which has DATABASE_URL and the secrets; what profiles print is no answer. */
const LOGIN = `unset SLIPWAY_AGENT_TOKEN SLIPWAY_DATABASE_PASSWORD
{ . /etc/profile; for f in ~/.bash_profile ~/.profile; do [ -r $f ] && . $f && break; done; } </dev/null >/dev/null 2>&1
cd ~/project 2>/dev/null || cd ~`;

interface Script {
  script: string;
  words?: string[];
  input?: string;
}

/** Runs a short script of ours in a running workspace, as `dev`. @throws Conflict if it isn't running; EngineError */
export async function runInside(
  { engines }: Pick<Dependencies, 'engines'>,
  { containerId, engineId, status, name }: WorkspaceRecord,
  { script, words = [], input = '' }: Script,
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  if (!containerId || status !== 'Active') throw new Conflict(say('tasks.notRunning', { name }));
  const command = ['timeout', '-k', '2', '50', 'bash', '-c', `${LOGIN}\n${script}`, 'task', ...words];
  const request = { command, cwd: '/', env: ENVIRONMENT, maxBytes: MOST_BYTES, input };
  return engines.get(engineId).run(containerId, request, { timeoutMs: TIMEOUT_MS });
}

/** Git's id of all files as they are, also of those that nobody added, without touching the index. */
const TREE = `tree() {
  index=$(mktemp) && cp -- "$(git rev-parse --git-path index)" "$index" 2>/dev/null || rm -f -- "$index"
  GIT_INDEX_FILE=$index git add -A . >&2 && GIT_INDEX_FILE=$index git write-tree; code=$?
  rm -f -- "$index"; return $code
}`;

/** MongoDB has no other: its collections and views with their rules, and the indexes of each. */
export const MONGODB_SCHEMA = `const byName = (a, b) => (a.name < b.name ? -1 : 1);
for (const { name, type, options } of db.getCollectionInfos().sort(byName)) {
  if (name.startsWith("system.")) continue;
  print(type + " " + name + " " + EJSON.stringify(options));
  if (type !== "collection") continue;
  for (const { v, ...index } of db.getCollection(name).getIndexes().sort(byName)) print("  index " + EJSON.stringify(index));
}`;

/** The schema on stdout; nothing for a database that has none. */
const SCHEMA = `schema() {
  case $DATABASE_URL in
    postgresql:*) pg_dump --schema-only --no-owner --no-privileges "$DATABASE_URL" | sed '/^\\\\\\(un\\)\\{0,1\\}restrict /d' ;;
    mysql:*)
      login=\${DATABASE_URL#mysql://}; user=\${login%%:*}; password=\${login#*:}; password=\${password%%@*}
      MYSQL_PWD=$password mysqldump -h 127.0.0.1 -u "$user" --no-data --skip-comments --no-tablespaces dev |
        sed 's/ AUTO_INCREMENT=[0-9]*//' ;;
    mongodb:*) mongosh --quiet "$DATABASE_URL" --eval '${MONGODB_SCHEMA}' ;;
    *) return 66 ;;
  esac
}`;

/** Begins: the branch, and what is there now. Repeating it changes nothing. */
export const BEGIN = `set -o pipefail
git rev-parse --git-dir >/dev/null 2>&1 || git init -q . || exit
[ "$(git symbolic-ref --short -q HEAD)" = "$1" ] || git switch -q -c "$1" 2>/dev/null || git switch -q "$1" || exit
${TREE}
tree`;

export const READ_SCHEMA = `set -o pipefail
${SCHEMA}
schema | head -c 1000000`;

/** The same whatever a repository configures. */
const DIFF = 'git -c core.quotePath=false diff --no-color --no-ext-diff --no-textconv --src-prefix=a/ --dst-prefix=b/';

/** First the tree of the beginning, then the files' diff. */
export const READ_DIFF = `${TREE}
now=$(tree) || exit
${DIFF} -M "$1" "$now" | head -c 2000000`;

/** Compares what comes in with the schema now. */
export const DIFF_SCHEMA = `set -o pipefail
${SCHEMA}
folder=$(mktemp -d) && cat >"$folder/before" && schema >"$folder/after" || exit 66
cd "$folder" && diff -u --label before --label after before after | head -c 200000
rm -rf -- "$folder"; exit 0`;

/** The whole patch, in Base64 so that bytes of any encoding survive. */
export const READ_PATCH = `${TREE}
now=$(tree) || exit
patch=$(mktemp); ${DIFF} --binary "$1" "$now" >"$patch" || exit
[ "$(stat -c %s -- "$patch")" -le 6000000 ] || { rm -f -- "$patch"; exit 75; }
base64 -w0 "$patch"; rm -f -- "$patch"`;

/** All files or none: git writes nothing unless every part applies. */
export const APPLY = `patch=$(mktemp); base64 -d >"$patch" || exit
if [ -s "$patch" ]; then git apply --whitespace=nowarn "$patch" >&2; fi; code=$?
rm -f -- "$patch"; exit $code`;

export const PUSH = `git add -A . || exit
git diff --cached --quiet || git commit -q -m "$2" || exit
GIT_TERMINAL_PROMPT=0 git push -q origin "HEAD:refs/heads/$1"`;

const FILES = `folder=~/.local/state/slipway; mkdir -p "$folder"
log=$folder/task-$1.log; leader=$folder/task-$1.pid; ended=$folder/task-$1.exit; attempt=$folder/task-$1.attempt`;

/** Everything the command started carries its id, whatever process group it went to. */
const THEIRS = `theirs() {
  for each in /proc/[0-9]*; do
    grep -qzx "SLIPWAY_TASK=$1" "$each/environ" 2>/dev/null && echo "\${each#/proc/}"
  done
}`;

/**
 * Puts a program of npm beside the project, not into it. The image's own Node.js installs it, and runs it where the
 * project has none. What npm says is in the log.
 */
const INSTALL = `programs=~/.local/share/slipway/programs
PATH=/opt/node/24/bin:$PATH npm install --global --prefix "$programs" --no-audit --no-fund --loglevel=error "$3" </dev/null
code=$?
if [ "$code" != 0 ]; then echo "npm could not install $3 (exit code $code), so the command did not begin."; exit "$code"; fi
export PATH="$programs/bin:$PATH:/opt/node/24/bin"`;

export const END = `${THEIRS}
for pid in $(theirs "$1"); do kill -CONT "$pid"; kill -TERM "$pid"; done 2>/dev/null
for ((waited = 0; waited < 15; waited++)); do [ -n "$(theirs "$1")" ] || exit 0; sleep 0.2; done
for pid in $(theirs "$1"); do kill -KILL "$pid"; done 2>/dev/null; exit 0`;

/** Which attempt to start the command has begun; empty if none has. */
export const BEGUN = `${FILES}
exec 9>"$leader.lock"; flock 9
if [ -e "$leader" ]; then cat "$attempt"; fi 2>/dev/null`;

/**
 * Words: id, command, address, package to install before, attempt. The token comes on stdin, where no list of processes
 * shows it. Of several attempts the newest runs, once: one that arrives late does nothing.
 */
export const START = `${FILES}
exec 9>"$leader.lock"; flock 9
if [ -e "$leader" ]; then
  [[ "$(cat "$attempt" 2>/dev/null)" < "$5" ]] || exit 0
  ( ${END} )
  rm -f -- "$leader" "$ended"
fi
IFS= read -r SLIPWAY_TOKEN
IFS= read -r -d '' SLIPWAY_TASK_INSTRUCTIONS
export SLIPWAY_TOKEN SLIPWAY_TASK_INSTRUCTIONS SLIPWAY_TASK="$1" SLIPWAY_URL="$3"
echo "$5" >"$attempt"
setsid bash -c '( if [ -n "$3" ]; then ${INSTALL}
fi; exec bash -c "$1" ); echo $? >"$2"' task "$2" "$ended" "$4" >"$log" 2>&1 </dev/null 9>&- &
echo $! >"$leader"`;

/** First line: \`running\`, \`gone\` or the exit code. Then the end of the log. */
export const POLL = `${FILES}
if [ -s "$ended" ]; then head -n 1 "$ended"
elif read -r pid <"$leader" 2>/dev/null && kill -0 "$pid" 2>/dev/null; then echo running
else echo gone; fi
tail -c 60000 "$log" 2>/dev/null`;

/** Words: id, signal. */
export const SIGNAL = `${THEIRS}
for pid in $(theirs "$1"); do kill -"$2" "$pid" 2>/dev/null; done; exit 0`;
