import { dialog } from 'electron';
import type { Desktop } from '../context.ts';
import { text } from '../text.ts';

/** The system's own file dialogs. */
export const dialogs: Desktop['dialogs'] = {
  async openFile() {
    const title = text('dialog.chooseKey');
    const { filePaths } = await dialog.showOpenDialog({ title, properties: ['openFile', 'showHiddenFiles'] });
    return filePaths[0] ?? null;
  },
  async saveFile(name) {
    const { filePath } = await dialog.showSaveDialog({ title: text('dialog.saveKey'), defaultPath: name });
    return filePath || null;
  },
};
