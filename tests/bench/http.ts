import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { load } from './load.ts';
import { HOST, HTTP_PORT, type Stage } from './stage.ts';
import type { Row } from './table.ts';

const CHP_PORT = 15_561;
const NGINX_PORT = 15_563;
const NGINX = '/usr/sbin/nginx';
const ROUNDS = 3;

/**
 * 1 KB over 64 kept connections: the gateway, configurable-http-proxy, nginx, taking turns; the best round of each counts.
 * Load, proxy and program share the machine, so that the processor time a request costs says more than the rate does.
 */
export async function benchHttp(stage: Stage): Promise<Row[]> {
  const { address, cookie, folder, gatewayPid } = stage;
  const chp = startProgram(process.execPath, [
    path.resolve(import.meta.dirname, '../../node_modules/configurable-http-proxy/bin/configurable-http-proxy'),
    ...['--ip', '127.0.0.1', '--port', String(CHP_PORT), '--api-port', String(CHP_PORT + 1), '--log-level', 'error'],
    ...['--default-target', `http://${address}:7080`],
  ]);
  const nginx = existsSync(NGINX) ? await startNginx(folder, address) : null;
  try {
    const targets: Array<{ name: 'ours' | 'chp' | 'nginx'; port: number; pid: number }> = [
      { name: 'ours', port: HTTP_PORT, pid: gatewayPid },
      { name: 'chp', port: CHP_PORT, pid: chp.pid },
    ];
    if (nginx) targets.push({ name: 'nginx', port: NGINX_PORT, pid: nginx.pid });
    const best = { ours: 0, chp: 0, nginx: 0 };
    const cost = { ours: Infinity, chp: Infinity, nginx: Infinity };
    for (const { port } of targets) await untilListening(port);
    for (let round = 0; round < ROUNDS; round++) {
      for (const { name, port, pid } of targets) {
        const head = `GET / HTTP/1.1\r\nHost: ${HOST}\r\nCookie: ${cookie}\r\nAccept: */*`;
        const before = await processorSeconds(pid);
        const { requestsPerSecond, answered } = await load({
          host: '127.0.0.1',
          port,
          head,
          connections: 64,
          seconds: 3,
        });
        best[name] = Math.max(best[name], requestsPerSecond);
        cost[name] = Math.min(cost[name], ((await processorSeconds(pid)) - before) / answered);
      }
    }
    const common = { what: 'http 1 KB, keep-alive, 64 connections', unit: 'req/s', ours: best.ours };
    return [
      { ...common, against: 'configurable-http-proxy', reference: best.chp, aim: '≥ 2 ×' },
      {
        ...common,
        against: 'nginx, one worker',
        reference: nginx ? best.nginx : null,
        aim: 'as near as Node gets',
        ...(nginx ? {} : { note: 'nginx is not installed' }),
      },
      {
        what: 'the same: processor time of the proxy',
        unit: 'µs/req',
        ours: cost.ours * 1e6,
        against: 'configurable-http-proxy',
        reference: cost.chp * 1e6,
        aim: '≤ 0.5 ×',
      },
    ];
  } finally {
    await Promise.all([chp.stop(), nginx?.stop()]);
  }
}

interface Program {
  pid: number;
  stop(): Promise<void>;
}

function startProgram(command: string, args: string[]): Program {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** User and system time of a process so far (Linux: hundredths of a second). */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function startNginx(folder: string, address: string): Promise<Program> {
  const file = path.join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; user root;
events { worker_connections 1024; }
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream box { server ${address}:7080; keepalive 64; }
  server { listen 127.0.0.1:${NGINX_PORT}; location / { proxy_pass http://box; proxy_http_version 1.1;
    proxy_set_header Connection ""; proxy_set_header Host $host; } } }`,
  );
  return startProgram(NGINX, ['-c', file, '-p', folder]);
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const up = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
