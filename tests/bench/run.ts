import path from 'node:path';
import { benchHttp } from './http.ts';
import { benchSsh } from './ssh.ts';
import { type Stage, setStage } from './stage.ts';
import { printTable, type Row, writeResults } from './table.ts';
import { benchWebSocket } from './websocket.ts';

/** `npm run bench -- http ssh` runs only those. */
const PARTS: Record<string, (stage: Stage) => Promise<Row[]>> = {
  http: benchHttp,
  websocket: benchWebSocket,
  ssh: benchSsh,
};

const wanted = process.argv.slice(2).filter((word) => word in PARTS);
const stage = await setStage();
const rows: Row[] = [];
try {
  for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
    console.error(`measuring ${name} …`);
    rows.push(...((await PARTS[name]?.(stage)) ?? []));
  }
} finally {
  await stage.close();
}
printTable(rows);
await writeResults(path.join(import.meta.dirname, 'results.json'), rows);
