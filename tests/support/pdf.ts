import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a reader finds in a PDF; letters normalized for comparison, however they were composed or spaced. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  return plainLetters(await poppler('pdftotext', pdf, ['-raw', '%', '-']));
}

/** Typefaces in the file, without the subset prefix. */
export async function pdfFonts(pdf: Uint8Array): Promise<string[]> {
  const table = await poppler('pdffonts', pdf, ['%']);
  return [...table.matchAll(/^[A-Z]{6}\+(\S+).* (yes|no) +(yes|no) +(yes|no) +\d+ +\d+$/gm)].map(
    ([, name = '']) => name,
  );
}

/** How far right its words reach, in points. */
export async function pdfRightEdge(pdf: Uint8Array): Promise<number> {
  const boxes = await poppler('pdftotext', pdf, ['-bbox', '%', '-']);
  return Math.max(...[...boxes.matchAll(/xMax="([\d.]+)"/g)].map(([, right]) => Number(right)));
}

/** Letters and digits only: pdftotext moves brackets and spaces. */
export function plainLetters(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}\p{S}]|\ufe0f/gu, '');
}

async function poppler(program: string, pdf: Uint8Array, words: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-pdf-'));
  try {
    const file = path.join(folder, 'file.pdf');
    await writeFile(file, pdf);
    return (
      await run(
        program,
        words.map((word) => (word === '%' ? file : word)),
      )
    ).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
