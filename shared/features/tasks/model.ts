/** Where a task stands. */
export const TASK_STATES = ['preparing', 'running', 'waiting', 'done', 'failed', 'expired'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** Those that a person or the command can still work on. */
export const OPEN_STATES = ['preparing', 'running', 'waiting'] as const satisfies readonly TaskState[];

export const isOpen = (state: TaskState): boolean => (OPEN_STATES as readonly TaskState[]).includes(state);

/** Why it waits for a person, or failed. */
export const TASK_REASONS = [
  /** The copy is ready, and there is no command to run. */
  'ready',
  /** The command ended by itself. */
  'ended',
  /** Its minutes are over. */
  'minutes',
  /** Its token caused as many charges as it may. */
  'cents',
  /** The copy stopped while the command ran. */
  'stopped',
  /** The copy couldn't be launched. */
  'launch',
  /** The copy was deleted. */
  'deleted',
] as const;
export type TaskReason = (typeof TASK_REASONS)[number];

/** What its copy is made of. */
export const TASK_SOURCES = ['workspace', 'template'] as const;

export const TASK_OUTCOMES = ['merged', 'kept', 'discarded'] as const;

/** What a task's token may be allowed. */
export const TASK_SCOPES = ['read', 'use'] as const;

/** Into the workspace that it was copied from, or as a branch of the repository. */
export const MERGE_WAYS = ['apply', 'push'] as const;
export type MergeWay = (typeof MERGE_WAYS)[number];

export const TASK_MINUTES_MAX = 24 * 60;
export const TASK_DAYS_MAX = 30;
export const TASK_CENTS_MAX = 100_000;

/** How long after a task was discarded its copy comes back. */
export const UNDO_HOURS = 24;

export const PROGRAM_IDS = ['claude-code', 'codex', 'gemini-cli'] as const;
export type ProgramId = (typeof PROGRAM_IDS)[number];

export interface Program {
  name: string;
  /** On npm. */
  package: string;
  /** What runs unless the task has its own; the copy and its token are the limits, so it asks nobody. */
  command: string;
  /** Names of the secrets that this command needs. */
  secrets: readonly string[];
}

/** Agents' programs that a task's copy gets from npm before its command. Slipway has none of them itself. */
export const PROGRAMS: Record<ProgramId, Program> = {
  'claude-code': {
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    command: 'printf %s "$SLIPWAY_TASK_INSTRUCTIONS" | claude -p --dangerously-skip-permissions',
    secrets: ['ANTHROPIC_API_KEY'],
  },
  codex: {
    name: 'Codex',
    package: '@openai/codex',
    command:
      'printf %s "$SLIPWAY_TASK_INSTRUCTIONS" | CODEX_API_KEY=$OPENAI_API_KEY codex exec --dangerously-bypass-approvals-and-sandbox -',
    secrets: ['OPENAI_API_KEY'],
  },
  'gemini-cli': {
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    command: 'printf %s "$SLIPWAY_TASK_INSTRUCTIONS" | gemini --yolo --skip-trust',
    secrets: ['GEMINI_API_KEY'],
  },
};
