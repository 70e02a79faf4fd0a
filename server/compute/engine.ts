import type { Duplex, Readable, Writable } from 'node:stream';
import type { Expected } from './layer-progress.ts';

/** Which engine a container lives on; `'local'` is the machine's own. */
export type EngineId = string;

/** A container's name or id: every call takes either. */
export type ContainerRef = string;

/** Every call ends with an `EngineError` of kind `timeout` after `timeoutMs`; each call has its own default. */
export interface CallOptions {
  timeoutMs?: number;
}

export interface EngineInfo {
  /** What the engine calls itself. Docker's changes when its data folder is new, and never otherwise. */
  identity: string;
  version: string;
  cpuCores: number;
  memoryMb: number;
  storageDriver: string;
  runningContainers: number;
}

/** A machine of a swarm, as its manager sees it. */
export interface SwarmNode {
  id: string;
  /** The machine's host name. */
  name: string;
  address: string;
  labels: Record<string, string>;
  /** Whether the manager hears from it. */
  isReady: boolean;
  /** `pause` takes nothing new, `drain` should have nothing. */
  availability: 'active' | 'pause' | 'drain';
  cpuCores: number;
  memoryMb: number;
}

export interface Swarm {
  /** Which of the nodes is this engine's own machine. */
  ownId: string;
  nodes: SwarmNode[];
  /** The command that lets another machine join, with its secret. */
  joinCommand: string;
}

export interface NetworkSpec {
  name: string;
  /** The bridge device is named after its installation, so that the firewall knows it. */
  labels?: Record<string, string>;
  /** Across the nodes of the swarm that this engine manages, with no way out of it; any node's containers can join. */
  overlay?: { encrypted: boolean };
}

export interface NetworkSummary {
  id: string;
  name: string;
  labels: Record<string, string>;
  /** Its device on the machine; null if the engine chose one. */
  bridge: string | null;
}

export interface PublishedPort {
  containerPort: number;
  /** 0 lets the engine choose; `ContainerState.publishedPorts` says which it took. */
  hostPort?: number;
  /** Default 0.0.0.0. */
  hostAddress?: string;
  protocol?: 'tcp' | 'udp';
}

export interface ContainerSpec {
  name: string;
  image: string;
  env?: Record<string, string>;
  labels?: Record<string, string>;
  network: string;
  /** Names by which containers of the same network reach this one. */
  aliases?: string[];
  hostname?: string;
  /** Overrides the image's command. */
  command?: string[];
  /** Fractions are allowed: 0.25 is a quarter of a core. */
  cpuCores: number;
  memoryMb: number;
  /** Default 4096. */
  pidsLimit?: number;
  /** null: unlimited. Enforced only where the storage driver can; see `CreatedContainer.diskLimited`. */
  diskGb?: number | null;
  publishedPorts?: PublishedPort[];
  /** Gives it all GPUs of the machine; it can't start where there is none. */
  gpu?: boolean;
  /** A host: a container that runs its own engine, with kernel rights that no workspace may have. */
  machine?: boolean;
  /** The engine removes it, with its anonymous volumes, as soon as it ends. */
  once?: boolean;
  /** A `machine` that makes file systems of files. */
  loopDevices?: boolean;
  /** Named volumes that outlive the container: name → folder in it. Created with the container's labels if missing. */
  volumes?: Record<string, string>;
  /** The engine restarts it when it exits, and with the machine. Always true for a host. */
  keepRunning?: boolean;
  /** It is on several networks, and must not route between them. */
  forwardsNothing?: boolean;
}

export interface CreatedContainer {
  id: string;
  /** False if `diskGb` was given and the storage driver can't enforce it: measure with `stats` instead. */
  diskLimited: boolean;
}

