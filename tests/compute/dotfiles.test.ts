import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { containerName } from '#server/features/instances/index.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { setGitIdentity } from '#server/features/workspaces/git-identity.ts';
import { installDotfiles } from '#server/features/workspaces/install-dotfiles.ts';
import { newId } from '#server/platform/ids.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;
let id: string;
let said: string[];

/** Repositories behind an https server of the workspace itself, which its system trusts. */
const FORGE = String.raw`
set -eu
mkdir -p /tmp/forge && cd /tmp/forge
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost 2>/dev/null
sudo cp cert.pem /usr/local/share/ca-certificates/forge.crt && sudo update-ca-certificates >/dev/null 2>&1
make() {
  mkdir "$1" && cd "$1" && git init -q -b main && eval "$2"
  git add -A && git commit -qm first && cd .. && git clone -q --bare "$1" "$1.git" && git -C "$1.git" update-server-info
}
make links 'echo linked >.inputrc; echo alias >.bashrc; mkdir -p .config/tool .ssh; echo on >.config/tool/rc; echo x >.ssh/config; echo no >plain'
make script 'echo "echo it runs; echo ran >~/ran" >install.sh; echo exit 9 >setup; echo dot >.unlinked'
make broken 'echo "#!/bin/sh
exit 3" >bootstrap'
cat >server.mjs <<'JS'
import { createServer } from 'node:https';
import { createReadStream, readFileSync, statSync, appendFileSync } from 'node:fs';
createServer({ key: readFileSync('key.pem'), cert: readFileSync('cert.pem') }, (request, response) => {
  const file = '.' + decodeURIComponent(request.url.split('?')[0]);
  try { if (!statSync(file).isFile()) throw 0; } catch { return response.writeHead(404).end(); }
  createReadStream(file).pipe(response);
}).listen(8443, '127.0.0.1', () => appendFileSync('up', 'x'));
JS
setsid nohup node server.mjs >server.log 2>&1 </dev/null &
until [ -e up ]; do sleep 0.05; done
`;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
  id = await life.add({ name: 'mine' });
  await life.until(id, 'Active');
  await life.shell(id, FORGE);
});
afterAll(() => life?.close());
beforeEach(() => {
  said = [];
});

const whose = () => ({ id, name: 'mine', userId: life.context.actor.userId });
async function install(name: string): Promise<void> {
  const url = `https://localhost:8443/${name}.git`;
  await life.dependencies.sql`update users set dotfiles_url = ${url} where id = ${whose().userId}`;
  const say = (_: string, text: string) => void said.push(text);
  const progress = { say, output: () => (line: string) => say('', line), tail: () => '', flush: async () => undefined };
  await installDotfiles(life.dependencies, life.engine, whose(), progress);
}

test('git commits as the person, unless they say otherwise', async () => {
  const author = (before = '') => life.shell(id, `cd /tmp && ${before} git var GIT_AUTHOR_IDENT | sed 's/>.*/>/'`);
  const email = `${whose().userId}@example.com`;
  expect(await author()).toBe(`Ada Example <${email}>`);
  await life.shell(id, 'git config --global user.name Me');
  expect(await author()).toBe(`Me <${email}>`);
  await life.shell(id, 'git config --global --unset user.name');
  const odd = `O'Neill "\\n" $(id) é`;
  await life.dependencies.sql`update users set name = ${odd} where id = ${whose().userId}`;
  await setGitIdentity(life.dependencies, life.engine, whose());
  expect(await author()).toBe(`${odd} <${email}>`);
  expect(await life.shell(id, 'git config --system --get-all include.path')).toBe('/etc/slipway/gitconfig');
});

