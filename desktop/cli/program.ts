import { Command, Option } from 'commander';
import { version } from '../../package.json' with { type: 'json' };

const CODES = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not logged in, 4 not found or not allowed, 5 no answer from the
server, 130 interrupted. ssh, exec and cp pass on those of the program they run.

Environment: SLIPWAY_URL and SLIPWAY_TOKEN take the place of a login; NO_COLOR turns colours off.`;

const json = () => new Option('--json', 'print JSON in the shapes of the API');

/** Every command. Each loads what it needs when it runs, so that help is there at once. */
export function createProgram(): Command {
  const program = new Command('slipway')
    .description('Workspaces of your Slipway server, from a terminal.')
    .version(version)
    .showHelpAfterError('Try slipway --help.')
    // What follows the workspace of `exec` are options of the command it runs.
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText('after', CODES);
  addAccount(program);
  addWorkspaces(program);
  addTasks(program);
  addWaysIn(program);
  addSecrets(program);
  addRest(program);
  return program;
}

/** The exit code of a program we ran is ours. */
async function passOn(code: Promise<number>): Promise<void> {
  process.exitCode = await code;
}

function addAccount(program: Command): void {
  program
    .command('login')
    .argument('[server]', 'address, such as slipway.example.com')
    .description('log in through any browser, or with an API token')
    .option('--token [token]', 'use an API token; read from standard input if none is given')
    .option('--no-browser', 'only print the address to open')
    .addOption(json())
    .action(async (server, options) => (await import('./commands/login.ts')).login(server, options));
  program
    .command('logout')
    .description('end the login and remove what was written for ssh')
    .action(async () => (await import('./commands/login.ts')).logout());
  program
    .command('whoami')
    .description('who is logged in, and where')
    .addOption(json())
    .action(async (options) => (await import('./commands/list.ts')).whoami(options));
  const keys = program.command('keys').description('SSH keys that let you in');
  keys
    .command('list', { isDefault: true })
    .description('list your keys')
    .addOption(json())
    .action(async (options) => (await import('./commands/keys.ts')).listKeys(options));
  keys
    .command('add')
    .argument('<file>', 'a public key, such as ~/.ssh/id_ed25519.pub')
    .description('upload a public key')
    .option('--name <name>', 'how to call it; the computer’s name if left out')
    .addOption(json())
    .action(async (file, options) => (await import('./commands/keys.ts')).addKey(file, options));
}

/** An option that may be given several times. */
const collect = (value: string, before: string[] = []) => [...before, value];

function addWorkspaces(program: Command): void {
  program
    .command('ls')
    .description('list workspaces')
    .option('--status <status>', 'active, pending, offline, pending_deletion or deleted')
    .option('-q, --quiet', 'only their slugs')
    .addOption(json())
    .action(async (options) => (await import('./commands/list.ts')).list(options));
  program
    .command('create')
    .argument('[name]', 'left out, the repository’s name')
    .description('create a workspace from a repository, a snapshot, or the folder you are in')
    .option('--repository <address>', 'clone this; left out, the “origin” of this folder')
    .option('--ref <name>', 'a branch, tag or commit; left out, the default branch')
    .option('--snapshot <name>', 'start from a snapshot')
    .option('--template <name>', 'start from a template of your organization')
    .option('--empty', 'start without a repository')
    .option('--language <language>', 'such as nodejs; given again, others beside it', collect)
    .option('--database <database>', 'such as postgresql; none if left out')
    .option('--host <host>', 'where it runs')
    .option('--key <name>', 'the SSH key that lets you in')
    .option('--no-wait', 'don’t wait until it runs')
    .addOption(json())
    .action(async (name, options) => (await import('./commands/create.ts')).create(name, options));
  program
    .command('fork')
    .argument('<workspace>', 'slug, name or id')
    .argument('<name>', 'what the copy is called')
    .description('copy a workspace with its files and database; it may keep running')
    .option('--host <host>', 'where the copy runs; left out, beside the original')
    .option('--no-wait', 'don’t wait until it runs')
    .addOption(json())
    .action(async (workspace, name, options) => (await import('./commands/fork.ts')).fork(workspace, name, options));
  for (const [name, description] of [
    ['start', 'start a workspace'],
    ['stop', 'stop a workspace; its files stay'],
    ['snapshot', 'take a snapshot of a stopped workspace'],
    ['undo', 'bring a deleted workspace back'],
    ['rm', 'delete a workspace'],
    ['logs', 'what the latest launch or start said'],
  ] as const) {
    const command = program.command(name).argument('<workspace>', 'slug, name or id').description(description);
    if (name === 'start') command.option('--no-wait', 'don’t wait until it runs');
    if (name === 'rm') command.option('-y, --yes', 'don’t ask');
    if (name === 'logs') command.option('-f, --follow', 'until it runs, or doesn’t');
    command.addOption(json()).action(async (workspace, options) => {
      const lifecycle = await import('./commands/lifecycle.ts');
      const { start, stop, snapshot, undo, remove: rm, logs } = lifecycle;
      await { start, stop, snapshot, undo, rm, logs }[name](workspace, options);
    });
  }
}

function addTasks(program: Command): void {
  const task = program.command('task').description('work given to an agent or a person, in a copy of a workspace');
  task
    .command('create')
    .argument('<workspace>', 'slug, name or id; with --template, a template')
    .argument('<title>', 'what it is called')
    .description('begin a task in a copy of the workspace as it is now, or from a template; prints its id')
    .option('--template', 'begin with a new workspace from the template of that name')
    .option('--command <command>', 'what runs in the copy; left out, somebody works in it')
    .option('--program <program>', 'an agent installed from npm: claude-code, codex, gemini-cli; its key is a secret')
    .option('--snapshot <id>', 'begin with this snapshot of the workspace instead')
    .option('--instructions <text>', 'what the command finds in SLIPWAY_TASK_INSTRUCTIONS')
    .option('--scope <scope...>', 'what the command’s token may do with the copy: read, use')
    .option('--minutes <minutes>', 'how long the command may run')
    .option(
      '--secret <name...>',
      'the only secrets the copy gets; left out, all of the workspace, or none with an API token',
    )
    .option('--no-secrets', 'the copy gets none')
    .option('--days <days>', 'when the copy is deleted if nobody finished the task')
    .addOption(json())
    .action(async (workspace, title, options) =>
      (await import('./commands/tasks.ts')).create(workspace, title, options),
    );
  task
    .command('ls')
    .description('list tasks that aren’t over')
    .option('--all', 'also those that are over')
    .addOption(json())
    .action(async (options) => (await import('./commands/tasks.ts')).list(options));
  task
    .command('show')
    .argument('<task>', 'id, branch or title')
    .description('where a task stands')
    .option('--log', 'the end of what its command wrote')
    .option('--diff', 'what changed since it began')
    .addOption(json())
    .action(async (wanted, options) => (await import('./commands/tasks.ts')).show(wanted, options));
  task
    .command('finish')
    .argument('<task>', 'id, branch or title')
    .description('write its changes into the workspace, and delete the copy')
    .option('--push', 'push its branch instead')
    .option('--keep', 'make the copy an ordinary workspace instead')
    .addOption(json())
    .action(async (wanted, options) => (await import('./commands/tasks.ts')).finish(wanted, options));
  task
    .command('discard')
    .argument('<task>', 'id, branch or title')
    .description('delete the copy with everything in it; can be undone for 24 hours')
    .option('-y, --yes', 'don’t ask')
    .addOption(json())
    .action(async (wanted, options) => (await import('./commands/tasks.ts')).discard(wanted, options));
  task
    .command('undo')
    .argument('<task>', 'id, branch or title')
    .description('bring a discarded task back, its copy stopped')
    .addOption(json())
    .action(async (wanted, options) => (await import('./commands/tasks.ts')).undo(wanted, options));
}

function addWaysIn(program: Command): void {
  program
    .command('open')
    .argument('<workspace>', 'slug, name or id')
    .description('open a workspace in the browser or an editor')
    .option('--ide <editor>', 'web, vscode, cursor, jetbrains or zed', 'web')
    .action(async (workspace, options) => (await import('./commands/remote.ts')).open(workspace, options));
  program
    .command('ssh')
    .argument('<workspace>', 'slug, name or id')
    .argument('[options...]', 'options of ssh, after --')
    .description('open a shell in a workspace')
    .action(async (workspace, args) => passOn((await import('./commands/remote.ts')).ssh(workspace, args)));
  program
    .command('exec')
    .argument('<workspace>', 'slug, name or id')
    .argument('<command...>', 'what to run, after --')
    .passThroughOptions()
    .description('run a command in a workspace; its exit code is passed on')
    .action(async (workspace, command) => passOn((await import('./commands/remote.ts')).exec(workspace, command)));
  program
    .command('cp')
    .argument('<paths...>', 'from … to; those of a workspace as <workspace>:<path>')
    .description('copy files and folders')
    .action(async (paths) => passOn((await import('./commands/remote.ts')).copy(paths)));
  program
    .command('port')
    .argument('<workspace>', 'slug, name or id')
    .argument('[port]', '3000, or 3000:8080 for port 8080 here')
    .description('list addresses of ports, or bring a port to this computer')
    .addOption(json())
    .action(async (workspace, port, options) =>
      passOn((await import('./commands/remote.ts')).port(workspace, port, options)),
    );
  const config = program.command('config').description('write the configuration of other programs');
  config
    .command('ssh')
    .argument('[workspace]', 'slug, name or id; all of them if left out')
    .description('write hosts into ssh’s configuration, as the desktop app does')
    .addOption(json())
    .action(async (workspace, options) => (await import('./commands/remote.ts')).configSsh(workspace, options));
  config
    .command('certificate')
    .description('renew the SSH certificate if it ends soon; ssh runs this by itself')
    .action(async () => (await import('./commands/remote.ts')).configCertificate());
}

function addSecrets(program: Command): void {
  const secrets = program.command('secrets').description('secrets that workspaces get; their values are never shown');
  const add = (name: string, argument?: string) => {
    const command = secrets.command(name, { isDefault: name === 'ls' });
    if (argument) command.argument(argument, 'the environment variable, such as NPM_TOKEN');
    return command
      .option('--organization', 'the organization’s; yours if left out')
      .option('--group <name>', 'a group’s')
      .addOption(json());
  };
  add('ls')
    .description('list them')
    .action(async (options) => (await import('./commands/secrets.ts')).listSecrets(options));
  add('set', '<name>')
    .description('add one or replace its value, which is read from standard input')
    .option('--file <file>', 'a file’s bytes; the variable holds its path in the workspace')
    .option('--repository <pattern>', 'only for these repositories, such as github.com/acme/*', collect)
    .action(async (name, options) => (await import('./commands/secrets.ts')).setSecret(name, options));
  add('rm', '<name>')
    .description('delete one')
    .option('-y, --yes', 'don’t ask')
    .action(async (name, options) => (await import('./commands/secrets.ts')).removeSecret(name, options));
  add('undo', '<name>')
    .description('have a deleted one back')
    .action(async (name, options) => (await import('./commands/secrets.ts')).undoSecret(name, options));
}

function addRest(program: Command): void {
  program
    .command('services')
    .description('list services')
    .addOption(json())
    .action(async (options) => (await import('./commands/list.ts')).services(options));
  program
    .command('completion')
    .argument('<shell>', 'bash, zsh or fish')
    .description('print a completion script')
    .action(async (shell) => (await import('./commands/completion.ts')).completion(shell, program));
}