export interface ContainerState {
  id: string;
  name: string;
  image: string;
  status: 'created' | 'running' | 'paused' | 'restarting' | 'removing' | 'exited' | 'dead';
  /** Also while it is frozen (`paused`). */
  running: boolean;
  exitCode: number | null;
  /** True only if the container's main process was killed; a killed child shows as an `oom` event alone. */
  oomKilled: boolean;
  startedAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
  health: 'none' | 'starting' | 'healthy' | 'unhealthy';
  /** Network name → IPv4 address, running containers only. */
  ipAddresses: Record<string, string>;
  /** Names of the networks it is attached to, or will be when it starts. */
  networks: string[];
  publishedPorts: Array<{
    containerPort: number;
    hostPort: number;
    hostAddress: string;
    protocol: 'tcp' | 'udp';
  }>;
  labels: Record<string, string>;
  env: Record<string, string>;
  cpuCores: number;
  memoryMb: number;
  /** Only from when it is frozen until soon after it is thawed. */
  maySwap: boolean;
}

export interface ContainerSummary {
  id: string;
  name: string;
  status: ContainerState['status'];
  /** False while it is frozen. */
  running: boolean;
  /** As in `ContainerState`. */
  networks: string[];
  labels: Record<string, string>;
  createdAt: Date;
}

export interface ContainerLimits {
  cpuCores?: number;
  memoryMb?: number;
}

export interface ContainerStats {
  /** 100 is one full core. */
  cpuPercent: number;
  /** Without the page cache. */
  memoryBytes: number;
  memoryLimitBytes: number;
  /** What the container has written over its image; null unless asked for. */
  diskBytes: number | null;
}

export interface ExecRequest {
  command: string[];
  /** Default `dev`. */
  user?: string;
  /** Default the image's working directory. */
  cwd?: string;
  env?: Record<string, string>;
  /** With a terminal stderr is part of stdout, and ending stdin sends ^D. */
  tty?: boolean;
  cols?: number;
  rows?: number;
}

export type ProcessSignal = 'HUP' | 'INT' | 'QUIT' | 'TERM' | 'KILL' | 'USR1' | 'USR2' | 'ALRM';

export interface ExecSession {
  /** `end()` gives the process end-of-file and leaves its output open. */
  stdin: Writable;
  /** Ends after the last byte of output; must be read (or `resume()`d) for `exitCode` to settle. */
  stdout: Readable;
  stderr: Readable;
  /** Settles after stdout and stderr have ended. 128 + n if ended by signal n. */
  exitCode: Promise<number>;
  resize(size: { cols: number; rows: number }): Promise<void>;
  /** Signals the command's process group, e.g. `HUP` when the client hung up. Succeeds if it already ended. */
  kill(signal?: ProcessSignal): Promise<void>;
}

export interface FoundFile {
  content: Buffer;
  changedAt: Date;
}

export interface ExecResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface EngineEvent {
  kind: 'create' | 'start' | 'die' | 'oom' | 'destroy';
  containerId: string;
  containerName: string;
  labels: Record<string, string>;
  at: Date;
  /** Only with `die`. */
  exitCode: number | null;
}

/** The login for one call to a registry; no engine keeps it. */
export interface RegistryLogin {
  user: string;
  password: string;
}

export interface TransferOptions extends CallOptions {
  login?: RegistryLogin | null;
  onOutput?: (line: string) => void;
  /** Copied so far, reported rarely; based on the layers known so far unless `expected` says more. */
  onPercent?: (percent: number) => void;
  expected?: Expected;
}

export interface BuildImageRequest {
  /** Folder sent as the build context. */
  contextFolder: string;
  dockerfile?: string;
  tag: string;
  buildArgs?: Record<string, string>;
  labels?: Record<string, string>;
  onOutput?: (line: string) => void;
  timeoutMs?: number;
}

/** What an image is made of and says about its containers. */
export interface ImageDetails {
  id: string;
  /** As Docker names them: `amd64`, `arm64`; `linux`, `windows`. */
  architecture: string;
  os: string;
  /** Digests of its layers, the lowest first. */
  layers: string[];
  /** Of its containers, as the engine's API has it. */
  config: Record<string, unknown>;
  entrypoint: string[];
  command: string[];
  /** `USER` as written; empty for root. */
  user: string;
  labels: Record<string, string>;
  /** Folders that a container would get volumes for. */
  volumes: string[];
  /** Whether a build on top of it would run instructions of its own (`ONBUILD`). */
  hasTriggers: boolean;
}

