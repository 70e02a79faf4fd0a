import type Docker from 'dockerode';
import type { ContainerState } from './engine.ts';

/** Maps the engine's inspection to our types. Docker's zero time (year 1) becomes null. */
export function toContainerState(info: Docker.ContainerInspectInfo): ContainerState {
  const { State: state, HostConfig: host } = info;
  return {
    id: info.Id,
    name: info.Name.replace(/^\//, ''),
    image: info.Config.Image,
    status: state.Status as ContainerState['status'],
    running: state.Running,
    exitCode: state.Running || state.Status === 'created' ? null : state.ExitCode,
    oomKilled: state.OOMKilled,
    startedAt: toDate(state.StartedAt),
    finishedAt: toDate(state.FinishedAt),
    createdAt: new Date(info.Created),
    health: (state.Health?.Status ?? 'none') as ContainerState['health'],
    ipAddresses: Object.fromEntries(
      Object.entries(info.NetworkSettings.Networks)
        .filter(([, network]) => network.IPAddress)
        .map(([name, network]) => [name, network.IPAddress]),
    ),
    networks: Object.keys(info.NetworkSettings.Networks),
    publishedPorts: publishedPorts(info.NetworkSettings.Ports),
    labels: info.Config.Labels ?? {},
    env: Object.fromEntries(
      (info.Config.Env ?? []).map((entry) => {
        const at = entry.indexOf('=');
        return at < 0 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + 1)];
      }),
    ),
    cpuCores: (host.NanoCpus ?? 0) / 1e9,
    maySwap: (host.MemorySwap ?? 0) > (host.Memory ?? 0),
    memoryMb: Math.round((host.Memory ?? 0) / 2 ** 20),
  };
}

function toDate(text: string): Date | null {
  return text === '' || text.startsWith('0001-') ? null : new Date(text);
}

function publishedPorts(
  ports: Docker.ContainerInspectInfo['NetworkSettings']['Ports'],
): ContainerState['publishedPorts'] {
  return Object.entries(ports ?? {}).flatMap(([key, bindings]) => {
    const [containerPort, protocol] = key.split('/');
    return (bindings ?? []).map((binding) => ({
      containerPort: Number(containerPort),
      hostPort: Number(binding.HostPort),
      hostAddress: binding.HostIp,
      protocol: protocol === 'udp' ? ('udp' as const) : ('tcp' as const),
    }));
  });
}
