import { afterAll, beforeAll, expect, test } from 'vitest';
import { containerName } from '#server/features/instances/index.ts';
import { getPrebuild } from '#server/features/prebuilds/get-prebuild.ts';
import { runPrebuild } from '#server/features/prebuilds/run-prebuild.ts';
import { savePrebuild } from '#server/features/prebuilds/save-prebuild.ts';
import { cloneAgain } from '#server/features/workspaces/clone-again.ts';
import { addDeployKey } from '#server/features/workspaces/deploy-keys.ts';
import { getRepository } from '#server/features/workspaces/get-repository.ts';
import { updatePrepared } from '#server/features/workspaces/update-prepared.ts';
import { deleteWorkspace, startWorkspace, stopWorkspace } from '#tests/support/instances.ts';
import { insertTemplate } from '#tests/support/things.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;
let forge: string;

/** OpenSSH's server and git-shell, as a small provider would run them, in a workspace that is called `forge`. */
const FORGE = String.raw`
set -eu
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends openssh-server >/dev/null 2>&1
useradd --create-home --shell /usr/bin/git-shell git
passwd -q -d git && usermod -p '*' git
install -d -o git -g git -m 700 /home/git/.ssh
install -o git -g git -m 600 /dev/null /home/git/.ssh/authorized_keys
make() {
  git init -q -b main "/tmp/$1" && cd "/tmp/$1" && mkdir .devcontainer
  echo "this is $1" >README.md
  mkdir -p ".devcontainer/$2" && cat >".devcontainer/$2/devcontainer.json"
  git add . && git -c user.name=t -c user.email=t@example.com commit -qm first
  git clone -q --bare . "/home/git/$1.git" && chown -R git:git "/home/git/$1.git"
}
make app . <<'JSON'
{
  // What the team agreed on.
  "image": "mcr.microsoft.com/devcontainers/base",
  "remoteUser": "vscode",
  "forwardPorts": [3030, 5173],
  "containerEnv": { "APP_MODE": "it's \"dev\"", "APP_HOME": "$${'{containerWorkspaceFolder}'}/x", },
  "postCreateCommand": { "greet": "echo hello $APP_MODE from $PWD > greeting", "list": ["ls", "-a"] },
}
JSON
make broken . <<'JSON'
{ "onCreateCommand": "echo about to fail; exit 3", "postCreateCommand": "touch ~/after" }
JSON
make bold . <<'JSON'
{ "name": "bold",
  "mounts": ["type=bind,source=/var/run/docker.sock,target=/run/x"], "runArgs": ["--privileged"] }
JSON
make filler . <<'JSON'
{
  "onCreateCommand": "truncate -s 1000G big; echo written"
}
JSON
make forker . <<'JSON'
{ "onCreateCommand": { "forks": "mkfifo ~/never; while true; do : <~/never & done" } }
JSON
make ready . <<'JSON'
{
  "onCreateCommand": "echo created >>~/order",
  "updateContentCommand": "echo updated >>~/order",
  "postCreateCommand": "echo after >>~/order"
}
JSON
make own . <<'JSON'
{ "image": "mcr.microsoft.com/devcontainers/base" }
JSON
git config --system safe.directory '*'
make whole folder <<'JSON'
{
  "initializeCommand": "touch /tmp/outside",
  "onCreateCommand": { "one": "echo created >>~/order; echo from one", "two": ["touch", "two"] },
  "updateContentCommand": ["bash", "-c", "echo updated >>~/order"],
  "postCreateCommand": "until [ -e ~/go ]; do sleep 0.1; done; echo $GREETING >>~/order",
  "postStartCommand": "sleep 1000 & echo started >>~/order",
  "containerEnv": { "HELLO": "hi" },
  "remoteEnv": { "GREETING": "$${'{containerEnv:HELLO}'} $${'{containerWorkspaceFolderBasename}'}", "PATH": "$${'{containerEnv:PATH}'}:/opt/whole" },
  "hostRequirements": { "cpus": 64 },
  "customizations": { "vscode": { "settings": { "editor.tabSize": 3, "a.b": "$${'{containerEnv:HELLO}'} $${'{containerEnv:NO:there}'}" }, "extensions": ["a.b"] } }
}
JSON
mkdir -p /run/sshd
/usr/sbin/sshd -o Port=22 -o PasswordAuthentication=no
`;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
  forge = await life.add({ name: 'forge' });
  await life.until(forge, 'Active');
  const made = await life.engine.run(
    containerName('workspace', forge),
    { user: 'root', command: ['bash', '-c', FORGE] },
    { timeoutMs: 120_000 },
  );
  if (made.exitCode !== 0) throw new Error(`no forge: ${made.stdout}${made.stderr}`);
});
afterAll(() => life?.close());

const repository = (id: string) => getRepository(life.context, { id });
const log = async (id: string) => (await life.messages(id)).map((message) => message.message_text).join('\n');
const letIn = (publicKey: string | null) =>
  life.engine.run(containerName('workspace', forge), {
    user: 'root',
    command: ['sh', '-c', 'cat >>/home/git/.ssh/authorized_keys'],
    input: `${publicKey}\n`,
  });