/** One container engine. All methods throw `EngineError`; a missing container, image or network is kind `not-found`. */
export interface Engine {
  readonly id: EngineId;
  /** Runs in a container of this machine's engine, and is reached over that container's network. */
  readonly isNested: boolean;

  ping(options?: CallOptions): Promise<void>;
  info(options?: CallOptions): Promise<EngineInfo>;
  /** The swarm that this engine manages; null if it manages none. */
  swarm(options?: CallOptions): Promise<Swarm | null>;
  /** Forgets a node, whether or not it has left. Succeeds if it is missing. */
  removeSwarmNode(nodeId: string, options?: CallOptions): Promise<void>;

  /** Creates the network if it is missing; returns its id. */
  ensureNetwork(spec: NetworkSpec, options?: CallOptions): Promise<string>;
  /** Succeeds if it is missing; `conflict` while containers are attached, unless `force` detaches them. */
  removeNetwork(name: string, options?: CallOptions & { force?: boolean }): Promise<void>;
  /** Attaches a container to a further network, known there by `alias`. Succeeds if it is already attached. */
  connectNetwork(network: string, container: ContainerRef, alias: string, options?: CallOptions): Promise<void>;
  /** Succeeds if it isn't attached. A stopped container is detached even from an earlier network of that name. */
  disconnectNetwork(network: string, container: ContainerRef, options?: CallOptions): Promise<void>;
  /** Networks that carry all the labels. An empty value matches any value. */
  listNetworks(labels: Record<string, string>, options?: CallOptions): Promise<NetworkSummary[]>;

  /** `conflict` if the name is taken, `not-found` if image or network is missing. */
  createContainer(spec: ContainerSpec, options?: CallOptions): Promise<CreatedContainer>;
  /** Succeeds if it already runs. */
  start(container: ContainerRef, options?: CallOptions): Promise<void>;
  /** SIGTERM, then SIGKILL after `timeoutSeconds` (default 10); thaws it. Succeeds if it is already stopped. */
  stop(container: ContainerRef, options?: CallOptions & { timeoutSeconds?: number }): Promise<void>;
  /** Halts its processes where they are, with their memory; `offline` if it doesn't run. Succeeds if it is frozen. */
  freeze(container: ContainerRef, options?: CallOptions): Promise<void>;
  /** They continue; `offline` if it doesn't run. Succeeds if it isn't frozen. */
  thaw(container: ContainerRef, options?: CallOptions): Promise<void>;
  /** Succeeds if it is already stopped. */
  kill(container: ContainerRef, options?: CallOptions & { signal?: string }): Promise<void>;
  /** Stops by force and removes it with its anonymous volumes. Succeeds if it is missing. */
  remove(container: ContainerRef, options?: CallOptions): Promise<void>;
  rename(container: ContainerRef, name: string, options?: CallOptions): Promise<void>;
  inspect(container: ContainerRef, options?: CallOptions): Promise<ContainerState>;
  /** Running and stopped containers that carry all the labels. An empty value matches any value. */
  list(labels: Record<string, string>, options?: CallOptions): Promise<ContainerSummary[]>;
  /** Changes the limits of a running or stopped container. */
  update(container: ContainerRef, limits: ContainerLimits, options?: CallOptions): Promise<void>;
  stats(container: ContainerRef, options?: CallOptions & { disk?: boolean }): Promise<ContainerStats>;
  /** What the container has written over its image. Walks all its files. */
  diskBytes(container: ContainerRef, options?: CallOptions): Promise<number>;
  /** The last `tail` lines (default 200) of stdout and stderr. */
  logs(container: ContainerRef, options?: CallOptions & { tail?: number }): Promise<string>;

