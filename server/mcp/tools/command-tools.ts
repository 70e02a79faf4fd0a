import { z } from 'zod';
import { stopWorkspace } from '#shared/features/workspaces/contract.ts';
import { SECOND } from '../../platform/clock.ts';
import { collectOutput } from '../collect-output.ts';
import type { Ended } from '../commands.ts';
import { findWorkspace, workspaceField, workspaceInput } from '../find-workspace.ts';
import { IN_PROJECT, pathField, quote, shellText } from '../shell.ts';
import { type Answer, defineTool, IN_WORKSPACE, type Use } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

const USUAL_SECONDS = 120;
const LONGEST_SECONDS = 3600;
const OWN_SECONDS = 60;
const PUSH_SECONDS = 300;

const WHY: Record<Exclude<Ended, 'exited'>, string> = {
  'time-limit': 'it reached its time limit and was ended with all it started',
  cancelled: 'it was cancelled',
  'too-much-output': 'it wrote too much and was ended',
  'no-access': 'the workspace stopped, or the token lost its access',
};

interface Command {
  workspace: string;
  command: string;
  seconds: number;
  /** Tells the client as it comes. */
  told?: boolean;
}

/** Runs a command in the project. The last line of the answer says how it ended. */
export async function runCommand(use: Use, { workspace, command, seconds, told = false }: Command): Promise<Answer> {
  const output = collectOutput();
  const { ended, exitCode } = await use.commands.run({
    actor: use.actor,
    key: use.key,
    workspace: await findWorkspace(use, workspace),
    command: `${IN_PROJECT}\n${command}`,
    timeoutMs: seconds * SECOND,
    signal: use.signal,
    onText: (text) => {
      output.add(text);
      if (told) use.progress(text);
    },
  });
  const text = output.text();
  const last = ended === 'exited' ? `[exit code ${exitCode}]` : `[ended: ${WHY[ended]}]`;
  return {
    text: `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${last}`,
    data: { exit_code: ended === 'exited' ? exitCode : null, ended, characters_left_out: output.leftOut() },
    failed: ended !== 'exited' || exitCode !== 0,
  };
}

const run = defineTool({
  name: 'run_command',
  title: 'Run a command',
  description:
    'Runs a bash command in the project folder of a running workspace, without input. Output comes as progress and, with its middle left out if it is long, as the answer. The command and what it started end at the time limit; use start_dev_server for what goes on.',
  kind: 'destroys',
  needs: [IN_WORKSPACE],
  input: z.strictObject({
    workspace: workspaceField,
    command: shellText(30_000),
    folder: pathField.optional().describe('Where to run it, from the project folder'),
    timeout_seconds: z.int().min(1).max(LONGEST_SECONDS).default(USUAL_SECONDS),
  }),
  run(use, { workspace, command, folder, timeout_seconds }) {
    const from = folder === undefined ? '' : `cd -- ${quote(folder)} || exit\n`;
    return runCommand(use, { workspace, command: `${from}${command}`, seconds: timeout_seconds, told: true });
  },
});

const diff = defineTool({
  name: 'git_diff',
  title: 'Changes of the project',
  description: 'What git says changed in the project since the last commit: its status, then the diff.',
  kind: 'reads',
  needs: [IN_WORKSPACE],
  input: z.strictObject({ workspace: workspaceField, path: pathField.optional() }),
  run(use, { workspace, path }) {
    const only = path === undefined ? '' : `-- ${quote(path)}`;
    // What a repository configures must not run, nor wait for a key.
    const git = 'git --no-pager -c core.fsmonitor=false -c core.quotePath=false';
    const against = '$(git rev-parse -q --verify HEAD || git hash-object -t tree /dev/null)';
    const command = `${git} status --short --branch ${only} && ${git} diff --no-ext-diff --no-textconv "${against}" ${only}`;
    return runCommand(use, { workspace, command, seconds: OWN_SECONDS });
  },
});

const databaseUrl = defineTool({
  name: 'database_url',
  title: 'Address of the database',
  description: 'The DATABASE_URL of a workspace, with its password. It is reached from inside the workspace.',
  kind: 'reads',
  needs: [IN_WORKSPACE],
  input: workspaceInput,
  async run(use, { workspace }) {
    if ((await findWorkspace(use, workspace)).database === 'none') throw new ToolError('It has no database.');
    const answer = await runCommand(use, {
      workspace,
      command: 'printf "%s\\n" "$DATABASE_URL"',
      seconds: OWN_SECONDS,
    });
    return answer.failed ? answer : { text: answer.text.split('\n')[0] || 'DATABASE_URL isn’t set.' };
  },
});

const finish = defineTool({
  name: 'finish',
  title: 'Finish the work',
  description:
    'Commits what changed if a message is given, pushes the branch if asked to, and stops the workspace. If git fails, the workspace keeps running.',
  kind: 'destroys',
  needs: [IN_WORKSPACE, stopWorkspace],
  input: z.strictObject({
    workspace: workspaceField,
    commit_message: shellText(10_000).optional(),
    push: z.boolean().default(false),
  }),
  async run(use, { workspace, commit_message, push }) {
    const { id } = await findWorkspace(use, workspace);
    const nothing = 'git diff --cached --quiet';
    const commit = commit_message && `git add -A && { ${nothing} || git commit -m ${quote(commit_message)}; }`;
    const steps = [commit, push && 'GIT_TERMINAL_PROMPT=0 git push -u origin HEAD'].filter(Boolean);
    const git = steps.length > 0 ? await runGit(use, workspace, steps.join(' && ')) : null;
    if (git?.failed) return git;
    const { message } = await use.call(stopWorkspace, { params: { workspaceID: id } });
    return { text: git ? `${git.text}\n${message}` : message };
  },
});

/** Says what is left to commit as well. */
const runGit = (use: Use, workspace: string, command: string) =>
  runCommand(use, {
    workspace,
    command: `${command} && git status --short --branch`,
    seconds: PUSH_SECONDS,
    told: true,
  });

export const commandTools = [run, diff, databaseUrl, finish];
