import * as contract from '#shared/features/sharing/contract.ts';
import { say } from '../../platform/say.ts';
import { findInstance } from '../instances/index.ts';
import { changing, done, type RegisterRoutes } from '../routing.ts';
import { workspaceKind } from '../workspaces/index.ts';
import { changeShare } from './change-share.ts';
import { endShare } from './end-share.ts';
import { findShare, readSharedBy, readSharedWith } from './find-shares.ts';
import { listPeople } from './list-people.ts';
import { presentPerson, presentShare } from './presenter.ts';
import { shareTerminal } from './share-terminal.ts';

export const sharingRoutes: RegisterRoutes = (mount) => {
  mount(contract.sharedWithMe, async (context) => ({ shares: (await readSharedWith(context)).map(presentShare) }));
  mount(contract.getTerminalShare, async (context, { params }) =>
    presentShare(await findShare(context, params.terminalShareID, 'guest')),
  );
  mount(contract.myTerminalShares, async (context, { params }) => {
    const { id: workspaceId } = await findInstance(context.db, workspaceKind, context.actor, params.workspaceID);
    const shares = await readSharedBy(context, { workspaceId, ownerId: context.actor.userId });
    return { shares: shares.map(presentShare) };
  });
  mount(contract.sharingChoices, async (context, { params }) => ({
    people: (await listPeople(context, { id: params.workspaceID })).map(presentPerson),
  }));
  mount(contract.shareTerminal, async (context, { params, body }) => {
    const terminalShareID = await shareTerminal(context, { ...body, id: params.workspaceID });
    return { ...done(say('sharing.shared')), terminalShareID };
  });
  mount(contract.changeTerminalShare, async (context, { params, body }) => {
    await changeShare(context, { id: params.terminalShareID, mode: body.mode });
    return done(say(body.mode === 'type' ? 'sharing.mayType' : 'sharing.mayView'));
  });
  mount(contract.endTerminalShare, changing('terminalShareID', endShare, say('sharing.ended')));
};
