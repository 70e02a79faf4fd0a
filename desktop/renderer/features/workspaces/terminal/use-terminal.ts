import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { TERMINAL_READY_CODE, type TerminalEnd } from '#shared/api/terminal.ts';
import { connectTerminal } from './connect-terminal.ts';
import { createScreen } from './create-screen.ts';

export type TerminalState = 'connecting' | 'open' | 'lost' | TerminalEnd;

/** Shows the person's shell of a workspace in `box`. `open` joins it again after it has ended. */
export function useTerminal(box: RefObject<HTMLElement | null>, workspaceId: string, label: string) {
  const [state, setState] = useState<TerminalState>('connecting');
  const [attempt, setAttempt] = useState(0);
  const named = useEffectEvent(() => label);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another connection.
  useEffect(() => {
    if (!box.current) return;
    const { terminal, fill } = createScreen(box.current, named(), () => leave(box.current));
    // The replayed screen contains old queries, whose answers must not reach the shell.
    let repeating = true;
    fill();
    setState('connecting');
    const connection = connectTerminal(workspaceId, () => ({ cols: terminal.cols, rows: terminal.rows }), {
      onAttach() {
        repeating = true;
        terminal.reset();
      },
      onOutput: (data, taken) => terminal.write(data, taken),
      onLost: () => setState('lost'),
      onEnd: setState,
    });
    terminal.parser.registerOscHandler(TERMINAL_READY_CODE, () => {
      repeating = false;
      setState('open');
      return true;
    });
    terminal.onData((data) => repeating || connection.type(data));
    terminal.onResize((size) => connection.resize(size));
    const observer = new ResizeObserver(fill);
    observer.observe(box.current);
    // A font that loads late changes the cell size.
    void document.fonts.ready.then(fill);
    terminal.focus();
    return () => {
      observer.disconnect();
      connection.close();
      terminal.dispose();
    };
  }, [workspaceId, attempt]);
  return { state, open: () => setAttempt((count) => count + 1) };
}

/** To the first control of the section the terminal is in. */
function leave(box: HTMLElement | null): void {
  box?.closest('section, main')?.querySelector<HTMLElement>('button, a')?.focus();
}
