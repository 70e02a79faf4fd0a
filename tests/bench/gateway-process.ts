import { createHttpGateway } from '#server/gateway/http/http-gateway.ts';
import { openWorkspace } from '#server/gateway/http/open.ts';
import { createSshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { createBus } from '#server/platform/bus.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { createLogger } from '#server/platform/logger.ts';
import { engines } from '#tests/gateway/container.ts';
import { MemoryDirectory } from '#tests/gateway/memory-directory.ts';

// Both gateways in a process of their own, with one workspace `box` that one person may open. Prints where the ticket is
// to be had when it listens; ends with its input.
const [container = '', publicKey = '', hostKeys = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const { db, sql, lookups } = openDatabase(config.databaseUrl ?? '', 4);
const directory = new MemoryDirectory();
const person = { userId: newId(), organizationId: newId(), sessionId: newId() };
const target = directory.add('box', container, person.organizationId);
directory.rights.add(`${person.userId} ${target.workspaceId}`);
directory.sessions.add(person.sessionId);
directory.keys.set(target.workspaceId, [{ userId: person.userId, publicKey, fingerprint: 'bench' }]);

const log = createLogger('warn');
const dependencies = { config, db, lookups, clock: systemClock, log, bus: createBus(sql, log), directory, engines };
const http = createHttpGateway(dependencies);
await http.listen(config.gatewayPort, '127.0.0.1');
const ssh = await createSshGateway({ ...dependencies, hostKeys: JSON.parse(hostKeys) as string[] });
await ssh.listen(config.sshPort, '127.0.0.1');
const way = await openWorkspace(dependencies, person, { host: `box.${config.workspaceDomain}`, path: '/' });
console.log(way.headers.get('location'));
process.stdin.resume().on('end', () => process.exit(0));
