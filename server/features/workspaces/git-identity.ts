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

/**
 * $1 and $2 are name and address, $3 to $6 texts above, $7 and $8 the workspace's name and its hook; keys come on standard
 * input. All of it is git's system
 * configuration, so that what the person sets in ~/.gitconfig or a repository counts more.
 */
const PROGRAM = String.raw`set -eu
umask 022
export HOME=/root
install -d -m 755 /etc/slipway
cd /etc/slipway
git config --file gitconfig user.name "$1"
git config --file gitconfig user.email "$2"
git config --system --get-all include.path | grep -qxF /etc/slipway/gitconfig ||
  git config --system --add include.path /etc/slipway/gitconfig
printf '%s\n' "$7" >name
grep -qxF "$8" /etc/profile.d/slipway.sh || printf '%s\n' "$8" >>/etc/profile.d/slipway.sh
cat >signing-keys
rm -f signing.sh
[ -s signing-keys ] || exit 0
printf '%s\n' "$4" >signing-key
printf '%s\n' "$5" >sign
chmod 755 signing-key sign
git config --file gitconfig-signing include.path /etc/gitconfig
git config --file gitconfig-signing gpg.format ssh
git config --file gitconfig-signing gpg.ssh.program /etc/slipway/sign
git config --file gitconfig-signing gpg.ssh.defaultKeyCommand /etc/slipway/signing-key
git config --file gitconfig-signing commit.gpgSign true
printf '%s\n' "$3" >signing.sh
grep -qxF "$6" /etc/profile.d/slipway.sh || printf '%s\n' "$6" >>/etc/profile.d/slipway.sh`;

/**
 * Makes git commit as the workspace's user, and sign with their own SSH key in sessions whose forwarded agent holds it;
 * no private key is in the workspace. Also tells shells what the workspace is called. Runs at every start, because names,
 * keys and user may have changed. A convenience: failures are only logged.
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
  const named = `export SLIPWAY_WORKSPACE_NAME='${name.replaceAll("'", `'\\''`)}'`;
  try {
    const { exitCode, stderr } = await engine.run(containerName('workspace', id), {
      user: 'root',
      cwd: '/',
      command: ['sh', '-c', PROGRAM, 'sh', user.name, user.email, DECIDE, FIND_KEY, SIGN, HOOK, named, NAME_HOOK],
      input: lines.join(''),
    });
    if (exitCode !== 0) dependencies.log.warn({ workspaceId: id, stderr }, 'git was not told who commits');
  } catch (error) {
    if (!isEngineError(error)) throw error;
    dependencies.log.warn({ err: error, workspaceId: id }, 'git was not told who commits');
  }
}
