import stringWidth from 'string-width';
import { colours, plain, print } from './print.ts';

/** Columns as wide as their widest cell, also in scripts of double width. The last one isn't padded. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [head, ...rows].map((cells) => cells.map(plain));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => stringWidth(cells[column] ?? ''))));
  return lines.map((cells) =>
    cells
      .map((cell, column) =>
        column === head.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)),
      )
      .join('  ')
      .trimEnd(),
  );
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const [titles = '', ...lines] = formatTable(head, rows);
  print(colours.dim(titles));
  for (const line of lines) print(line);
}
