import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCurrentUser } from '../../features/auth/index.ts';
import { type Command, type PaletteProps, recentOwner, remember } from '../../features/search/index.ts';
import { SearchPanel, type SearchPanelProps } from '../../features/search/SearchPanel.tsx';
import { toastError } from '../../ui/toast.ts';
import { AskFirst } from './AskFirst.tsx';
import { useCommands } from './use-commands.ts';

/** Ctrl+K: search, go, do. Anchored at the top, so that a longer list only grows downwards. */
export function Palette({ opened, onClose, takeTyped }: PaletteProps) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const owner = recentOwner(useCurrentUser());
  const [typed, setTyped] = useState('');
  const [asking, setAsking] = useState<Command | null>(null);
  useEffect(() => {
    if (!opened) return;
    const early = takeTyped();
    if (early) setTyped((text) => early + text);
  }, [opened, takeTyped]);
  if (!opened && (typed || asking)) {
    setTyped('');
    setAsking(null);
  }
  const run = async ({ go, icon }: Command) => {
    onClose();
    if ('url' in icon && icon.url.includes('/edit/')) remember(owner, icon);
    try {
      await (typeof go === 'string' ? navigate(go) : go());
    } catch (error) {
      toastError(error instanceof Error ? error.message : String(error));
    }
  };
  const choose = (command: Command) => (command.ask ? setAsking(command) : void run(command));
  return (
    <Modal
      opened={opened}
      onClose={asking ? () => setAsking(null) : onClose}
      returnFocus={false}
      withCloseButton={false}
      centered={false}
      yOffset="min(8dvh, 96px)"
      size={640}
      padding={0}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': t('open') } }}
    >
      {asking?.ask ? (
        <AskFirst question={asking.ask} onCancel={() => setAsking(null)} onConfirm={() => void run(asking)} />
      ) : (
        <List owner={owner} {...{ typed, onClose }} onType={setTyped} onRun={choose} />
      )}
    </Modal>
  );
}

interface ListProps extends Omit<SearchPanelProps, 'known' | 'subject' | 'waiting'> {
  owner: string;
}

/** Reads nothing while the palette is closed. */
function List({ owner, ...props }: ListProps) {
  return <SearchPanel {...props} {...useCommands(owner, props.typed)} />;
}
