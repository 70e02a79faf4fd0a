import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { BROWSER_HOME, FOLDER, UI, WORKSPACES } from './addresses.ts';

const run = promisify(execFile);

export const CERTIFICATES = path.join(FOLDER, 'certificates');
export const AUTHORITY = path.join(CERTIFICATES, 'ca.crt');
export const AUTHORITY_KEY = path.join(CERTIFICATES, 'ca.key');

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];

/** An authority that this run's Chromium trusts, and the two certificates of an operator who brings files. */
export async function makeCertificates(): Promise<void> {
  await mkdir(CERTIFICATES, { recursive: true });
  const authority = ['-x509', '-subj', '/CN=Slipway test authority', '-keyout', AUTHORITY_KEY, '-out', AUTHORITY];
  const usage = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
  await run('openssl', ['req', ...NEW_KEY, ...authority, ...usage]);
  await sign('ui', UI);
  await sign('workspaces', `*.${WORKSPACES}`);
  const store = path.join(BROWSER_HOME, '.pki/nssdb');
  await mkdir(store, { recursive: true });
  await run('certutil', ['-N', '-d', `sql:${store}`, '--empty-password']);
  await run('certutil', ['-A', '-d', `sql:${store}`, '-t', 'C,,', '-n', 'slipway-test', '-i', AUTHORITY]);
}

async function sign(file: string, name: string): Promise<void> {
  const [key, request, certificate] = ['key', 'csr', 'crt'].map((end) => path.join(CERTIFICATES, `${file}.${end}`));
  const extensions = path.join(CERTIFICATES, `${file}.ext`);
  await writeFile(extensions, `subjectAltName=DNS:${name}\nextendedKeyUsage=serverAuth\n`);
  await run('openssl', [
    'req',
    ...NEW_KEY.slice(0, -2),
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${key}`,
    '-out',
    `${request}`,
  ]);
  const by = ['-CA', AUTHORITY, '-CAkey', AUTHORITY_KEY, '-CAcreateserial', '-days', '2', '-extfile', extensions];
  await run('openssl', ['x509', '-req', '-in', `${request}`, '-out', `${certificate}`, ...by]);
}
