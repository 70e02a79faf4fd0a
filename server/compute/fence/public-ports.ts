import type { Config } from '../../platform/config.ts';

type Addresses = Pick<Config, 'port' | 'gatewayPort' | 'sshPort' | 'https' | 'publicUrl' | 'workspaceUrlSuffix'>;

/**
 * The ports of this machine that containers may reach like anyone else: what the product listens on, and the proxy in
 * front of it, so that the installation's own addresses answer from inside a workspace.
 */
export function publicPorts({ port, gatewayPort, sshPort, https, publicUrl, workspaceUrlSuffix }: Addresses): number[] {
  const standard = https ? 443 : 80;
  const shown = [new URL(publicUrl).port, workspaceUrlSuffix.slice(1)].map((each) => Number(each || standard));
  // Plain http addresses are redirected.
  return [...new Set([port, gatewayPort, sshPort, ...shown, ...(https ? [80] : [])])];
}
