import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';

/** Dark in both schemes, like the progress view; every colour has at least 4.5 : 1 contrast. */
const THEME: ITheme = {
  background: '#0d1117',
  foreground: '#dde2e9',
  cursor: '#6fcbce',
  cursorAccent: '#0d1117',
  selectionBackground: '#2f6b75',
  black: '#66717f',
  red: '#ff9a9a',
  green: '#7ee2a0',
  yellow: '#f0d080',
  blue: '#8ab8ff',
  magenta: '#d8a8ff',
  cyan: '#6fcbce',
  white: '#dde2e9',
  brightBlack: '#95a0af',
  brightRed: '#ffb3b3',
  brightGreen: '#a5f0bf',
  brightYellow: '#ffe6a3',
  brightBlue: '#b3d1ff',
  brightMagenta: '#e8c9ff',
  brightCyan: '#a6dfe0',
  brightWhite: '#ffffff',
};

export interface Screen {
  terminal: Terminal;
  /** As many columns and rows as there is room for. */
  fill(): void;
  /** These columns and rows, in letters that are small enough for the room there is. */
  show(size: { cols: number; rows: number }): void;
}

const FONT_PX = { least: 6, usual: 13 };

/**
 * An xterm in an element, with the product's fonts and the usual keys to copy and paste. Tab belongs to the shell, so
 * Ctrl+F6 calls `onLeave`, and keyboard users aren't trapped.
 */
export function createScreen(element: HTMLElement, label: string, onLeave: () => void): Screen {
  const terminal = new Terminal({
    theme: THEME,
    fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
    fontSize: FONT_PX.usual,
    lineHeight: 1.25,
    scrollback: 5000,
    cursorBlink: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    screenReaderMode: false,
    macOptionIsMeta: true,
  });
  const fitting = new FitAddon();
  terminal.loadAddon(fitting);
  terminal.open(element);
  terminal.textarea?.setAttribute('aria-label', label);
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.ctrlKey && event.key === 'F6') {
      event.preventDefault();
      if (event.type === 'keydown') onLeave();
      return false;
    }
    return !isClipboardKey(event, terminal);
  });
  return {
    terminal,
    fill: () => fitting.fit(),
    show({ cols, rows }) {
      const room = fitting.proposeDimensions();
      if (room) {
        const fits = (terminal.options.fontSize ?? FONT_PX.usual) * Math.min(room.cols / cols, room.rows / rows);
        terminal.options.fontSize = Math.max(FONT_PX.least, Math.min(FONT_PX.usual, Math.floor(fits * 2) / 2));
      }
      terminal.resize(cols, rows);
    },
  };
}

/** Programs ask terminals what they are. Of several screens of one terminal, only the owner's may answer. */
export function leaveUnanswered({ parser }: Terminal): void {
  for (const prefix of ['', '>', '=', '?']) {
    for (const [intermediates, final] of [
      ['', 'c'],
      ['', 'n'],
      ['$', 'p'],
      ['', 'q'],
    ] as const) {
      if (prefix !== '>' && final === 'q') continue;
      const id = { ...(prefix && { prefix }), ...(intermediates && { intermediates }), final };
      parser.registerCsiHandler(id, () => true);
    }
  }
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, () => true);
  for (const code of [4, 10, 11, 12]) parser.registerOscHandler(code, (data) => data.includes('?'));
}

/**
 * Ctrl+Shift+C and V, as in terminals; Ctrl+C too while something is selected, which would otherwise end the program.
 * ⌘C, ⌘V, Ctrl+Insert and the browser's own menu work on their own. True if the key isn't for the program.
 */
function isClipboardKey(event: KeyboardEvent, terminal: Terminal): boolean {
  if (!event.ctrlKey || event.altKey || event.metaKey) return false;
  const key = event.key.toLowerCase();
  // The browser pastes into xterm's textarea by itself; passing the key on would type ^V as well.
  if (key === 'v' && event.shiftKey) return true;
  if (key !== 'c' || !(event.shiftKey || terminal.hasSelection())) return false;
  event.preventDefault();
  if (event.type === 'keydown' && terminal.hasSelection()) {
    void navigator.clipboard.writeText(terminal.getSelection());
    terminal.clearSelection();
  }
  return true;
}
