import { writeFile } from 'node:fs/promises';

/** One comparison, taken side by side in the same run. */
export interface Row {
  what: string;
  unit: string;
  ours: number;
  against: string;
  /** Null if the reference isn't installed; `note` says why. */
  reference: number | null;
  /** The target, in words. */
  aim: string;
  note?: string;
}

function ratio(row: Row): number | null {
  return row.reference ? row.ours / row.reference : null;
}

export function printTable(rows: Row[]): void {
  const cells = rows.map((row) => [
    row.what,
    `${figure(row.ours)} ${row.unit}`,
    row.reference === null ? '—' : `${figure(row.reference)} ${row.unit}`,
    row.against,
    ratio(row)?.toFixed(2) ?? '—',
    row.aim,
    row.note ?? '',
  ]);
  const table = [['what', 'ours', 'reference', 'against', 'ratio', 'aim', ''], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

export async function writeResults(file: string, rows: Row[]): Promise<void> {
  const results = rows.map((row) => ({ ...row, ratio: ratio(row) }));
  await writeFile(file, `${JSON.stringify({ measuredAt: new Date().toISOString(), results }, null, 2)}\n`);
}

function figure(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(2);
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
