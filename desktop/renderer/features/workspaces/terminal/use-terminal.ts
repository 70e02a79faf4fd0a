import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { TERMINAL_READY_CODE, type TerminalEnd, type TerminalSize, type TerminalViewer } from '#shared/api/terminal.ts';
import { connectTerminal, type TerminalSubject } from './connect-terminal.ts';
import { createScreen, leaveUnanswered } from './create-screen.ts';

export type TerminalState = 'connecting' | 'open' | 'lost' | TerminalEnd;

/** Shows a shell in `box`: the person's own of a workspace, or one shared with them. `open` joins it again after it has ended. */
export function useTerminal(box: RefObject<HTMLElement | null>, subject: TerminalSubject, label: string) {
  const [state, setState] = useState<TerminalState>('connecting');
  const [people, setPeople] = useState<TerminalViewer[]>([]);
  const [attempt, setAttempt] = useState(0);
  const named = useEffectEvent(() => label);
  const joined = useEffectEvent(() => subject);
  const id = 'shareId' in subject ? subject.shareId : subject.workspaceId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another connection.
  useEffect(() => {
    if (!box.current) return;
    const shared = 'shareId' in joined();
    const { terminal, fill, show } = createScreen(box.current, named(), () => leave(box.current));
    if (shared) leaveUnanswered(terminal);
    // The replayed screen contains old queries, whose answers must not reach the shell.
    let repeating = true;
    let size: TerminalSize | null = null;
    const refit = () => (shared ? size && show(size) : fill());
    refit();
    setState('connecting');
    const connection = connectTerminal(joined(), () => ({ cols: terminal.cols, rows: terminal.rows }), {
      onAttach() {
        repeating = true;
        terminal.reset();
      },
      onOutput: (data, taken) => terminal.write(data, taken),
      onSize(given) {
        size = given;
        show(given);
      },
      onPeople: setPeople,
      onLost: () => setState('lost'),
      onEnd(reason) {
        setPeople([]);
        setState(reason);
      },
    });
    terminal.parser.registerOscHandler(TERMINAL_READY_CODE, () => {
      repeating = false;
      setState('open');
      return true;
    });
    terminal.onData((data) => repeating || connection.type(data));
    if (!shared) terminal.onResize((to) => connection.resize(to));
    const observer = new ResizeObserver(refit);
    observer.observe(box.current);
    // A font that loads late changes the cell size.
    void document.fonts.ready.then(refit);
    terminal.focus();
    return () => {
      observer.disconnect();
      connection.close();
      terminal.dispose();
    };
  }, [id, attempt]);
  return { state, people, open: () => setAttempt((count) => count + 1) };
}

/** To the first control of the section the terminal is in. */
function leave(box: HTMLElement | null): void {
  box?.closest('section, main')?.querySelector<HTMLElement>('button, a')?.focus();
}
