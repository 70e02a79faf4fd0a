import type { z } from 'zod';
import type { Route } from '#shared/api/route.ts';
import { hasScope } from '../features/auth/index.ts';
import type { Actor, Dependencies } from '../features/context.ts';
import type { CallRoute } from './call-route.ts';
import type { Commands } from './commands.ts';

/** What a tool runs with. */
export interface Use {
  dependencies: Dependencies;
  actor: Actor;
  /** The token it came with. */
  key: string;
  /** Makes a call of the API with that token. */
  call: CallRoute;
  commands: Commands;
  /** The client went away, or asked for an end. */
  signal: AbortSignal;
  /** Tells the client how it goes, if it wants to know. */
  progress(text: string): void;
}

export interface Answer {
  text: string;
  /** The same for programs. */
  data?: Record<string, unknown>;
  failed?: boolean;
}

/** What a token must be allowed for a tool: what the call itself takes. */
type Needed = Pick<Route, 'scope' | 'roles'>;

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** The calls it makes; work inside a workspace takes `IN_WORKSPACE`, as a terminal does. */
  needs: readonly Needed[];
  kind: 'reads' | 'changes' | 'destroys';
  run(use: Use, input: z.output<Input>): Promise<Answer>;
}

export const IN_WORKSPACE = { scope: 'use' } as const;

/** Keeps the type of the input for `run`. */
export function defineTool<const Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}

/** What it may not do isn't listed, and isn't done. */
export function mayUse(actor: Actor, { needs }: Tool): boolean {
  return needs.every(
    ({ scope, roles }) => hasScope(actor, scope ?? 'everything') && (!roles || roles.includes(actor.role)),
  );
}

/** An answer that reads the same for people and programs. */
export function answerWith(data: Record<string, unknown>): Answer {
  return { text: JSON.stringify(data, null, 2), data };
}
