import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { connect } from '../connect.ts';
import { EXIT, Failure } from '../failure.ts';
import { publicPart } from '../ssh/local-keys.ts';
import { note, plain, printJson } from '../terminal/print.ts';
import { printTable } from '../terminal/table.ts';

export async function listKeys({ json }: { json?: true }): Promise<void> {
  const { client } = await connect();
  const answer = await client.listSshKeys();
  if (json) return printJson(answer);
  if (answer.sshKeys.length === 0) return note('No keys. Add one with: slipway keys add ~/.ssh/id_ed25519.pub');
  printTable(
    ['NAME', 'FINGERPRINT'],
    answer.sshKeys.map(({ name, fingerprint }) => [name, fingerprint]),
  );
}

/** Only what begins like a public key leaves this computer: a mistyped path must not send a private one. */
export async function addKey(file: string, { name, json }: { name?: string; json?: true }): Promise<void> {
  const line = await readFile(file, 'utf8').catch(() => null);
  if (line === null)
    throw new Failure(EXIT.usage, `${plain(file)} can’t be read.`, 'ssh-keygen -t ed25519 makes a key.');
  const public_key = publicPart(line);
  if (!public_key) throw new Failure(EXIT.usage, `${plain(file)} isn’t a public key.`, 'Its name ends in .pub.');
  const { client } = await connect();
  const answer = await client.addSshKey({ body: { name: name ?? plain(os.hostname()).slice(0, 60), public_key } });
  if (json) printJson(answer);
  else note('The key is added.');
}
