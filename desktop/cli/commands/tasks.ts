import type { Task, TaskDiff } from '#shared/features/tasks/contract.ts';
import { isOpen, PROGRAM_IDS, type ProgramId, TASK_SCOPES } from '#shared/features/tasks/model.ts';
import type { Client } from '../client/client.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure } from '../failure.ts';
import { findTemplate } from '../find-template.ts';
import { findWorkspace } from '../find-workspace.ts';
import { confirm } from '../terminal/ask.ts';
import { note, plain, print, printJson } from '../terminal/print.ts';
import { printTable } from '../terminal/table.ts';

interface Json {
  json?: true;
}

interface CreateOptions extends Json {
  command?: string;
  instructions?: string;
  program?: string;
  snapshot?: string;
  /** What it begins from is a template's name. */
  template?: true;
  scope?: string[];
  minutes?: string;
  days?: string;
  secret?: string[];
  /** False after `--no-secrets`. */
  secrets?: boolean;
}

export async function create(from: string, title: string, options: CreateOptions): Promise<void> {
  const { minutes, days } = options;
  const limits = {
    ...(minutes !== undefined && { minutes: wholeNumber('minutes', minutes) }),
    ...(days !== undefined && { days: wholeNumber('days', days) }),
    ...(options.program !== undefined && { program: programNamed(options.program) }),
    ...(options.snapshot !== undefined && { snapshot_id: options.snapshot }),
    ...(options.secret && { secrets: options.secret }),
    ...(options.secrets === false && { secrets: [] }),
    ...(options.scope && { scopes: options.scope.map(scopeOf) }),
  };
  const { client } = await connect();
  const source = options.template
    ? { template_id: (await findTemplate(client, from)).value }
    : { workspace_id: (await findWorkspace(client, from)).id };
  const { command = '', instructions = '' } = options;
  const answer = await client.addTask({ body: { ...source, title, command, instructions, ...limits } });
  if (options.json) return printJson(answer);
  note(plain(answer.message));
  print(answer.taskID);
}

export async function list({ json, all }: Json & { all?: true }): Promise<void> {
  const { client } = await connect();
  const answer = await client.listTasks();
  const tasks = all ? answer.tasks : answer.tasks.filter(({ state }) => isOpen(state));
  if (json) return printJson({ tasks });
  if (tasks.length === 0) return note('No tasks. Begin one with: slipway task create <workspace> <title>');
  printTable(
    ['ID', 'TITLE', 'STATE', 'FROM', 'BRANCH', 'EXPIRES'],
    tasks.map((task) => [task.id, task.title, standing(task), task.source.name, task.branch, task.expire_date]),
  );
}

export async function show(wanted: string, { json, log, diff }: Json & { log?: true; diff?: true }): Promise<void> {
  const { client } = await connect();
  const task = await findTask(client, wanted);
  const params = { taskID: task.id };
  if (diff) {
    const answer = await client.taskDiff({ params });
    return json ? printJson(answer) : printDiff(answer);
  }
  if (log) {
    const answer = await client.taskLog({ params });
    return json ? printJson(answer) : printLines(answer.log);
  }
  if (json) return printJson(task);
  printTable(
    ['TITLE', 'STATE', 'FROM', 'BRANCH', 'MINUTES', 'EXIT CODE', 'WORKSPACE'],
    [
      [
        task.title,
        standing(task),
        task.source.name,
        task.branch,
        `${task.used_minutes}/${task.minutes}`,
        task.exit_code === null ? '–' : String(task.exit_code),
        task.workspace.name,
      ],
    ],
  );
}

function printDiff({ files, more, schema, as_of }: TaskDiff): void {
  if (as_of) note(`As it was at ${as_of}; the copy doesn’t run now.`);
  for (const { patch, cut } of files) {
    printLines(patch);
    if (cut) note('… this file has more changes than fit here.');
  }
  if (more) note('… there are more files than fit here.');
  if (schema) printLines(schema);
}

export async function finish(wanted: string, { json, push, keep }: Json & { push?: true; keep?: true }): Promise<void> {
  if (push && keep)
    throw new Failure(EXIT.usage, 'Push the branch or keep the copy?', 'Use --push or --keep, not both.');
  const { client } = await connect();
  const params = { taskID: (await findTask(client, wanted)).id };
  const answer = keep
    ? await client.keepTask({ params })
    : await client.mergeTask({ params, body: { way: push ? 'push' : 'apply' } });
  if (json) printJson(answer);
  else note(plain(answer.message));
}

export async function discard(wanted: string, { json, yes }: Json & { yes?: true }): Promise<void> {
  const { client } = await connect();
  const { id, title } = await findTask(client, wanted);
  if (!yes) {
    note(`This deletes the copy of “${plain(title)}” with everything in it.`);
    if (!(await confirm('Discard it?', 'Add --yes to discard without a question.')))
      throw new Failure(EXIT.failed, 'Nothing was discarded.', null);
  }
  const answer = await client.discardTask({ params: { taskID: id } });
  if (json) printJson(answer);
  else note(plain(answer.message));
}

export async function undo(wanted: string, { json }: Json): Promise<void> {
  const { client } = await connect();
  const answer = await client.undoTask({ params: { taskID: (await findTask(client, wanted)).id } });
  if (json) printJson(answer);
  else note(plain(answer.message));
}

/** By its id, branch or title. @throws Failure if there is none, or several have the title */
async function findTask(client: Client, wanted: string): Promise<Task> {
  const { tasks } = await client.listTasks();
  const exact = tasks.find(({ id, branch }) => id === wanted || branch === wanted);
  if (exact) return exact;
  const titled = tasks.filter(({ title }) => title === wanted);
  const [found] = titled;
  if (!found)
    throw new Failure(EXIT.notFound, `There’s no task “${plain(wanted)}” that you can see.`, 'slipway task ls --all');
  if (titled.length > 1) {
    const ids = titled.map(({ id }) => id).join(', ');
    throw new Failure(EXIT.usage, `Several tasks are called “${plain(wanted)}”.`, `Use one of ${ids}.`);
  }
  return found;
}

const standing = ({ state, outcome }: Task): string => outcome ?? state;

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Failure(EXIT.usage, `--${name} takes a whole number.`, `Such as --${name} 3`);
}

function programNamed(text: string): ProgramId {
  const found = PROGRAM_IDS.find((id) => id === text);
  if (found) return found;
  throw new Failure(EXIT.usage, `There’s no program “${plain(text)}” for a task.`, `Use ${PROGRAM_IDS.join(', ')}.`);
}

function scopeOf(text: string): (typeof TASK_SCOPES)[number] {
  const found = TASK_SCOPES.find((scope) => scope === text);
  if (found) return found;
  throw new Failure(EXIT.usage, `There’s no scope “${plain(text)}” for a task.`, `Use ${TASK_SCOPES.join(' or ')}.`);
}

/** Indented as they are, without what a terminal would obey. */
function printLines(text: string): void {
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const [indent = ''] = /^[ +\-\t]*/.exec(line) ?? [];
    print(`${indent}${plain(line.slice(indent.length))}`);
  }
}
