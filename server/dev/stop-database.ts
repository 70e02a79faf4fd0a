import path from 'node:path';
import { readConfig } from '../platform/config.ts';
import { stopEmbeddedPostgres } from './embedded-postgres.ts';

// For `npm start`, after a server that ended without stopping the embedded database, and isn't followed by another.
const { databaseUrl, dataDir } = readConfig(process.env);
if (!databaseUrl) await stopEmbeddedPostgres(path.join(dataDir, 'postgres'));
