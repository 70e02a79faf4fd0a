import { eq } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { containerName } from '../instances/index.ts';
import { sshKeys, users } from '../people/tables.ts';
import type { WorkspaceRecord } from './access.ts';

const HOOK = `[ -z "\${SSH_AUTH_SOCK-}" ] || [ ! -r /etc/slipway/signing.sh ] || . /etc/slipway/signing.sh`;

/** Once for each agent: are commits signed? Not if the person has settings of their own about it. */
const DECIDE = `if [ "\${SLIPWAY_SIGNING-}" != "$SSH_AUTH_SOCK" ]; then
  export SLIPWAY_SIGNING="$SSH_AUTH_SOCK"
  unset GIT_CONFIG_SYSTEM
  if [ -S "$SSH_AUTH_SOCK" ] && /etc/slipway/signing-key --held >/dev/null &&
    ! git config --global --get-regexp '^(commit\\.gpgsign|gpg\\..*|user\\.signingkey)$' >/dev/null 2>&1; then
    export GIT_CONFIG_SYSTEM=/etc/slipway/gitconfig-signing
  fi
fi`;

/** The name changes, and a workspace made ahead had none when its container was made. */
const NAME_HOOK = '[ ! -r /etc/slipway/name ] || . /etc/slipway/name';

/** Prints the person's key that the agent holds; `--held` fails if it holds none. */
const FIND_KEY = `#!/bin/sh
keys=/etc/slipway/signing-keys
held=$(timeout 5 ssh-add -L 2>/dev/null | cut -d ' ' -f 1,2 | grep -Fxf "$keys" | head -n 1)
[ -n "$held" ] || [ "$1" != --held ] || exit 1
[ -n "$held" ] || held=$(head -n 1 "$keys")
echo "key::$held"`;

/** Stands in for ssh-keygen. When the agent is gone, a commit is made unsigned instead of being refused. */
const SIGN = `#!/bin/sh
[ "$1 $2" = '-Y sign' ] || exec ssh-keygen "$@"
ssh-keygen "$@" && exit
for file do :; done
: >"$file.sig"
echo 'Not signed: your SSH agent is not reachable any more.' 2>/dev/null >/dev/tty || true`;

const SIGNING = `[include]
	path = /etc/gitconfig
[gpg]
	format = ssh
[gpg "ssh"]
	program = /etc/slipway/sign
	defaultKeyCommand = /etc/slipway/signing-key
[commit]
	gpgSign = true`;

/**
 * Its arguments are the texts of files, and lines for shells; keys come on standard input. All of it is git's system
 * configuration, so that what the person sets in ~/.gitconfig or a repository counts more. Starts hardly any process: a
 * workspace made ahead is ready only when it ends.
 */
const PROGRAM = String.raw`set -eu
umask 022
gitconfig=$1 name=$2 name_hook=$3 decide=$4 find_key=$5 sign=$6 signing=$7 hook=$8 address=$9
put() { printf '%s\n' "$1" >"$2"; }
once() { grep -qsxF "$1" /etc/profile.d/slipway.sh || printf '%s\n' "$1" >>/etc/profile.d/slipway.sh; }
mkdir -p /etc/slipway
cd /etc/slipway
put "$gitconfig" gitconfig
grep -qsF 'path = /etc/slipway/gitconfig' /etc/gitconfig ||
  printf '[include]\n\tpath = /etc/slipway/gitconfig\n' >>/etc/gitconfig
put "$name" name
once "$name_hook"
cat >signing-keys
# Replaced at once: git may be reading it.
while read -r key; do printf '"%s" namespaces="git" %s\n' "$address" "$key"; done <signing-keys >allowed-signers.new
mv allowed-signers.new allowed-signers
[ -s signing-keys ] || { rm -f signing.sh; exit 0; }
put "$find_key" signing-key
put "$sign" sign
chmod 755 signing-key sign
put "$signing" gitconfig-signing
put "$decide" signing.sh
once "$hook"`;

/**
 * Makes git commit as the workspace's user, and sign with their own SSH key in sessions whose forwarded agent holds it;
 * no private key is in the workspace. `git log --show-signature` knows these keys. Also tells shells what the workspace is
 * called. Runs at every start, because names, keys and user may have changed. A convenience: failures are only logged.
 */
export async function setGitIdentity(
  dependencies: Pick<Dependencies, 'db' | 'log'>,
  engine: Engine,
  { id, name, userId }: Pick<WorkspaceRecord, 'id' | 'name' | 'userId'>,
): Promise<void> {
  const [[user], keys] = await Promise.all([
    dependencies.db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId)),
    dependencies.db.select({ publicKey: sshKeys.publicKey }).from(sshKeys).where(eq(sshKeys.userId, userId)),
  ]);
  if (!user) return;
  const lines = keys.map(({ publicKey }) => `${publicKey.split(' ').slice(0, 2).join(' ')}\n`);
  const gitconfig = [
    `[user]\n\tname = ${quoted(user.name)}\n\temail = ${quoted(user.email)}`,
    '[gpg "ssh"]\n\tallowedSignersFile = /etc/slipway/allowed-signers',
  ].join('\n');
  const named = `export SLIPWAY_WORKSPACE_NAME='${name.replaceAll("'", `'\\''`)}'`;
  try {
    const { exitCode, stderr } = await engine.run(containerName('workspace', id), {
      user: 'root',
      cwd: '/',
      command: [
        'sh',
        '-c',
        PROGRAM,
        'sh',
        gitconfig,
        named,
        NAME_HOOK,
        DECIDE,
        FIND_KEY,
        SIGN,
        SIGNING,
        HOOK,
        user.email,
      ],
      input: lines.join(''),
    });
    if (exitCode !== 0) dependencies.log.warn({ workspaceId: id, stderr }, 'git was not told who commits');
  } catch (error) {
    if (!isEngineError(error)) throw error;
    dependencies.log.warn({ err: error, workspaceId: id }, 'git was not told who commits');
  }
}

/** A value as git's configuration has it. */
function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
