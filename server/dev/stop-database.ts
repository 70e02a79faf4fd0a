import path from 'node:path';
import { readConfig } from '../platform/config.ts';
import { stopEmbeddedPostgres } from './embedded-postgres.ts';

// For `npm start`, after a server that ended by a fault and left the embedded database to one that was never started.
const { databaseUrl, dataDir } = readConfig(process.env);
if (!databaseUrl) await stopEmbeddedPostgres(path.join(dataDir, 'postgres'));