test('commits are signed where the agent has the person’s key, and never refused', async () => {
  const publicKey = await life.shell(id, 'ssh-keygen -q -t ed25519 -N "" -f /tmp/key && cat /tmp/key.pub');
  const key = { id: newId(), userId: whose().userId, name: 'signing', publicKey, fingerprint: 'SHA256:signing' };
  await life.dependencies.db.insert(sshKeys).values(key);
  await setGitIdentity(life.dependencies, life.engine, whose());
  const agent = 'eval $(ssh-agent) >/dev/null; trap "ssh-agent -k >/dev/null" EXIT';
  const commit = 'cd /tmp/forge/links && git commit -q --allow-empty -m more';
  const signed = 'git cat-file commit HEAD | grep -c "BEGIN SSH SIGNATURE" || true';
  /** As a session over SSH: the agent is there before the shell. */
  const session = (setUp: string, command = commit) =>
    life.shell(id, `${agent}; ${setUp}; bash -lc ${JSON.stringify(`${command} && ${signed}`)}`);
  const add = 'ssh-add -q /tmp/key';
  expect(await session(add)).toBe('1');
  const shown = 'git -C /tmp/forge/links log -1 --show-signature';
  expect(await life.shell(id, shown)).toContain(`Good "git" signature for ${whose().userId}@example.com`);
  expect(await session('true')).toBe('0');
  expect(await session('ssh-keygen -q -t ed25519 -N "" -f /tmp/other; ssh-add -q /tmp/other')).toBe('0');
  expect(await session(add, `ssh-add -qD; ${commit}`)).toBe('0');
  expect(await session(add, `ssh-agent -k >/dev/null; ${commit}`)).toBe('0');
  expect(await session(`${add}; git config --global commit.gpgsign false`)).toBe('0');
  expect(await life.shell(id, `git config --global --unset commit.gpgsign; ${commit}; ${signed}`)).toBe('0');
  expect(await life.shell(id, 'sudo grep -rl "PRIVATE KEY" /etc/slipway /home/dev /etc/gitconfig || true')).toBe('');
});

test('dotfiles are linked, and what was there stays beside them', async () => {
  await life.shell(id, 'mkdir -p ~/.config/mine');
  await install('links');
  expect(said.at(-1)).toBe('Your dotfiles are installed.');
  const seen = 'cat ~/.inputrc ~/.bashrc ~/.config/tool/rc; ls ~/.bashrc.before-dotfiles; ls -d ~/.config/mine';
  expect(await life.shell(id, seen)).toBe(
    ['linked', 'alias', 'on', '/home/dev/.bashrc.before-dotfiles', '/home/dev/.config/mine'].join('\n'),
  );
  expect(await life.shell(id, 'ls -d ~/plain ~/.git 2>/dev/null || echo none')).toBe('none');
  await install('links');
  expect(await life.shell(id, 'cat ~/.bashrc ~/.bashrc.before-dotfiles | head -n 1')).toBe('alias');
});

test('the first install script runs instead, and one that fails is told', async () => {
  await install('script');
  expect(said).toEqual([
    'Installing your dotfiles from https://localhost:8443/script.git.',
    ...['Running install.sh', 'it runs', 'Your dotfiles are installed.'],
  ]);
  expect(await life.shell(id, 'cat ~/ran; ls ~/.unlinked 2>/dev/null || echo none')).toBe('ran\nnone');
  await install('broken');
  expect(said.at(-1)).toBe('Your dotfiles couldn’t be installed (exit code 3). The workspace starts anyway.');
  await install('missing');
  expect(said.at(-1)).toBe('Your dotfiles couldn’t be installed (exit code 128). The workspace starts anyway.');
});

test('a new workspace starts although its dotfiles can’t be reached', async () => {
  const other = await life.add({ name: 'other' });
  await life.until(other, 'Active');
  const texts = (await life.messages(other)).map(({ message_text: text }) => text);
  expect(texts).toContain('Your dotfiles couldn’t be installed (exit code 128). The workspace starts anyway.');
  expect(await life.engine.inspect(containerName('workspace', other))).toMatchObject({ running: true });
});
