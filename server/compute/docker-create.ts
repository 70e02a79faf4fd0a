import type Docker from 'dockerode';
import { AGENT_PORT } from './dial-agent.ts';
import { call, type DockerContext } from './docker-call.ts';
import type { ContainerSpec, Engine } from './engine.ts';

/**
 * What sudo and apt need and no more; everything else is dropped. `no-new-privileges` stays off, because it breaks
 * sudo.
 */
const CAPABILITIES = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETUID',
  'SYS_CHROOT',
];
/**
 * What a container needs to be a machine with its own engine. `--privileged` is refused where the machine itself lacks
 * CAP_SYS_RESOURCE; this is everything else in it.
 */
const MACHINE = {
  CapAdd: ['ALL'],
  CapDrop: ['SYS_RESOURCE'],
  SecurityOpt: ['seccomp=unconfined', 'apparmor=unconfined'],
  // The paths that `systempaths=unconfined` on the command line stands for.
  MaskedPaths: [],
  ReadonlyPaths: [],
};
/** Those that attach files, and the one that hands them out. */
const LOOP_DEVICES = ['b 7:* rwm', 'c 10:237 rwm'];
const DEFAULT_PIDS = 4096;
/** Browsers and PostgreSQL outgrow Docker's 64 MB; it counts towards the memory limit only when used. */
const SHARED_MEMORY_MB = 256;
const LOG_FILES = { 'max-size': '5m', 'max-file': '2' };

/** `createContainer` of an engine; remembers if its storage driver can't limit a container's disk. */
export function dockerCreate({ docker, agents }: DockerContext): Pick<Engine, 'createContainer'> {
  let limitsDisk = true;
  const withAgentPort = (spec: ContainerSpec): ContainerSpec => {
    if (!agents || !spec.env?.SLIPWAY_AGENT_TOKEN) return spec;
    const port = { containerPort: AGENT_PORT, hostAddress: agents.bindAddress };
    return { ...spec, publishedPorts: [...(spec.publishedPorts ?? []), port] };
  };

  return {
    async createContainer(spec, { timeoutMs = 60_000 } = {}) {
      const create = (diskGb: number | null) =>
        atMostTheirs(spec.cpuCores, (cpuCores) =>
          call(`create container ${spec.name}`, timeoutMs, (abortSignal) =>
            docker.createContainer({ ...toCreateOptions({ ...withAgentPort(spec), cpuCores }, diskGb), abortSignal }),
          ),
        );
      const diskGb = spec.diskGb ?? null;
      if (diskGb !== null && limitsDisk) {
        try {
          return { id: (await create(diskGb)).id, diskLimited: true };
        } catch (error) {
          if (!(error instanceof Error && /storage-opt|storage option|pquota/i.test(error.message))) throw error;
          limitsDisk = false;
        }
      }
      return { id: (await create(null)).id, diskLimited: false };
    },
  };
}

function toCreateOptions(spec: ContainerSpec, diskGb: number | null): Docker.ContainerCreateOptions {
  const ports = spec.publishedPorts ?? [];
  const key = (port: (typeof ports)[number]) => `${port.containerPort}/${port.protocol ?? 'tcp'}`;
  return {
    name: spec.name,
    Image: spec.image,
    Hostname: spec.hostname,
    Cmd: spec.command,
    Env: Object.entries(spec.env ?? {}).map(([name, value]) => `${name}=${value}`),
    Labels: spec.labels,
    ExposedPorts: Object.fromEntries(ports.map((port) => [key(port), {}])),
    ...(spec.machine && { Volumes: { '/var/lib/docker': {} } }),
    HostConfig: {
      NetworkMode: spec.network,
      NanoCpus: nanoCpus(spec.cpuCores),
      ...memoryLimit(spec.memoryMb),
      PidsLimit: spec.pidsLimit ?? DEFAULT_PIDS,
      ShmSize: SHARED_MEMORY_MB * 2 ** 20,
      ...(spec.machine ? MACHINE : { CapDrop: ['ALL'], CapAdd: CAPABILITIES }),
      RestartPolicy: { Name: (spec.machine || spec.keepRunning) && !spec.once ? 'unless-stopped' : 'no' },
      ...(spec.once && { AutoRemove: true }),
      ...(spec.loopDevices && { DeviceCgroupRules: LOOP_DEVICES }),
      // Engines let containers forward packets, as their machine does.
      ...(spec.forwardsNothing && { Sysctls: { 'net.ipv4.ip_forward': '0' } }),
      Mounts: Object.entries(spec.volumes ?? {}).map(([name, folder]) => ({
        Type: 'volume' as const,
        Source: name,
        Target: folder,
        VolumeOptions: { NoCopy: false, Labels: spec.labels ?? {}, DriverConfig: { Name: 'local', Options: {} } },
      })),
      LogConfig: { Type: 'json-file', Config: LOG_FILES },
      ...(spec.gpu && { DeviceRequests: [{ Driver: '', Count: -1, Capabilities: [['gpu']] }] }),
      StorageOpt: diskGb === null ? undefined : { size: `${diskGb}G` },
      PortBindings: Object.fromEntries(
        ports.map((port) => [
          key(port),
          [{ HostIp: port.hostAddress ?? '0.0.0.0', HostPort: String(port.hostPort ?? 0) }],
        ]),
      ),
    },
    NetworkingConfig: { EndpointsConfig: { [spec.network]: { Aliases: spec.aliases ?? [] } } },
  };
}

/** The engine refuses more cores than its machine has; such a container gets all of them. */
export async function atMostTheirs<T>(cpuCores: number, run: (cpuCores: number) => Promise<T>): Promise<T> {
  try {
    return await run(cpuCores);
  } catch (error) {
    const there = Number(/only (\d+) CPUs available/.exec(error instanceof Error ? error.message : '')?.[1]);
    if (!(there < cpuCores)) throw error;
    return run(there);
  }
}

export function nanoCpus(cpuCores: number): number {
  return Math.round(cpuCores * 1e9);
}

/** Memory without swap, so that what is sold is what there is, and swap doesn't hide overuse. */
export function memoryLimit(memoryMb: number): { Memory: number; MemorySwap: number } {
  const bytes = Math.round(memoryMb * 2 ** 20);
  return { Memory: bytes, MemorySwap: bytes };
}
