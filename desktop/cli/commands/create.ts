import type { AddWorkspaceInput } from '#shared/features/workspaces/contract.ts';
import type { RepositoryLook } from '#shared/features/workspaces/repository.ts';
import { isSshAddress } from '#shared/features/workspaces/repository-address.ts';
import { ApiError, type Client } from '../client/client.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure } from '../failure.ts';
import { findTemplate } from '../find-template.ts';
import { followUntilActive, tellWaysIn } from '../follow-launch.ts';
import { localRepository, repositoryName } from '../git-remote.ts';
import { localKeys, publicPart } from '../ssh/local-keys.ts';
import { choose } from '../terminal/ask.ts';
import { note, plain, printJson } from '../terminal/print.ts';

interface Options {
  repository?: string;
  /** A branch, tag or commit of it. */
  ref?: string;
  snapshot?: string;
  template?: string;
  empty?: true;
  /** The first is the main one. */
  language?: string[];
  database?: string;
  host?: string;
  key?: string;
  /** False after `--no-wait`. */
  wait?: boolean;
  json?: true;
}

/** What a workspace begins with. */
interface Source {
  name: string;
  body: Pick<
    AddWorkspaceInput,
    | 'deployment_type'
    | 'snapshot_id'
    | 'template_id'
    | 'git_url'
    | 'git_ref'
    | 'language'
    | 'more_languages'
    | 'database'
  >;
  /** To switch to once it runs. */
  branch: string | null;
}

export async function create(name: string | undefined, options: Options): Promise<void> {
  const { client } = await connect();
  const user = await client.currentUser();
  const source = await sourceOf(client, options);
  const chosen = name ?? source.name;
  if (!chosen)
    throw new Failure(EXIT.usage, 'What should it be called?', 'slipway create my-shop --empty --language nodejs');
  const body = {
    name: chosen,
    user_id: user.id,
    ssh_key_id: await chooseKey(client, options.key),
    // A template may say where it runs.
    ...((options.host || !options.template) && { server_id: await chooseHost(client, options.host) }),
    ...source.body,
  };
  const added = await client.addWorkspace({ body });
  note(plain(added.message));
  const workspace =
    options.wait === false
      ? await client.getWorkspace({ params: { workspaceID: added.workspaceID } })
      : await followUntilActive(client, added.workspaceID);
  if (options.json) return printJson(workspace);
  tellWaysIn(workspace);
  if (!source.branch) return;
  const { quoteWord } = await import('../ssh/remote-path.ts');
  note(`  Your branch     slipway exec ${workspace.slug} -- git -C project switch ${plain(quoteWord(source.branch))}`);
}

function sourceOf(client: Client, options: Options): Promise<Source> {
  if (options.template && options.snapshot) {
    throw new Failure(
      EXIT.usage,
      'A workspace starts from a template or a snapshot, not both.',
      'Leave one of them out.',
    );
  }
  if (options.template) return fromTemplate(client, options.template, options);
  return options.snapshot ? fromSnapshot(client, options.snapshot) : fromRepository(client, options);
}

/** What the template sets, the server fills in; it refuses anything else for that. */
async function fromTemplate(client: Client, wanted: string, options: Options): Promise<Source> {
  const found = await findTemplate(client, wanted);
  const { repository, language: [language, ...more] = [], database } = options;
  const address = repository ?? found.content.git_url;
  return {
    name: address ? repositoryName(address) : found.text.slice(0, 40),
    body: {
      deployment_type: 'new_container',
      template_id: found.value,
      ...(repository && { git_url: repository }),
      ...(options.ref && { git_ref: options.ref }),
      ...(language && { language }),
      ...(more.length > 0 && { more_languages: more }),
      ...(database && { database }),
    },
    branch: null,
  };
}

async function fromSnapshot(client: Client, wanted: string): Promise<Source> {
  const { items } = await client.snapshotOptions({ query: { snapshot_type: 'Workspace' } });
  const found = items.find(({ value, text }) => value === wanted || text === wanted);
  if (!found) {
    const hint =
      items.length > 0 ? `There are: ${items.map(({ text }) => plain(text)).join(', ')}.` : 'slipway snapshot <name>';
    throw new Failure(EXIT.notFound, `There’s no snapshot “${plain(wanted)}”.`, hint);
  }
  return {
    name: found.text.slice(0, 40),
    body: { deployment_type: 'snapshot', snapshot_id: found.value },
    branch: null,
  };
}