test('a workspace whose key is not known yet starts without its repository, and clones it once the key is', async () => {
  const id = await life.add({ name: 'app', gitUrl: 'git@forge:app.git' });
  await life.until(id, 'Active');
  const before = await repository(id);
  expect(before).toMatchObject({
    clone_status: 'refused',
    clone_detail: 'The repository couldn’t be cloned: forge doesn’t give this workspace’s key read access.',
    deploy_key: expect.stringMatching(/^ssh-ed25519 AAAA\S+ slipway-deploy-key$/),
    may: { clone: true },
  });
  const fingerprint = await life.shell(forge, 'ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub | cut -d" " -f2');
  expect(await log(id)).toContain(fingerprint);
  expect(await log(id)).toContain(before.deploy_key);
  const rows = await life.dependencies.sql`select private_key from workspace_deploy_keys where workspace_id = ${id}`;
  expect(rows[0]?.private_key).toMatch(/^v1\./);

  await letIn(before.deploy_key);
  await cloneAgain(life.context, { id });
  await life.condition(async () => (await repository(id)).clone_status !== 'pending', 'the clone to end');
  expect(await repository(id)).toMatchObject({ clone_status: 'cloned', clone_detail: null, may: { clone: false } });
  expect((await life.messages(id)).at(-1)).toMatchObject({ message_code: 'W10' });
  expect((await life.get(id)).workspace_status).toBe('Active');
  expect(await life.shell(id, 'git pull -q && cat README.md')).toBe('this is app');
  expect(await life.shell(id, 'stat -c %a ~/.ssh/slipway_deploy')).toBe('600');

  expect((await life.get(id)).port_3030).toBe('http');
  expect(await life.shell(id, 'echo "$APP_MODE $APP_HOME"')).toBe(`it's "dev" /home/dev/project/x`);
  expect(await life.shell(id, 'cat greeting')).toBe(`hello it's "dev" from /home/dev/project`);
  const ide = 'tr "\\0" "\\n" </proc/$(pgrep -of out/node/entry.js)/environ | grep ^APP_HOME';
  expect(await life.shell(id, ide)).toBe('APP_HOME=/home/dev/project/x');
  const told = await log(id);
  expect(told).toContain('The image in line 3 isn’t used');
  expect(told).toContain('Everything runs as the user dev.');
  expect(told).toContain('list: README.md');
  expect(told).toContain('Port 5173 has its own URL.');
});

test('a key made before the workspace clones at its launch; a failing command is told and stops only those after it', async () => {
  const key = await addDeployKey(life.context);
  await letIn(key.publicKey);
  const id = await life.add({ name: 'broken', gitUrl: 'ssh://git@forge:22/home/git/broken.git', deployKeyId: key.id });
  await life.until(id, 'Active');
  expect(await repository(id)).toMatchObject({ clone_status: 'cloned', deploy_key: key.publicKey });
  const told = await log(id);
  expect(told).toContain('about to fail');
  expect(told).toContain('onCreateCommand ended with exit code 3. The workspace works all the same');
  expect(told).toContain('Skipped because of that: postCreateCommand.');
  expect(await life.shell(id, 'ls ~/after 2>/dev/null || echo none')).toBe('none');
  await expect(life.add({ name: 'again', gitUrl: 'git@forge:app.git', deployKeyId: key.id })).rejects.toThrow();
  // A person has three shared ones at most.
  await deleteWorkspace(life.context, { id });
});

test.each([
  ['bold', ['runArgs --privileged in line 2 asks for rights', 'mounts in line 2 names /var/run/docker.sock']],
  ['filler', ['onCreateCommand in line 2 wrote more than', 'written']],
  ['forker', ['onCreateCommand in line 1 started so many processes']],
])('a project called %s ends its launch with what it did, and leaves nothing behind', async (name, reasons) => {
  const key = await addDeployKey(life.context);
  await letIn(key.publicKey);
  const id = await life.add({ name, gitUrl: `ssh://git@forge:22/home/git/${name}.git`, deployKeyId: key.id });
  await life.until(id, 'Deleted');
  const last = (await life.messages(id)).at(-1);
  expect(last?.message_code).toBe('ER1');
  for (const reason of reasons) expect(last?.message_text).toContain(reason);
  expect(await life.isRunning(id)).toBe(false);
  expect(await life.shell(forge, 'echo unharmed')).toBe('unharmed');
});

