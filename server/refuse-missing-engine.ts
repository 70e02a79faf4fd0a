import type { Dependencies } from './features/context.ts';

const PATIENCE_MS = 5000;

/** Without it no workspace starts or can be reached. @throws Error with what to do */
export async function refuseMissingEngine({
  config,
  engines,
}: Pick<Dependencies, 'config' | 'engines'>): Promise<void> {
  try {
    await engines.get('local').ping({ timeoutMs: PATIENCE_MS });
  } catch (cause) {
    throw new Error(
      `The Docker engine isn’t responding at ${config.dockerSocket}. Start it, let this account use its socket, or set SLIPWAY_DOCKER_SOCKET to where it is.`,
      { cause },
    );
  }
}
