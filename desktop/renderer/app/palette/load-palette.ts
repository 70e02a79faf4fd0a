import { i18n } from '../../lib/i18n.ts';

/** With the texts of everything it offers. */
export async function loadPalette() {
  const namespaces = ['search', 'workspaces', 'services', 'computer'];
  const [{ Palette }] = await Promise.all([import('./Palette.tsx'), i18n.loadNamespaces(namespaces)]);
  return Palette;
}
