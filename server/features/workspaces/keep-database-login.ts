import type { Engine, ExecRequest } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { containerName } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';

/** Before the person's own lines, because the first match counts; lines with an earlier password are removed. */
const PGPASS = `umask 077; file=/home/dev/.pgpass
  { cat; grep -v '^\\(localhost\\|127\\.0\\.0\\.1\\):5432:\\*:dev:' "$file"; } >"$file.new" 2>/dev/null; mv "$file.new" "$file"`;
/** The person's own ~/.my.cnf has precedence. */
const CLIENT_CNF = 'install -m 640 -g dev /dev/stdin /etc/mysql/mariadb.conf.d/91-slipway-client.cnf';

/**
 * Lets the database's own clients log in by host name as they do by the socket: `psql -h localhost`, `mysql -h
 * 127.0.0.1`. Runs at every start, because a workspace from a snapshot has a new password, and an older image knows
 * nothing of it. A convenience: failures are only logged.
 */
export async function keepDatabaseLogin(
  dependencies: Pick<Dependencies, 'log' | 'secrets'>,
  engine: Engine,
  { id, database, databasePassword }: Pick<WorkspaceRecord, 'id' | 'database' | 'databasePassword'>,
): Promise<void> {
  const request = databasePassword ? loginFile(database, dependencies.secrets.open(databasePassword)) : null;
  if (!request) return;
  try {
    const { exitCode, stderr } = await engine.run(containerName('workspace', id), { cwd: '/', ...request });
    if (exitCode !== 0) dependencies.log.warn({ workspaceId: id, stderr }, 'no login was kept for the database');
  } catch (error) {
    if (!isEngineError(error)) throw error;
    dependencies.log.warn({ err: error, workspaceId: id }, 'no login was kept for the database');
  }
}

/** The script that writes it, with the password on standard input; null for a database whose clients need none. */
export function loginFile(database: string, password: string): (ExecRequest & { input: string }) | null {
  if (database === 'postgresql') {
    const escaped = password.replace(/[\\:]/g, '\\$&');
    const lines = ['localhost', '127.0.0.1'].map((host) => `${host}:5432:*:dev:${escaped}\n`);
    return { command: ['sh', '-c', PGPASS], input: lines.join('') };
  }
  if (database === 'mysql') {
    const escaped = password.replace(/[\\"]/g, '\\$&');
    return { user: 'root', command: ['sh', '-c', CLIENT_CNF], input: `[client]\npassword="${escaped}"\n` };
  }
  return null;
}
