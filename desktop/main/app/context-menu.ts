import { clipboard, Menu, type WebContents } from 'electron';
import { contextTemplate } from './context-template.ts';

/** The right mouse button's menu, which Electron doesn't bring. */
export function offerContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_, pointed) => {
    const template = contextTemplate(pointed, {
      replaceWord: (word) => contents.replaceMisspelling(word),
      learnWord: (word) => contents.session.addWordToSpellCheckerDictionary(word),
      copyLink: (address) => void clipboard.writeText(address),
    });
    if (template.length > 0) Menu.buildFromTemplate(template).popup();
  });
}
