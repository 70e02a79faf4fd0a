import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { composeEnvironment } from '#tests/support/compose-environment.ts';
import { DEPLOY, FOLDER, PORTS, UI, WORKSPACES } from './addresses.ts';
import { AUTHORITY, AUTHORITY_KEY, CERTIFICATES } from './certificates.ts';
import { type Running, start } from './processes.ts';

/** Caddy with the configuration that operators get, and an authority of its own in place of Let's Encrypt. */
export function startCaddy(dotenv: Record<string, string>): Promise<Running> {
  const options = `
    admin off
    local_certs
    skip_install_trust
    pki {
      ca local {
        root {
          cert ${AUTHORITY}
          key ${AUTHORITY_KEY}
        }
      }
    }`;
  const environment = composeEnvironment('caddy', { ...dotenv, CADDY_GLOBAL_OPTIONS: options });
  const places = { HOME: FOLDER, XDG_DATA_HOME: FOLDER, XDG_CONFIG_HOME: FOLDER };
  const ports = { HTTP_PORT: String(PORTS.caddy.http), HTTPS_PORT: String(PORTS.caddy.https) };
  return start({
    name: 'caddy',
    command: ['caddy', 'run', '--config', path.join(DEPLOY, 'Caddyfile'), '--adapter', 'caddyfile'],
    env: { PATH: process.env.PATH, ...environment, ...places, ...ports },
    ready: /serving initial configuration/,
  });
}

/** nginx with the configuration that operators get, and certificates from files. */
export async function startNginx(): Promise<Running> {
  const variables: Record<string, string> = {
    APP_DOMAIN: UI,
    WORKSPACE_DOMAIN: WORKSPACES,
    HTTP_PORT: String(PORTS.nginx.http),
    HTTPS_PORT: String(PORTS.nginx.https),
    API_SERVERS: `server 127.0.0.1:${PORTS.firstApi}; server 127.0.0.1:${PORTS.secondApi};`,
    GATEWAY_SERVERS: `server 127.0.0.1:${PORTS.gateway};`,
    CERTIFICATES_DIR: CERTIFICATES,
  };
  const template = await readFile(path.join(DEPLOY, 'nginx.conf.template'), 'utf8');
  const site = path.join(FOLDER, 'slipway.conf');
  await writeFile(
    site,
    template.replace(/\$\{(\w+)\}/g, (all, name: string) => variables[name] ?? all),
  );
  const main = path.join(FOLDER, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${FOLDER}/nginx-${each};`)
    .join('\n');
  await writeFile(
    main,
    `daemon off; pid ${FOLDER}/nginx.pid; error_log stderr notice; events {}
http { access_log off; ${temporary} include ${site}; }`,
  );
  return start({
    name: 'nginx',
    command: ['nginx', '-c', main, '-p', FOLDER],
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    ready: /start worker process/,
  });
}
