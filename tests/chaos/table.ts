import type { Round } from './chaos.ts';

/** What a run came to, as a table. */
export function report({ seed, rounds, done }: { seed: number; rounds: Round[]; done: Map<string, number> }): string {
  const held = rounds.filter(({ problems }) => problems.length === 0).length;
  const lines = rounds.map(({ name, at, moment, apiAway, inOrder, problems }) => {
    const numbers = [at, moment, apiAway, inOrder].map((each) => each.toFixed(1));
    return `| ${[name, ...numbers, problems.length === 0 ? 'held' : problems.map(inCell).join('<br>')].join(' | ')} |`;
  });
  return [
    `# Seed ${seed}: ${held} of ${rounds.length} held`,
    '',
    '| disturbance | at (s) | after … s of work | API away (s) | in order after (s) | |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
    ...(done.size > 0
      ? [`Meanwhile: ${[...done].map(([what, count]) => `${what} ${count} times`).join(', ')}.`, '']
      : []),
  ].join('\n');
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
