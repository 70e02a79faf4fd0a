import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
export const DEPLOY = path.join(ROOT, 'resources/deploy');

export const UI = 'slipway.test';
export const WORKSPACES = 'slipway-workspaces.test';

export const PORTS = {
  firstApi: 16400,
  secondApi: 16410,
  gateway: 16401,
  ssh: 16422,
  caddy: { http: 16080, https: 16443 },
  nginx: { http: 16081, https: 16444 },
};

/** What this run keeps; Playwright's workers inherit its name. */
process.env.SLIPWAY_DEPLOY_FOLDER ??= mkdtempSync(path.join(os.tmpdir(), 'slipway-deploy-'));
export const FOLDER = process.env.SLIPWAY_DEPLOY_FOLDER;
export const MAILS = path.join(FOLDER, 'mails');
/** What this operator offers of the desktop app. */
export const DOWNLOADS = path.join(FOLDER, 'downloads');
export const PACKAGE = 'Slipway-1.0.0-linux-x64.AppImage';
export const BROWSER_HOME = path.join(FOLDER, 'browser');

/** For Chromium: the two domains are at this proxy, as DNS would say. */
export const resolverRules = (httpsPort: number) =>
  [UI, `*.${WORKSPACES}`].map((name) => `MAP ${name}:443 127.0.0.1:${httpsPort}`).join(', ');
