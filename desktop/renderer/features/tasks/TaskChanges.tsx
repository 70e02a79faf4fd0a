import { Accordion, Badge, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { taskDiffQuery } from './queries.ts';

/** What changed in the copy since the task began: file by file, and the database's schema. */
export function TaskChanges({ id }: { id: string }) {
  const { t } = useTranslation('tasks');
  return (
    <Panel title={t('diff')}>
      <Loaded query={useQuery(taskDiffQuery(id))}>
        {({ files, more, schema }) => (
          <>
            {files.length === 0 && <Text c="dimmed">{t('diffNone')}</Text>}
            <Accordion multiple chevronPosition="left">
              {files.map(({ path, change, patch, cut }) => (
                <Accordion.Item key={path} value={path}>
                  <Accordion.Control>
                    <Group gap="xs">
                      <Text style={{ overflowWrap: 'anywhere' }}>{path}</Text>
                      <Badge variant="light" tt="none">
                        {t(`change.${change}`)}
                      </Badge>
                    </Group>
                  </Accordion.Control>
                  <Accordion.Panel>
                    <Patch text={patch} label={path} />
                    {cut && <Text c="dimmed">{t('more')}</Text>}
                  </Accordion.Panel>
                </Accordion.Item>
              ))}
            </Accordion>
            {more && <Text c="dimmed">{t('more')}</Text>}
            {schema === '' && <Text c="dimmed">{t('schemaSame')}</Text>}
            {schema && (
              <>
                <Text fw={600}>{t('schema')}</Text>
                <Patch text={schema} label={t('schema')} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** Lines as they are, in a box that scrolls by keyboard too. */
export function Patch({ text, label }: { text: string; label: string }) {
  return (
    <Code block tabIndex={0} role="region" aria-label={label} style={{ overflowX: 'auto' }}>
      {text}
    </Code>
  );
}
