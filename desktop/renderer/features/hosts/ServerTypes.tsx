import { Radio, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { cents } from '#shared/features/billing/model.ts';
import type { serverOption } from '#shared/features/hosts/contract.ts';
import { SERVER_KINDS } from '#shared/features/hosts/model.ts';
import { numberText } from '../../lib/number-text.ts';
import { serverText } from '../../lib/server-text.ts';
import { moneyText } from '../billing/index.ts';
import classes from './ServerTypes.module.css';

type Option = z.output<typeof serverOption>;

interface ServerTypesProps {
  options: Option[];
  value: string;
  onChange: (id: string) => void;
  error: ReactNode;
}

/** The server types, a table for each kind; a click anywhere in a row selects it. */
export function ServerTypes({ options, value, onChange, error }: ServerTypesProps) {
  const { t } = useTranslation('hosts');
  return (
    <Radio.Group label={t('form.type')} value={value} onChange={onChange} error={error} required>
      <Stack gap="lg" mt="sm">
        {SERVER_KINDS.map((kind) => {
          const offered = options.filter((option) => option.kind === kind);
          return offered.length > 0 && <KindTable key={kind} kind={kind} options={offered} {...{ value, onChange }} />;
        })}
      </Stack>
    </Radio.Group>
  );
}

type KindTableProps = Pick<ServerTypesProps, 'options' | 'value' | 'onChange'> & { kind: Option['kind'] };

function KindTable({ kind, options, value, onChange }: KindTableProps) {
  const { t, i18n } = useTranslation('hosts');
  const id = useId();
  const gb = (count: number) => t('add.gb', { count });
  /** For narrow screens, where columns would hide the price. */
  const summaryOf = ({ cpu_cores, memory_gb, disk_gb, vram_gb }: Option) =>
    [
      `${t('column.cpuShort')}: ${numberText(cpu_cores, i18n.language)}`,
      `${t('column.memoryShort')}: ${gb(memory_gb)}`,
      `${t('column.diskShort')}: ${gb(disk_gb)}`,
      ...(vram_gb === null ? [] : [`${t('column.vram')}: ${gb(vram_gb)}`]),
    ].join(' · ');
  return (
    <section aria-labelledby={id}>
      <Text fw={600} id={id}>
        {t(`kind.${kind}`)}
      </Text>
      <Text size="sm" c="dimmed" mb={6}>
        {t(`kindHelp.${kind}`)}
      </Text>
      <Table className={classes.table} aria-labelledby={id}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('edit.type')}</Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              {t('column.cpuShort')}
            </Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              {t('column.memoryShort')}
            </Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              {t('column.diskShort')}
            </Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              {t('column.vram')}
            </Table.Th>
            <Table.Th ta="right">{t('column.price')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {options.map((option) => (
            <Table.Tr
              key={option.id}
              className={classes.row}
              data-chosen={option.id === value || undefined}
              onClick={() => onChange(option.id)}
            >
              <Table.Td>
                <Radio value={option.id} label={serverText(option.name)} />
                <Text size="xs" c="dimmed" hiddenFrom="md" pl={32}>
                  {summaryOf(option)}
                </Text>
              </Table.Td>
              <Table.Td ta="right" visibleFrom="md">
                {numberText(option.cpu_cores, i18n.language)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="md">
                {gb(option.memory_gb)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="md">
                {gb(option.disk_gb)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="md">
                {option.vram_gb === null ? '–' : gb(option.vram_gb)}
              </Table.Td>
              <Table.Td ta="right" fw={600}>
                {moneyText(cents(option.monthly_price), i18n.language)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
