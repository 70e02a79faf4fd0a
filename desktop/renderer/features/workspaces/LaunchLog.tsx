import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LaunchProgress, useLaunch } from '../instances/index.ts';
import { WORKSPACE } from './kind.ts';

/** The init messages of the latest launch or start, to read again. */
export function LaunchLog({ workspaceId }: { workspaceId: string }) {
  const { t } = useTranslation('workspaces');
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="default"
        size="xs"
        mt="md"
        leftSection={<IconTerminal2 size={14} />}
        onClick={() => setShown(!shown)}
        aria-expanded={shown}
        aria-controls={id}
      >
        {t(shown ? 'log.hide' : 'log.show')}
      </Button>
      <div id={id}>{shown && <Lines workspaceId={workspaceId} />}</div>
    </>
  );
}

function Lines({ workspaceId }: { workspaceId: string }) {
  const init = useLaunch(WORKSPACE, workspaceId);
  return (
    <div style={{ marginTop: 12 }}>
      <LaunchProgress kind={WORKSPACE} init={init} since={undefined} />
    </div>
  );
}
