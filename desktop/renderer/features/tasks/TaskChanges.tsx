import { Accordion, Badge, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { Task } from '#shared/features/tasks/contract.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './Patch.module.css';
import { taskDiffQuery } from './queries.ts';

/** What changed in the copy since the task began: file by file, and the database's schema. */
export function TaskChanges({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  return (
    <Panel title={t('diff')}>
      <Loaded query={useQuery(taskDiffQuery(task))}>
        {({ files, more, schema, as_of }) => (
          <>
            {as_of && (
              <Text size="sm" c="dimmed">
                <Trans t={t} i18nKey="diffAsOf" components={{ time: <RelativeTime date={as_of} /> }} />
              </Text>
            )}
            {files.length === 0 && <Text c="dimmed">{t('diffNone')}</Text>}
            <Accordion multiple chevronPosition="left" keepMounted={false}>
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

/** A unified diff as it is, its lines tinted, in a box that scrolls by keyboard too. */
function Patch({ text, label }: { text: string; label: string }) {
  return (
    <Code block tabIndex={0} role="region" aria-label={label} className={classes.patch}>
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
        <span key={index} className={classes.line} data-mark={/^(\+\+\+|---)/.test(line) ? undefined : line[0]}>
          {line}
        </span>
      ))}
    </Code>
  );
}
