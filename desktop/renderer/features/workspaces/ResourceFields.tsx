import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CPU, DISK_GB, MEMORY_GB } from '#shared/features/workspaces/model.ts';
import { decimalField } from '../../lib/number-text.ts';
import type { ChoiceForm } from './choices.ts';
import { isFixed } from './template-values.ts';

/** cpu, memory and disk of a workspace on a host. */
export function ResourceFields({ form }: { form: ChoiceForm }) {
  const { t, i18n } = useTranslation('workspaces');
  const decimals = decimalField(i18n.language);
  const cores = form.getInputProps('cpu_cores');
  const diskProps = form.getInputProps('disk_gb');
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <NumberInput
        {...cores}
        {...decimals}
        label={t('form.cpu')}
        disabled={isFixed(form.values, 'cpu_cores')}
        suffix={` ${t('form.cores', { count: Number(cores.value) })}`}
        min={CPU.min}
        max={CPU.max}
        step={CPU.step}
        decimalScale={2}
        clampBehavior="blur"
        required
      />
      <NumberInput
        {...form.getInputProps('memory_gb')}
        {...decimals}
        label={t('form.memory')}
        disabled={isFixed(form.values, 'memory_gb')}
        suffix=" GB"
        min={MEMORY_GB.min}
        max={MEMORY_GB.max}
        step={MEMORY_GB.step}
        decimalScale={1}
        clampBehavior="blur"
        required
      />
      <Select
        {...diskProps}
        value={String(diskProps.value)}
        onChange={(value) => diskProps.onChange(Number(value))}
        label={t('form.disk')}
        disabled={isFixed(form.values, 'disk_gb')}
        data={DISK_GB.map((gb) => ({
          value: String(gb),
          label: gb === 0 ? t('form.unmetered') : t('details.gb', { count: gb }),
        }))}
        allowDeselect={false}
        required
      />
    </SimpleGrid>
  );
}
