import { describe, expect, test } from 'vitest';
import { canHostBecome, HOST_STATUSES, type HostStatus } from '#shared/features/hosts/model.ts';
import { canBecome, WORKSPACE_STATUSES, type WorkspaceStatus } from '#shared/features/workspaces/model.ts';

/** A row is where it comes from, a column where it goes to; x is allowed. Services move as workspaces do. */
const WORKSPACE = `
                    Active  Offline  Pending  Pending-Deletion  Deleted
  Active              .       x        .           x               x
  Offline             .       .        x           x               x
  Pending             x       x        .           .               x
  Pending-Deletion    x       x        .           .               x
  Deleted             .       x        .           .               .
`;

const HOST = `
                    Pending  Active  Pending-Deletion  Deleted
  Pending             .        x           x              x
  Active              .        .           x              x
  Pending-Deletion    x        x           .              x
  Deleted             .        .           .              .
`;

/** Every pair of the drawing: from, to, allowed. */
function pairsOf(drawing: string): [from: string, to: string, allowed: boolean][] {
  const word = (text: string) => text.replace('-', ' ');
  const [head = '', ...rows] = drawing.trim().split('\n');
  const columns = head.trim().split(/\s+/).map(word);
  return rows.flatMap((row) => {
    const [from = '', ...marks] = row.trim().split(/\s+/);
    return columns.map((to, at): [string, string, boolean] => [word(from), to, marks[at] === 'x']);
  });
}

describe('a workspace', () => {
  test.each(pairsOf(WORKSPACE))('%s → %s: %s', (from, to, allowed) => {
    expect(canBecome(from as WorkspaceStatus, to as WorkspaceStatus)).toBe(allowed);
  });

  test('has every status in the drawing', () => {
    expect(new Set(pairsOf(WORKSPACE).map(([from]) => from))).toEqual(new Set(WORKSPACE_STATUSES));
  });
});

describe('a host', () => {
  test.each(pairsOf(HOST))('%s → %s: %s', (from, to, allowed) => {
    expect(canHostBecome(from as HostStatus, to as HostStatus)).toBe(allowed);
  });

  test('has every status in the drawing', () => {
    expect(new Set(pairsOf(HOST).map(([from]) => from))).toEqual(new Set(HOST_STATUSES));
  });
});
