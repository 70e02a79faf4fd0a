/** What is read of a Dockerfile before it is built: enough to know what the build needs. */
export interface DockerfileNeeds {
  /** Images it names, with its own and the given arguments filled in. */
  images: string[];
  /** Something of the build's context may become part of the image. */
  usesContext: boolean;
}

const INSTRUCTION = /^\s*(?:ONBUILD\s+)?([A-Za-z]+)\s+(.*)$/s;

/** Reads a Dockerfile's stages, arguments and copies, see docs.docker.com/reference/dockerfile. */
export function readDockerfile(source: string, buildArgs: Record<string, string>): DockerfileNeeds {
  const known = new Map<string, string>();
  const stages = new Set(['scratch']);
  const images = new Set<string>();
  let usesContext = false;
  const add = (reference: string | undefined) => {
    if (reference && !stages.has(reference.toLowerCase()) && !/^\d+$/.test(reference)) images.add(reference);
  };
  for (const { text } of instructions(source)) {
    const [, name = '', rest = ''] = INSTRUCTION.exec(text) ?? [];
    const words = rest.trim().split(/\s+/);
    switch (name.toUpperCase()) {
      case 'ARG': {
        const [argument = '', ...value] = rest.trim().split('=');
        const given = buildArgs[argument] ?? (value.length > 0 ? unquote(value.join('=')) : undefined);
        if (given !== undefined) known.set(argument, fillIn(given, known));
        break;
      }
      case 'FROM': {
        const [reference, as, stage] = words.filter((word) => !word.startsWith('--'));
        add(reference && fillIn(reference, known));
        if (as?.toUpperCase() === 'AS' && stage) stages.add(stage.toLowerCase());
        break;
      }
      case 'COPY':
      case 'ADD': {
        const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
        if (from === undefined) usesContext = true;
        else add(fillIn(from, known));
        break;
      }
      default:
        if (/--mount=/.test(rest)) usesContext = true;
    }
  }
  return { images: [...images], usesContext };
}

/** The line, from 1, in which an instruction of that text begins; null if there is none. */
export function lineOf(source: string, instruction: string): number | null {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  for (const { text, line } of instructions(source)) if (plain(text) === plain(instruction)) return line;
  return null;
}

function* instructions(source: string): Generator<{ text: string; line: number }> {
  let text = '';
  let begins = 0;
  for (const [index, line] of source.split(/\r?\n/).entries()) {
    if (isSkipped(line)) continue;
    if (!text) begins = index + 1;
    text += line.replace(/\\\s*$/, ' ');
    if (/\\\s*$/.test(line)) continue;
    yield { text, line: begins };
    text = '';
  }
  if (text) yield { text, line: begins };
}

function isSkipped(line: string): boolean {
  return /^\s*(#|$)/.test(line);
}

function unquote(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}

/** `$NAME`, `${NAME}` and `${NAME:-default}`. */
function fillIn(text: string, known: ReadonlyMap<string, string>): string {
  return unquote(text).replace(
    /\$(?:\{(\w+)(?::-([^}]*))?\}|(\w+))/g,
    (_, name: string | undefined, otherwise: string | undefined, plain: string | undefined) =>
      known.get(name ?? plain ?? '') || (otherwise ?? ''),
  );
}
