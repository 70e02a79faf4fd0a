import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { text } from '../text.ts';
import { item, SEPARATOR } from './role-item.ts';

type Pointed = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'linkURL' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'
>;

export interface ContextActions {
  replaceWord(word: string): void;
  learnWord(word: string): void;
  copyLink(address: string): void;
}

/** What can be done with what is under the pointer; empty if nothing can. */
export function contextTemplate(pointed: Pointed, actions: ContextActions): MenuItemConstructorOptions[] {
  const groups = [spelling(pointed, actions), links(pointed, actions), editing(pointed)];
  return groups.filter((group) => group.length > 0).flatMap((group, at) => (at > 0 ? [SEPARATOR, ...group] : group));
}

function spelling({ misspelledWord, dictionarySuggestions }: Pointed, actions: ContextActions) {
  if (!misspelledWord) return [];
  const suggested = dictionarySuggestions.map(
    (word): MenuItemConstructorOptions => ({ label: word, click: () => actions.replaceWord(word) }),
  );
  const none: MenuItemConstructorOptions = { label: text('context.noSuggestions'), enabled: false };
  const learn = { id: 'learn-word', label: text('context.learnWord'), click: () => actions.learnWord(misspelledWord) };
  return [...(suggested.length > 0 ? suggested : [none]), learn];
}

function links({ linkURL }: Pointed, { copyLink }: ContextActions): MenuItemConstructorOptions[] {
  return linkURL ? [{ id: 'copy-link', label: text('context.copyLink'), click: () => copyLink(linkURL) }] : [];
}

function editing({ isEditable, selectionText, editFlags }: Pointed): MenuItemConstructorOptions[] {
  const copy = { ...item('copy'), enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() ? [copy] : [];
  return [
    { ...item('cut'), enabled: editFlags.canCut },
    copy,
    { ...item('paste'), enabled: editFlags.canPaste },
    { ...item('selectAll'), enabled: editFlags.canSelectAll },
  ];
}
