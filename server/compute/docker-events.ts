import type { Readable } from 'node:stream';
import { call, type DockerContext, toEngineError } from './docker-call.ts';
import type { Engine, EngineEvent } from './engine.ts';
import { EngineError } from './engine-error.ts';

const KINDS: Array<EngineEvent['kind']> = ['create', 'start', 'die', 'oom', 'destroy'];

interface DockerEvent {
  Action: EngineEvent['kind'];
  Actor: { ID: string; Attributes: Record<string, string> };
  timeNano: number;
}

/** `events` of an engine. Events missed while nobody listened are up to the caller's reconciliation. */
export function dockerEvents({ docker }: DockerContext): Pick<Engine, 'events'> {
  return {
    async events(signal) {
      const stream = (await call('events', 30_000, (abortSignal) =>
        docker.getEvents({ filters: { type: ['container'], event: KINDS }, abortSignal }),
      )) as Readable;
      const stop = () => stream.destroy();
      // The reader hears of a failure before the first read.
      stream.on('error', () => undefined).on('close', () => signal.removeEventListener('abort', stop));
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      return eventsOf(stream, signal);
    },
  };
}

async function* eventsOf(stream: Readable, signal: AbortSignal): AsyncGenerator<EngineEvent> {
  try {
    for await (const line of linesOf(stream)) yield toEngineEvent(JSON.parse(line));
  } catch (error) {
    if (!signal.aborted) throw toEngineError('events', error);
  } finally {
    stream.destroy();
  }
  if (!signal.aborted) throw new EngineError('unreachable', 'events: the engine went away');
}

/** Unlike readline, ends with an error when the stream is destroyed, and never waits forever. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const text of stream.setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
}

/** Docker mixes the container's labels with `name`, `image` and `exitCode` in one map. */
function toEngineEvent({ Action, Actor, timeNano }: DockerEvent): EngineEvent {
  const { name = '', exitCode, image: _image, ...labels } = Actor.Attributes;
  return {
    kind: Action,
    containerId: Actor.ID,
    containerName: name,
    labels,
    at: new Date(timeNano / 1e6),
    exitCode: Action === 'die' ? Number(exitCode) : null,
  };
}
