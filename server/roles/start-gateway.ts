import { createDirectory } from '../features/entrance/directory.ts';
import { createHttpGateway } from '../gateway/http/http-gateway.ts';
import { EDITOR_GUESTS, shareCounts } from '../gateway/shared-counts.ts';
import { loadCertificateAuthority } from '../gateway/ssh/certificate-authority.ts';
import { loadHostKeys } from '../gateway/ssh/host-keys.ts';
import { showHostKeys } from '../gateway/ssh/shown-host-keys.ts';
import { createSshGateway } from '../gateway/ssh/ssh-gateway.ts';
import { createTcpGateway } from '../gateway/tcp/tcp-gateway.ts';
import { refuseMissingEngine } from '../refuse-missing-engine.ts';
import type { Start } from './start.ts';

/** The ways into workspaces: http, ssh and tcp. */
export async function startGateway({ dependencies, health, closers }: Start): Promise<void> {
  const { config, engines } = dependencies;
  await refuseMissingEngine(dependencies);
  health.needs('engine', () => engines.get('local').ping({ timeoutMs: 2000 }));
  const directory = createDirectory(dependencies);
  const http = createHttpGateway({ ...dependencies, directory });
  await http.listen(config.gatewayPort, config.host);
  const counts = shareCounts(dependencies);
  counts.share(EDITOR_GUESTS, http.guests);
  closers.push(async () => {
    await http.close();
    await counts.close();
  });
  const hostKeys = await loadHostKeys(dependencies);
  const certificateAuthority = await loadCertificateAuthority(dependencies);
  const ssh = await createSshGateway({ ...dependencies, directory, hostKeys, certificateAuthority });
  await ssh.listen(config.sshPort, config.sshListenHost);
  await showHostKeys(dependencies.db, ssh.hostKeys);
  closers.push(() => ssh.close());
  const tcp = createTcpGateway({ ...dependencies, directory });
  await tcp.listen(config.sshListenHost);
  closers.push(() => tcp.close());
}
