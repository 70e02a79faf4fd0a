import { z } from 'zod';
import { idParam } from '#shared/api/envelope.ts';
import { lineText } from '#shared/api/text.ts';
import {
  addWorkspace,
  listWorkspaces,
  snapshotWorkspace,
  startWorkspace,
  stopWorkspace,
  workspaceSetup,
} from '#shared/features/workspaces/contract.ts';
import { forkWorkspace } from '#shared/features/workspaces/fork.ts';
import { IDE_IMAGES, moreLanguages, STATUS_FILTERS, workspaceName } from '#shared/features/workspaces/model.ts';
import { gitRef } from '#shared/features/workspaces/repository.ts';
import { findInstance, untilActive } from '../../features/instances/index.ts';
import { workspaceKind } from '../../features/workspaces/kind.ts';
import { findOldestKey } from '../../features/workspaces/oldest-key.ts';
import { portAddress } from '../../features/workspaces/presenter.ts';
import { MINUTE } from '../../platform/clock.ts';
import { findTemplate, templateField } from '../find-template.ts';
import { findWorkspace, workspaceInput } from '../find-workspace.ts';
import { type Answer, answerWith, defineTool, type Use } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

const LAUNCH_AT_MOST_MS = 15 * MINUTE;

const list = defineTool({
  name: 'list_workspaces',
  title: 'List workspaces',
  description: 'The workspaces that this token reaches, 16 a page, with their status.',
  kind: 'reads',
  needs: [listWorkspaces],
  input: z.strictObject({
    page: z.int().min(1).max(100_000).optional(),
    search: lineText(100).optional(),
    status: z.enum(STATUS_FILTERS).optional(),
  }),
  async run({ call }, { page, ...filters }) {
    const query = { ...filters, ...(page && { page: String(page) }) };
    const { records, rows } = await call(listWorkspaces, { query });
    const workspaces = rows.map((row) => ({
      id: row.id,
      name: row.name,
      status: row.sleep === 'warm' ? 'Asleep' : row.workspace_status,
      user: row.user_name,
      language: row.language_name,
      database: row.database_name,
      repository: row.git_url,
      address: row.url,
    }));
    return answerWith({ records, workspaces });
  },
});

const create = defineTool({
  name: 'create_workspace',
  title: 'Create a workspace',
  description:
    'Creates a workspace for the token’s person, from a repository, a snapshot, a template or empty, and waits until it runs. It may be charged for.',
  kind: 'changes',
  needs: [addWorkspace],
  input: z.strictObject({
    name: workspaceName,
    git_url: z.string().trim().max(2000).optional().describe('Repository to clone'),
    git_ref: gitRef.optional().describe('Branch, tag or commit to check out; the default branch if left out'),
    snapshot_id: idParam.optional().describe('Snapshot to start from, instead of language and database'),
    template: templateField.describe('Name or id of a template; what it sets is left out here'),
    language: lineText(40).optional().describe('Such as nodejs; the newest version unless one is named'),
    more_languages: moreLanguages
      .optional()
      .describe('Languages to install beside it, such as python; none if left out'),
    database: lineText(40).optional().describe('Such as postgresql; none if left out'),
    server_id: lineText(64).min(1).optional().describe('Id of the host to run on; shared if left out'),
    ssh_key_id: idParam.optional().describe('The person’s oldest SSH key if left out'),
    ide_image_id: z.enum(IDE_IMAGES).optional(),
    deploy_key_id: idParam.optional(),
  }),
  async run(use, { snapshot_id, template, language, more_languages, database, server_id, ...input }) {
    const template_id = template && (await findTemplate(use, template));
    const source = sourceOf({ snapshot_id, template_id, language, more_languages, database, server_id });
    const { workspaceID } = await use.call(addWorkspace, {
      body: {
        ...input,
        user_id: use.actor.userId,
        ssh_key_id: input.ssh_key_id ?? (await oldestKey(use)),
        ...source,
      },
    });
    return untilItRuns(use, workspaceID);
  },
});

interface Source {
  snapshot_id: string | undefined;
  template_id: string | undefined;
  language: string | undefined;
  more_languages: string[] | undefined;
  database: string | undefined;
  server_id: string | undefined;
}