async function fromRepository(client: Client, options: Options): Promise<Source> {
  const here = options.repository || options.empty ? null : await localRepository(process.cwd());
  const address = options.repository ?? here?.address;
  if (!address && !options.empty) {
    const hint = 'Add --repository <address>, --snapshot <name> or --empty.';
    throw new Failure(EXIT.usage, 'This folder isn’t a git repository with an “origin”.', hint);
  }
  if (here) note(`Repository: ${plain(here.address)}`);
  if (here?.hadCredentials) note('Its user name and password stay here: add them to --repository if it is private.');
  const look = address && !options.language ? await lookInto(client, address, options.ref) : null;
  const { items: languages } = await client.languageOptions();
  const [main, ...others] = options.language ?? look?.languages.map(({ value }) => value) ?? [];
  const language = await chooseOne('language', languages, main, 'nodejs');
  const more_languages: string[] = [];
  for (const other of others) more_languages.push(await chooseOne('language', languages, other, 'python'));
  const { items: databases } = await client.databaseOptions();
  const wanted = options.database ?? look?.database?.value;
  const database = wanted ? await chooseOne('database', databases, wanted, 'none') : 'none';
  return {
    name: address ? repositoryName(address) : '',
    body: {
      deployment_type: 'new_container',
      language,
      ...(more_languages.length > 0 && { more_languages }),
      database,
      ...(address && { git_url: address }),
      ...(options.ref && { git_ref: options.ref }),
    },
    branch: options.ref ? null : (here?.branch ?? null),
  };
}

/** What the repository proposes; null, with the reason, if the server can't look into it. */
async function lookInto(client: Client, git_url: string, ref: string | undefined): Promise<RepositoryLook | null> {
  // Nobody lets in who has no key yet.
  if (isSshAddress(git_url)) return null;
  try {
    const look = await client.lookAtRepository({ body: { git_url, ...(ref && { git_ref: ref }) } });
    const { languages, database, devcontainer, missing_secrets: missing = [] } = look;
    const found = [...languages, ...(database ? [database] : [])].map(({ text }) => plain(text));
    note(`Found: ${[plain(look.ref.name), ...found, ...(devcontainer ? ['devcontainer.json'] : [])].join(' · ')}`);
    if (missing.length > 0) note(`Secrets it names that you don't have yet: ${missing.map(plain).join(', ')}`);
    return look;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    note(plain(error.errors[0] ?? error.message));
    return null;
  }
}

interface Item {
  value: string;
  text: string;
}

async function chooseOne(what: string, items: Item[], wanted: string | undefined, example: string): Promise<string> {
  const values = items.map(({ value }) => value).join(', ');
  if (wanted === undefined) {
    const choices = items.map(({ value, text }) => ({ value, name: plain(text) }));
    return choose(`Which ${what}?`, choices, `Add --${what} ${example}, or another of ${plain(values)}.`);
  }
  const exact = items.find(({ value, text }) => value === wanted || text.toLowerCase() === wanted.toLowerCase());
  // Without a version the newest, which is listed first.
  const found = exact ?? items.find(({ value }) => value.replace(/-[\d.]+$/, '') === wanted);
  if (!found) throw new Failure(EXIT.usage, `There’s no ${what} “${plain(wanted)}”.`, `Use one of ${plain(values)}.`);
  return found.value;
}

export async function chooseHost(client: Client, wanted: string | undefined): Promise<string> {
  const { items } = await client.serverOptions();
  if (wanted === undefined) return items[0]?.value ?? 'shared';
  return chooseOne('host', items, wanted, 'shared');
}

/** The one named, else the one of this computer, else the only one. */
async function chooseKey(client: Client, wanted: string | undefined): Promise<string> {
  const [{ sshKeys }, local] = await Promise.all([client.listSshKeys(), localKeys()]);
  const items = sshKeys.map(({ id, name }) => ({ value: id, text: name }));
  if (wanted !== undefined) return chooseOne('key', items, wanted, items[0]?.text ?? '');
  const here = sshKeys.find(({ public_key }) => local.some(({ publicKey }) => publicKey === publicPart(public_key)));
  if (here) return here.id;
  if (sshKeys.length === 1 && sshKeys[0]) return sshKeys[0].id;
  if (sshKeys.length === 0)
    throw new Failure(EXIT.usage, 'You have no SSH key at Slipway yet.', 'slipway keys add ~/.ssh/id_ed25519.pub');
  return chooseOne('key', items, undefined, '<name>');
}
