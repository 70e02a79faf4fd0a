import path from 'node:path';
import { benchCrowd } from './crowd.ts';
import { benchDesktop } from './desktop.ts';
import { benchHttp } from './http.ts';
import { benchKills } from './kills.ts';
import { benchLaunch } from './launch.ts';
import { benchOpening } from './opening.ts';
import { benchPages } from './pages.ts';
import { benchPalette } from './palette.ts';
import { benchRest } from './rest.ts';
import { benchScale } from './scale.ts';
import { benchSearch } from './search.ts';
import { benchSpares } from './spares.ts';
import { benchSsh } from './ssh.ts';
import { type Stage, setStage } from './stage.ts';
import { printTable, type Row, writeResults } from './table.ts';
import { benchTasks } from './tasks.ts';
import { benchTogether } from './together.ts';
import { benchUsers } from './users.ts';
import { benchWake } from './wake.ts';
import { benchWebSocket } from './websocket.ts';
import { benchWorkspaces } from './workspaces.ts';

/** `npm run bench -- http ssh` measures only those, and leaves the file of results as it is. */
const PARTS: Record<string, () => Promise<Row[]>> = {
  http: () => onStage(benchHttp),
  websocket: () => onStage(benchWebSocket),
  ssh: () => onStage(benchSsh),
  launch: benchLaunch,
  spares: benchSpares,
  wake: benchWake,
  together: benchTogether,
  tasks: benchTasks,
  kills: benchKills,
  users: benchUsers,
  crowd: benchCrowd,
  rest: benchRest,
  desktop: benchDesktop,
  workspaces: benchWorkspaces,
  search: benchSearch,
  scale: benchScale,
  palette: benchPalette,
  pages: benchPages,
  opening: benchOpening,
};

async function onStage(measure: (stage: Stage) => Promise<Row[]>): Promise<Row[]> {
  const stage = await setStage();
  try {
    return await measure(stage);
  } finally {
    await stage.close();
  }
}

const wanted = process.argv.slice(2).filter((word) => word in PARTS);
const rows: Row[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  console.error(`measuring ${name} …`);
  try {
    rows.push(...((await PARTS[name]?.()) ?? []));
  } catch (error) {
    console.error(`${name} could not be measured:`, error);
    process.exitCode = 1;
  }
}
printTable(rows);
if (wanted.length === 0) await writeResults(path.join(import.meta.dirname, 'results.json'), rows);