  /** `offline` if the container isn't running. */
  exec(container: ContainerRef, request: ExecRequest, options?: CallOptions): Promise<ExecSession>;
  /**
   * Runs to the end and collects the output (each stream up to `maxBytes`, default 1 MiB, keeping the end). `timeoutMs`
   * default 60 s.
   */
  run(
    container: ContainerRef,
    request: ExecRequest & {
      input?: string | Uint8Array;
      onOutput?: (line: string) => void;
      maxBytes?: number;
    },
    options?: CallOptions,
  ): Promise<ExecResult>;

  /**
   * A byte stream to `port` on the container's loopback interface, with half-close in both directions. `offline` if the
   * container isn't running or its agent doesn't answer; `port-not-listening` if nothing listens.
   */
  dial(container: ContainerRef, port: number, options?: CallOptions): Promise<Duplex>;

  /**
   * The regular files at a path or below it, whether the container runs, is frozen or stopped, by their path from the
   * parent of `path` on. Empty if nothing is there; `other` beyond `maxBytes`.
   */
  readFiles(
    container: ContainerRef,
    path: string,
    options: CallOptions & { maxBytes: number },
  ): Promise<Map<string, FoundFile>>;

  /** Makes an image of a stopped or running container; returns the image's id. */
  commit(
    container: ContainerRef,
    image: string,
    labels?: Record<string, string>,
    /** `secrets`: variables of the container that must not travel with the image. */
    options?: CallOptions & { secrets?: string[] },
  ): Promise<{ imageId: string; sizeBytes: number }>;
  imageExists(image: string, options?: CallOptions): Promise<boolean>;
  imageSize(image: string, options?: CallOptions): Promise<number>;
  /** The layer of an image that was made last: of a commit, all that its container wrote over its own image. */
  topLayer(image: string, options?: CallOptions): Promise<{ digest: string; sizeBytes: number }>;
  /** The command a container of this image runs by default. */
  imageCommand(image: string, options?: CallOptions): Promise<{ entrypoint: string[]; command: string[] }>;
  inspectImage(image: string, options?: CallOptions): Promise<ImageDetails>;
  /** The digest that a registry has for a name today, asked by the engine; no image is fetched. */
  findDigest(reference: string, options?: CallOptions): Promise<string>;
  /** Loads an archive as `docker save` makes it; layers that are there may be left out. */
  loadImage(archive: Readable, options?: CallOptions): Promise<void>;
  /** Succeeds if it is missing; `conflict` while a container uses it. */
  removeImage(image: string, options?: CallOptions): Promise<void>;
  listImages(labels: Record<string, string>, options?: CallOptions): Promise<Array<{ id: string; tags: string[] }>>;
  pullImage(image: string, options?: TransferOptions): Promise<void>;
  /** Pushes it to the registry in its name; existing layers aren't sent again. */
  pushImage(image: string, options?: TransferOptions): Promise<void>;
  /** Gives an image another name. */
  tagImage(image: string, name: string, options?: CallOptions): Promise<void>;
  /** Removes a named volume with its contents. Succeeds if it is missing; `conflict` while a container uses it. */
  removeVolume(name: string, options?: CallOptions): Promise<void>;
  /** Makes a one-layer image of a tar of a root file system. */
  importImage(tar: Readable, image: string, options?: CallOptions): Promise<void>;
  /** An image as `docker save` writes it. */
  saveImage(image: string, options?: CallOptions): Promise<Readable>;
  /** Throws `other` (or `out-of-disk`) with the last lines of output if a step fails. */
  buildImage(request: BuildImageRequest): Promise<{ imageId: string }>;

  /**
   * While `use` runs, a port on the loopback interface of the engine's machine, passed to `use`, leads to our port.
   * @throws EngineError `other` for a nested engine, which has a network instead
   */
  lendPort<T>(port: number, use: (theirPort: number) => Promise<T>): Promise<T>;

  /**
   * Resolves once it listens: container events from then on, until `signal` aborts. @throws EngineError `unreachable`,
   * also during reading, if the engine goes away
   */
  events(signal: AbortSignal): Promise<AsyncIterable<EngineEvent>>;

  /** Closes idle connections. */
  close(): void;
}
