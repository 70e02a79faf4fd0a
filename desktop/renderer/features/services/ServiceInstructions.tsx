import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { serverText } from '../../lib/server-text.ts';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { Panel } from '../../ui/Panel.tsx';

/** How to connect, with the real values: paragraphs, and lines to copy. */
export function ServiceInstructions({ text }: { text: string }) {
  const { t } = useTranslation('services');
  return (
    <Panel title={t('instructions.title')}>
      <Stack gap="xs">
        {partsOf(text).map(({ kind, text: line, at }) =>
          kind === 'code' ? (
            <CodeLine key={at} value={line} copyLabel={t('instructions.copy')} />
          ) : (
            <Text key={at} size="sm">
              {serverText(line)}
            </Text>
          ),
        )}
      </Stack>
    </Panel>
  );
}

interface Part {
  kind: 'text' | 'code';
  text: string;
  /** Its position, which is unique. */
  at: number;
}

/** Text between ``` and ``` is code, one line at a time. */
function partsOf(text: string): Part[] {
  const lines = text.split('\n');
  let code = false;
  return lines.flatMap((line, at): Part[] => {
    if (line.trim() === '```') {
      code = !code;
      return [];
    }
    if (line.trim() === '') return [];
    return [{ kind: code ? 'code' : 'text', text: line.trim(), at }];
  });
}
