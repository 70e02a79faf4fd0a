export { MoreLanguages } from './MoreLanguages.tsx';
export { ideImagesQuery, serverOptionsQuery, templateOptionsQuery, workspaceListQuery } from './queries.ts';
export { SampleField } from './SampleField.tsx';
export { useAddWorkspace } from './use-add-workspace.ts';
export { toServerOption, useWorkspaceOptions, type WorkspaceOptions } from './use-workspace-options.ts';
export { KeyField, NameField, SoftwareFields } from './WorkspaceFields.tsx';
