import type { RemoteEngine } from '../docker-client.ts';

/** What a host is to have. */
export interface MachineSpec {
  /** The host's id; the machine is labelled with it. */
  hostId: string;
  /** Name of the machine on its network. */
  hostname: string;
  cpuCores: number;
  memoryMb: number;
  diskGb: number;
  /** null: no GPU. */
  vramGb: number | null;
}

/** A machine as it is taken for a host. `key` names one of an inventory; null for one that is made on demand. */
export interface Claim {
  spec: MachineSpec;
  key: string | null;
}

export interface CreateOptions {
  onOutput: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Where hosts come from. A machine is a Linux with a Docker engine that nobody else uses. All calls can be repeated after
 * a crash. They throw `MachineUnavailable` with a sentence for people, or `EngineError`.
 */
export interface HostProvider {
  readonly id: string;
  /**
   * Machines of an inventory that have at least what is asked for, best first: one of them is claimed in the database.
   * null when machines are made on demand.
   */
  candidates(spec: MachineSpec): Promise<string[] | null>;
  /** Makes or prepares the machine afresh: its engine answers, and to our certificate only. */
  create(claim: Claim, options: CreateOptions): Promise<RemoteEngine>;
  /** Gives the machine back, with nothing of the host left on it. Fine when it is gone already. */
  destroy(claim: Claim): Promise<void>;
  /** How the engine is reached now, where a machine that was restarted has another address; null when the machine is gone. */
  locate(claim: Claim, engine: RemoteEngine): Promise<RemoteEngine | null>;
  /** Runs a shell script on the machine, as root. @throws EngineError also when it ends with anything but 0 */
  run(claim: Claim, script: string): Promise<void>;
}

/** A machine can't be had; the message is one sentence for people. */
export class MachineUnavailable extends Error {
  override readonly name = 'MachineUnavailable';
}
