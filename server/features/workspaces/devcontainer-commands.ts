import { say } from '../../platform/say.ts';
import { isObject, isText, type Located, show } from './devcontainer-json.ts';

/** The commands of a project in their order; the first three run once, the last at each start. */
export const STAGES = ['onCreateCommand', 'updateContentCommand', 'postCreateCommand', 'postStartCommand'] as const;
export type Stage = (typeof STAGES)[number];

/** What a workspace waits for before it is Active, unless the file says otherwise. */
const WAIT_FOR: Stage = 'updateContentCommand';

/** Each is a process of its own, with all that it starts. */
export const MAX_AT_ONCE = 20;

/** A program and its arguments; named if it is one of several of its stage. */
export interface Command {
  name: string | null;
  command: string[];
  /** Where the file has it. */
  line: number;
}

/** Each stage's commands, which run at the same time. */
export type Commands = Record<Stage, Command[]>;

export function noCommands(): Commands {
  return { onCreateCommand: [], updateContentCommand: [], postCreateCommand: [], postStartCommand: [] };
}

export function readCommands(properties: Map<string, Located>, problems: string[]): Commands {
  const commands = noCommands();
  for (const stage of STAGES) {
    const property = properties.get(stage);
    if (property) commands[stage] = readStage(stage, property, problems);
  }
  return commands;
}

function readStage(stage: Stage, property: Located, problems: string[]): Command[] {
  const several = isObject(property.value);
  const entries = several ? property.children : [['', property] as const];
  return entries.flatMap(([name, { value, line }]) => {
    if (isNothing(value)) return [];
    const command = argumentsOf(value);
    if (command) return [{ name: several ? name : null, command, line }];
    const what = several ? `${stage} ${show(name)}` : stage;
    problems.push(say('devcontainer.textOrListNeeded', { property: what, line }));
    return [];
  });
}

/** Leaves out stages with more commands than may run at the same time; says which, in sentences. */
export function refuseTooMany(commands: Commands): string[] {
  return STAGES.flatMap((property) => {
    const { length: count, 0: first } = commands[property];
    if (!first || count <= MAX_AT_ONCE) return [];
    commands[property] = [];
    return [say('devcontainer.tooManyCommands', { property, line: first.line, count, most: MAX_AT_ONCE })];
  });
}

/** As a template leaves it that has nothing to run. */
function isNothing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** A text is for a shell, a list is a program and its arguments. */
function argumentsOf(command: unknown): string[] | null {
  if (isText(command)) return ['/bin/sh', '-c', command];
  return Array.isArray(command) && command.every(isText) ? command : null;
}

/** How many of the stages a workspace waits for before it is Active. */
export function readWaitFor(property: Located | undefined, problems: string[]): number {
  const usual = STAGES.indexOf(WAIT_FOR) + 1;
  if (!property || property.value === 'initializeCommand') return property ? 0 : usual;
  // Nothing runs when somebody attaches: all there is comes before.
  if (property.value === 'postAttachCommand') return STAGES.length;
  const index = (STAGES as readonly unknown[]).indexOf(property.value);
  if (index >= 0) return index + 1;
  const what = 'waitFor';
  problems.push(say('devcontainer.noSuchCommand', { property: what, line: property.line }));
  return usual;
}

/** The stages from one on that have a command. */
export function stagesFrom(commands: Commands, first: Stage): Stage[] {
  return STAGES.slice(STAGES.indexOf(first)).filter((stage) => commands[stage].length > 0);
}
