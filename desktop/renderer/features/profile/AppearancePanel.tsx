import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/Panel.tsx';

const SCHEMES: MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Light, dark, or as the system has it. */
export function AppearancePanel() {
  const { t } = useTranslation(['profile', 'shell']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title={t('appearance.title')} text={t('appearance.text')}>
      <SegmentedControl
        aria-label={t('shell:theme.label')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
        data={SCHEMES.map((value) => ({ value, label: t(`shell:theme.${value}`) }))}
      />
    </Panel>
  );
}