/** What is left out has a default, but for what a template may set. */
function sourceOf({ snapshot_id, template_id, language, more_languages, database, server_id }: Source) {
  const defaults = template_id ? {} : { server_id: 'shared' };
  const given = {
    ...(template_id && { template_id }),
    ...(language && { language }),
    ...(more_languages && { more_languages }),
    ...(database && { database }),
    ...(server_id && { server_id }),
  };
  if (snapshot_id) return { deployment_type: 'snapshot' as const, snapshot_id, ...defaults, ...given };
  const software = template_id ? {} : { language: 'nodejs', database: 'none' };
  return { deployment_type: 'new_container' as const, ...software, ...defaults, ...given };
}

async function oldestKey({ dependencies, actor }: Use): Promise<string> {
  const key = await findOldestKey(dependencies.db, actor.userId);
  if (key) return key;
  throw new ToolError('A workspace takes an SSH key of its person, who has none. Add one on the page “SSH keys”.');
}

const start = defineTool({
  name: 'start_workspace',
  title: 'Start a workspace',
  description: 'Starts a stopped workspace, or wakes one that sleeps, and waits until it runs.',
  kind: 'changes',
  needs: [startWorkspace],
  input: workspaceInput,
  async run(use, { workspace }) {
    const { id, status } = await findWorkspace(use, workspace);
    if (status !== 'Active' && status !== 'Pending') {
      await use.call(startWorkspace, { params: { workspaceID: id } });
    }
    return untilItRuns(use, id);
  },
});

const stop = defineTool({
  name: 'stop_workspace',
  title: 'Stop a workspace',
  description: 'Stops a workspace with all its programs. Its files stay.',
  kind: 'destroys',
  needs: [stopWorkspace],
  input: workspaceInput,
  async run(use, { workspace }) {
    const { id } = await findWorkspace(use, workspace);
    const { message } = await use.call(stopWorkspace, { params: { workspaceID: id } });
    return { text: message };
  },
});

const snapshot = defineTool({
  name: 'take_snapshot',
  title: 'Take a snapshot',
  description: 'Takes a snapshot of a stopped workspace; it is built in the background.',
  kind: 'changes',
  needs: [snapshotWorkspace],
  input: workspaceInput,
  async run(use, { workspace }) {
    const { id } = await findWorkspace(use, workspace);
    const { message, snapshotID } = await use.call(snapshotWorkspace, { params: { workspaceID: id } });
    return answerWith({ message, snapshot_id: snapshotID });
  },
});

const fork = defineTool({
  name: 'fork_workspace',
  title: 'Fork a workspace',
  description:
    'Copies a workspace with its files and database under a new name, for the token’s person, and waits until the copy runs. The original may go on running, and stands still while it is copied.',
  kind: 'changes',
  needs: [forkWorkspace],
  input: workspaceInput.extend({ name: workspaceName.describe('What the copy is called') }),
  async run(use, { workspace, name }) {
    const { id } = await findWorkspace(use, workspace);
    const { workspaceID } = await use.call(forkWorkspace, { params: { workspaceID: id }, body: { name } });
    return untilItRuns(use, workspaceID);
  },
});

const logs = defineTool({
  name: 'launch_log',
  title: 'Log of the last launch',
  description: 'What was said during the latest launch or start of a workspace: why it failed, what was set up.',
  kind: 'reads',
  needs: [workspaceSetup],
  input: workspaceInput,
  async run(use, { workspace }) {
    const { id } = await findWorkspace(use, workspace);
    const { messages } = await use.call(workspaceSetup, { params: { workspaceID: id } });
    return { text: messages.map((each) => `${each.create_date} ${each.message_text}`).join('\n') || 'Nothing yet.' };
  },
});

export const workspaceTools = [list, create, start, stop, snapshot, fork, logs];

/** Follows a launch. It goes on if the client doesn't wait for it. */
async function untilItRuns({ dependencies, actor, signal, progress }: Use, id: string): Promise<Answer> {
  const enough = AbortSignal.any([signal, AbortSignal.timeout(LAUNCH_AT_MOST_MS)]);
  await untilActive(dependencies, workspaceKind, id, (text) => progress(`${text}\n`), enough);
  const workspace = await findInstance(dependencies.db, workspaceKind, actor, id);
  const { name, status, slug } = workspace;
  const preview =
    status === 'Active' ? { address_of_port_3000: portAddress(dependencies.config, workspace, 3000) } : {};
  const answer = answerWith({ id, name, status, ssh_user: slug, ...preview });
  return { ...answer, failed: status !== 'Active' };
}
