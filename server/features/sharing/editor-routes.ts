import { eq } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import * as contract from '#shared/features/sharing/editor.ts';
import { EDITOR_GUESTS, readCounts } from '../../gateway/shared-counts.ts';
import { say } from '../../platform/say.ts';
import { findInstance } from '../instances/index.ts';
import { changing, done, type RegisterRoutes } from '../routing.ts';
import { workspaceKind } from '../workspaces/index.ts';
import { endEditorShare } from './end-editor-share.ts';
import { readEditorShares, readEditorsSharedWith } from './find-editor-shares.ts';
import { presentEditorShare } from './presenter.ts';
import { shareEditor } from './share-editor.ts';
import { editorShares } from './tables.ts';

export const editorSharingRoutes: RegisterRoutes = (mount) => {
  mount(contract.editorsSharedWithMe, async (context) => {
    const [found, present] = await Promise.all([readEditorsSharedWith(context), readCounts(context, EDITOR_GUESTS)]);
    const shares = found.map((each) => presentEditorShare(context.config, each, { present, mayEnd: false }));
    return { shares };
  });
  mount(contract.editorShares, async (context, { params }) => {
    const { actor } = context;
    const { id } = await findInstance(context.db, workspaceKind, actor, params.workspaceID);
    const [found, present] = await Promise.all([
      readEditorShares(context, eq(editorShares.workspaceId, id)),
      readCounts(context, EDITOR_GUESTS),
    ]);
    const shares = found.map((each) => {
      const mayEnd = each.share.ownerId === actor.userId || isManager(actor);
      return presentEditorShare(context.config, each, { present, mayEnd });
    });
    return { shares };
  });
  mount(contract.shareEditor, async (context, { params, body }) => {
    const editorShareID = await shareEditor(context, { ...body, id: params.workspaceID });
    return { ...done(say('sharing.editorShared')), editorShareID };
  });
  mount(contract.endEditorShare, changing('editorShareID', endEditorShare, say('sharing.editorEnded')));
};
