import type { RemoteEngine } from '../docker-client.ts';

/** What a host should have. */
export interface MachineSpec {
  /** The host's id, which labels the machine. */
  hostId: string;
  /** The machine's name on its network. */
  hostname: string;
  cpuCores: number;
  memoryMb: number;
  diskGb: number;
  /** null: no GPU. */
  vramGb: number | null;
}

/** The machine claimed for a host. `key` names one from an inventory; null for one created on demand. */
export interface Claim {
  spec: MachineSpec;
  key: string | null;
}

export interface CreateOptions {
  onOutput: (line: string) => void;
  signal: AbortSignal;
}

/**
 * A source of hosts. A machine is a Linux with a Docker engine nobody else uses. All calls can be repeated after a
 * crash. They throw `MachineUnavailable` with a sentence for people, or `EngineError`. How to add one:
 * server/compute/README.md, "Providers of hosts".
 */
export interface HostProvider {
  readonly id: string;
  /**
   * Machines of an inventory with at least what is asked for, best first; one of them is claimed in the database. null
   * if machines are created on demand.
   */
  candidates(spec: MachineSpec): Promise<string[] | null>;
  /** Creates or prepares the machine from scratch: its engine answers, and only to our certificate. */
  create(claim: Claim, options: CreateOptions): Promise<RemoteEngine>;
  /** Gives the machine back without a trace of the host. Succeeds if it is gone already. */
  destroy(claim: Claim): Promise<void>;
  /** How to reach the engine now, if a restart may have changed its address; null if the machine is gone. */
  locate(claim: Claim, engine: RemoteEngine): Promise<RemoteEngine | null>;
  /** Runs a shell script on the machine, as root. @throws EngineError, also if it exits with anything but 0 */
  run(claim: Claim, script: string): Promise<void>;
}

/** No machine is available; the message is one sentence for people. */
export class MachineUnavailable extends Error {
  override readonly name = 'MachineUnavailable';
}