test('a project’s commands run in their order, its variables are everywhere, and each start runs postStartCommand', async () => {
  const key = await addDeployKey(life.context);
  await letIn(key.publicKey);
  const id = await life.add({ name: 'whole', gitUrl: 'ssh://git@forge:22/home/git/whole.git', deployKeyId: key.id });
  await life.until(id, 'Active');
  // It waits for updateContentCommand; postCreateCommand goes on meanwhile.
  expect(await life.shell(id, 'cat ~/order; ls two')).toBe('created\nupdated\ntwo');
  expect(await life.shell(id, 'echo "$GREETING $PATH"')).toMatch(/^hi project .*:\/opt\/whole$/);
  const settings = await life.shell(id, 'cat ~/.local/share/code-server/Machine/settings.json');
  expect(JSON.parse(settings)).toMatchObject({ 'editor.tabSize': 3, 'a.b': 'hi there' });
  const told = await log(id);
  expect(told).toContain('Using .devcontainer/folder/devcontainer.json.');
  expect(told).toContain('onCreateCommand one: from one');
  expect(told).toContain('The project asks for CPU cores: 64.');
  expect(told).toContain('Ignored in workspaces: initializeCommand.');
  expect(told).toContain('Ignored in workspaces: customizations.vscode.extensions.');
  const order = () => life.shell(id, 'cat ~/order');

  await stopWorkspace(life.context, { id });
  await life.until(id, 'Offline');
  await startWorkspace(life.context, { id });
  await life.until(id, 'Active');
  await life.shell(id, 'touch ~/go');
  await life.condition(async () => (await order()).endsWith('started'), 'postStartCommand');
  expect(await order()).toBe('created\nupdated\nhi project\nstarted');
  const done = async () => (await log(id)).endsWith('postStartCommand is done.');
  await life.condition(done, 'the commands to end');

  await stopWorkspace(life.context, { id });
  await life.until(id, 'Offline');
  await startWorkspace(life.context, { id });
  await life.condition(async () => (await order().catch(() => '')).endsWith('started\nstarted'), 'the second start');
  await deleteWorkspace(life.context, { id });
});

/** Turns preparation on for a template with that repository, lets its key in, and prepares. */
async function prepare(name: string) {
  const content = { git_url: `ssh://git@forge:22/home/git/${name}.git` };
  const templateId = await insertTemplate(life.dependencies, life.context.actor.organizationId, { name, content });
  await savePrebuild(life.context, { templateId, schedule: 'none', hour: 0, weekday: 0, time_zone: 'UTC' });
  await letIn((await getPrebuild(life.context, { templateId })).deploy_key);
  const [row] = await life.dependencies.sql`select id from prebuilds where template_id = ${templateId}`;
  await runPrebuild(life.dependencies, row?.id, new AbortController().signal);
  return { templateId, prebuild: await getPrebuild(life.context, { templateId }) };
}

const pushToForge = (file: string) =>
  life.engine.run(containerName('workspace', forge), {
    user: 'root',
    command: [
      'bash',
      '-c',
      `cd /tmp/ready && echo ${file} >${file} && git add . && git -c user.name=t -c user.email=t@example.com commit -qm ${file} &&
        git push -q /home/git/ready.git main && chown -R git:git /home/git/ready.git`,
    ],
  });

test('a launch from a template starts from its prepared copy, with the newest commit and without what ran already', async () => {
  const { templateId, prebuild } = await prepare('ready');
  expect(prebuild.last_run).toMatchObject({ state: 'ready', detail: null });
  const prepared = prebuild.copy?.commit.slice(0, 7);
  expect(await pushToForge('second')).toMatchObject({ exitCode: 0 });
  const key = await addDeployKey(life.context);
  await letIn(key.publicKey);
  const id = await life.add({ name: 'ready', templateId, deployKeyId: key.id });
  await life.until(id, 'Active');
  const order = () => life.shell(id, 'cat ~/order');
  await life.condition(async () => (await order()).endsWith('after'), 'postCreateCommand');
  expect(await order()).toBe('created\nupdated\nupdated\nafter');
  expect(await life.shell(id, 'cat ~/project/second')).toBe('second');
  expect(await log(id)).toContain(`prepared 1 min ago, at commit ${prepared}`);

  // The project’s commands may have made commits of its own.
  const { snapshotId } = await snapshotOf(id);
  await life.shell(id, 'git -c user.name=t -c user.email=t@example.com commit -q --allow-empty -m own');
  expect(await pushToForge('third')).toMatchObject({ exitCode: 0 });
  const said: string[] = [];
  const progress = { say: (_: string, line: string) => said.push(line), output: () => () => {} };
  await updatePrepared(life.dependencies, life.engine, { id, snapshotId }, { deployKey: null, progress });
  expect(said.at(-1)).toContain('have diverged');
  await deleteWorkspace(life.context, { id });
});

const snapshotOf = async (id: string) => {
  const [row] = await life.dependencies.sql`select snapshot_id from instances where id = ${id}`;
  return { snapshotId: row?.snapshot_id as string };
};

test('no copy is prepared of a project with an image of its own', async () => {
  const { prebuild } = await prepare('own');
  expect(prebuild).toMatchObject({ copy: null, last_run: { state: 'failed' } });
  expect(prebuild.last_run?.detail).toContain('Copies can');
});
