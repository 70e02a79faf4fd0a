import { z } from 'zod';
import { listMatches, readBytes, readWhole, writeWhole } from '../files.ts';
import { findWorkspace, workspaceField } from '../find-workspace.ts';
import { pathField, shellText } from '../shell.ts';
import { defineTool, IN_WORKSPACE } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

const ENCODINGS = ['utf-8', 'base64'] as const;
const MOST_LINES = 2_000;
const LONGEST_CONTENT = 1_000_000;

const read = defineTool({
  name: 'read_file',
  title: 'Read a file',
  description:
    'Reads lines of a text file in the home folder of a running workspace, up to 256 KiB at once; base64 reads a small file of any kind.',
  kind: 'reads',
  needs: [IN_WORKSPACE],
  input: z.strictObject({
    workspace: workspaceField,
    path: pathField,
    first_line: z.int().min(1).max(10_000_000).default(1),
    lines: z.int().min(1).max(MOST_LINES).default(MOST_LINES),
    encoding: z.enum(ENCODINGS).default('utf-8'),
  }),
  async run(use, { workspace, path, first_line, lines, encoding }) {
    const where = { use, workspace: await findWorkspace(use, workspace), path };
    if (encoding === 'base64') {
      const { bytes, size, cut } = await readBytes(where, null);
      if (cut) throw new ToolError(`The file has ${size} bytes; base64 reads 262144 at most.`);
      return { text: bytes.toString('base64'), data: { size } };
    }
    // One line more, to know whether it goes on.
    const { bytes, size, cut } = await readBytes(where, { first: first_line, count: lines + 1 });
    const text = textOf(bytes, { size, cut });
    const all = text.split(/(?<=\n)/);
    const whole = cut && all.length > 1 ? all.slice(0, -1) : all;
    const shown = whole.slice(0, lines);
    if (shown.length === all.length && !cut) return { text, data: { size } };
    const next = first_line + shown.length;
    const note = shown.at(-1)?.endsWith('\n') ? `go on with first_line ${next}` : '\nthis line is too long to read';
    return { text: `${shown.join('')}[… ${note} …]`, data: { size, next_line: next } };
  },
});

const write = defineTool({
  name: 'write_file',
  title: 'Write a file',
  description: 'Creates or replaces a file in the home folder of a running workspace, with the folders it needs.',
  kind: 'destroys',
  needs: [IN_WORKSPACE],
  input: z.strictObject({
    workspace: workspaceField,
    path: pathField,
    content: z.string().max(LONGEST_CONTENT),
    encoding: z.enum(ENCODINGS).default('utf-8'),
  }),
  async run(use, { workspace, path, content, encoding }) {
    const bytes = encoding === 'base64' ? fromBase64(content) : Buffer.from(content);
    await writeWhole({ use, workspace: await findWorkspace(use, workspace), path }, bytes, null);
    return { text: `Wrote ${bytes.length} bytes.` };
  },
});

const patch = defineTool({
  name: 'patch_file',
  title: 'Patch a file',
  description:
    'Replaces passages of a text file, all or none of them. Each old text must be in the file exactly once, when its turn comes.',
  kind: 'destroys',
  needs: [IN_WORKSPACE],
  input: z.strictObject({
    workspace: workspaceField,
    path: pathField,
    edits: z
      .array(z.strictObject({ old_text: z.string().min(1).max(200_000), new_text: z.string().max(200_000) }))
      .min(1)
      .max(100),
  }),
  async run(use, { workspace, path, edits }) {
    const where = { use, workspace: await findWorkspace(use, workspace), path };
    const { bytes, hash } = await readWhole(where);
    let text = textOf(bytes, { size: bytes.length, cut: false });
    for (const [index, { old_text, new_text }] of edits.entries()) {
      const [before, ...after] = text.split(old_text);
      if (after.length !== 1) {
        const found = after.length === 0 ? 'isn’t in the file' : `is in the file ${after.length} times`;
        throw new ToolError(`Nothing was changed: the old text of edit ${index + 1} ${found}.`);
      }
      text = `${before}${new_text}${after[0]}`;
    }
    // Somebody else may have written it since.
    await writeWhole(where, Buffer.from(text), hash);
    return { text: `Made ${edits.length} ${edits.length === 1 ? 'edit' : 'edits'}.` };
  },
});

const search = defineTool({
  name: 'search_files',
  title: 'Search files',
  description:
    'Finds lines by an extended regular expression, files by a name such as *.ts, or both. Leaves out .git, node_modules and binary files.',
  kind: 'reads',
  needs: [IN_WORKSPACE],
  input: z.strictObject({
    workspace: workspaceField,
    pattern: shellText(1_000).optional(),
    name: shellText(255).optional().describe('Of the files, with * and ?'),
    folder: pathField.default('.'),
    ignore_case: z.boolean().default(false),
  }),
  async run(use, { workspace, folder, ...what }) {
    if (!what.pattern && !what.name) throw new ToolError('Give a pattern, a name, or both.');
    return { text: await listMatches({ use, workspace: await findWorkspace(use, workspace), path: folder }, what) };
  },
});

export const fileTools = [read, write, patch, search];

function textOf(bytes: Buffer, { size, cut }: { size: number; cut: boolean }): string {
  try {
    // Whatever begins a character at the cut is left out.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut });
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8.
  }
  throw new ToolError(`The file isn’t UTF-8 text (${size} bytes). Read it as base64, or with a command.`);
}

function fromBase64(content: string): Buffer {
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(content) && content.length % 4 === 0) return Buffer.from(content, 'base64');
  throw new ToolError('The content isn’t base64.');
}
