import { dialog } from 'electron';
import type { Desktop } from '../context.ts';
import { text } from '../text.ts';

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
  async ask(question) {
    const last = question.buttons.length - 1;
    const { response } = await dialog.showMessageBox({
      ...question,
      type: 'question',
      defaultId: last,
      cancelId: last,
      noLink: true,
    });
    return response;
  },
};
