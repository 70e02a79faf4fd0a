import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Client } from '../client/client.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure } from '../failure.ts';
import { confirm, secretly } from '../terminal/ask.ts';
import { isInteractive, note, plain, printJson } from '../terminal/print.ts';
import { printTable } from '../terminal/table.ts';

interface Whose {
  organization?: true;
  group?: string;
  json?: true;
}

interface Value extends Whose {
  file?: string;
  repository?: string[];
}

export async function listSecrets(options: Whose): Promise<void> {
  const { client } = await connect();
  const answer = await client.listSecrets({ query: await ownerOf(client, options) });
  if (options.json) return printJson(answer);
  if (answer.secrets.length === 0) return note('No secrets. Add one with: slipway secrets set NAME < file');
  printTable(
    ['NAME', 'KIND', 'REPOSITORIES', 'CHANGED', 'LAST USED'],
    answer.secrets.map(({ name, kind, repositories, change_date, last_used }) => [
      name,
      kind,
      repositories?.join(' ') ?? 'all',
      change_date,
      last_used ?? '–',
    ]),
  );
}

/** The value is never an argument, which every program of the computer could read. */
export async function setSecret(name: string, options: Value): Promise<void> {
  const { client } = await connect();
  const owner = await ownerOf(client, options);
  const { secrets } = await client.listSecrets({ query: owner });
  const known = secrets.find((secret) => secret.name === name);
  const kind = options.file ? 'file' : (known?.kind ?? 'text');
  if (known && known.kind !== kind)
    throw new Failure(EXIT.usage, `${plain(name)} is a text.`, `slipway secrets rm ${plain(name)}, then set it anew.`);
  const bytes = await readValue(name, options.file);
  const value = kind === 'file' ? bytes.toString('base64') : textOf(bytes);
  const answer = known
    ? await client.updateSecret({
        params: { secretID: known.id },
        body: { value, ...(options.repository && { repositories: options.repository }) },
      })
    : await client.addSecret({ body: { ...owner, name, kind, value, repositories: options.repository ?? null } });
  if (options.json) printJson(answer);
  else note(known ? 'The value is replaced.' : 'The secret is added.');
}

export async function removeSecret(name: string, options: Whose & { yes?: true }): Promise<void> {
  const { client } = await connect();
  const { secrets } = await client.listSecrets({ query: await ownerOf(client, options) });
  const secretID = secrets.find((secret) => secret.name === name)?.id;
  if (!secretID) throw notThere(name);
  if (!options.yes) {
    const { workspaces } = await client.listSecretWorkspaces({ params: { secretID } });
    const losing = workspaces.map((workspace) => plain(workspace.name)).join(', ');
    note(losing ? `These workspaces lose it: ${losing}.` : 'No workspace uses it now.');
    if (!(await confirm(`Delete ${plain(name)}?`, 'Add --yes to delete without a question.')))
      throw new Failure(EXIT.failed, 'Nothing was deleted.', null);
  }
  const answer = await client.deleteSecret({ params: { secretID } });
  if (options.json) return printJson(answer);
  note('The secret is deleted.');
  note(`To have it back within 24 hours: slipway secrets undo ${plain(name)}`);
}

export async function undoSecret(name: string, options: Whose): Promise<void> {
  const { client } = await connect();
  const { deleted } = await client.listSecrets({ query: await ownerOf(client, options) });
  const secretID = deleted.find((secret) => secret.name === name)?.id;
  if (!secretID) throw notThere(name, 'deleted ');
  const answer = await client.restoreSecret({ params: { secretID } });
  if (options.json) printJson(answer);
  else note('The secret is back.');
}

async function ownerOf(client: Client, { organization, group }: Whose) {
  if (organization && group)
    throw new Failure(
      EXIT.usage,
      'A secret belongs to the organization or to a group.',
      'Use --organization or --group, not both.',
    );
  if (organization) return { owner: 'organization' as const };
  if (!group) return { owner: 'person' as const };
  const { groups } = await client.listSecretPlaces();
  const found = groups.find(({ id, group_name }) => id === group || group_name === group);
  if (!found)
    throw new Failure(EXIT.notFound, `You manage the secrets of no group called ${plain(group)}.`, groupsHint(groups));
  return { owner: 'group' as const, group_id: found.id };
}

function groupsHint(groups: readonly { group_name: string }[]): string {
  const names = groups.map(({ group_name }) => plain(group_name)).join(', ');
  return names ? `Those you manage: ${names}` : 'The group’s administrators can add you.';
}

async function readValue(name: string, file: string | undefined): Promise<Buffer> {
  if (file) {
    const bytes = await readFile(file).catch(() => null);
    if (!bytes) throw new Failure(EXIT.usage, `${plain(file)} can’t be read.`, 'Name a file that you may read.');
    return bytes;
  }
  if (isInteractive()) return Buffer.from(await secretly(`Value of ${plain(name)}`));
  return buffer(process.stdin);
}

/** One line break at the end is the shell's, not the secret's. @throws Failure for bytes that are no text */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, '');
  } catch {
    throw new Failure(EXIT.usage, 'The value isn’t text.', 'Use --file for other bytes.');
  }
}

function notThere(name: string, which = ''): Failure {
  return new Failure(EXIT.notFound, `There’s no ${which}secret called ${plain(name)}.`, 'slipway secrets lists them.');
}
