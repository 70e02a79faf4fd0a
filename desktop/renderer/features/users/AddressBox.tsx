import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_INVITED } from '#shared/features/users/contract.ts';
import { textOfBytes } from './text-of-bytes.ts';

const LARGEST_FILE = 1_000_000;

interface AddressBoxProps {
  text: string;
  onText: (text: string) => void;
  error: ReactNode;
  /** How many people the text names. */
  found: number;
}

/** Takes addresses however people have them: typed, pasted, or as a file dropped on it. */
export function AddressBox({ text, onText, error, found }: AddressBoxProps) {
  const { t } = useTranslation('users');
  const [refused, setRefused] = useState('');
  const add = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > LARGEST_FILE) return setRefused(t('invite.fileTooLarge'));
    setRefused('');
    onText([text.trim(), textOfBytes(await file.arrayBuffer())].filter(Boolean).join('\n'));
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void add(event.dataTransfer.files[0]);
  };
  return (
    <Stack gap={6}>
      <Textarea
        label={t('invite.people')}
        description={t('invite.peopleHelp')}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        error={refused || error}
        rows={8}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" className="tabular" role="status">
          {found > MOST_INVITED
            ? t('invite.tooMany', { count: found, most: MOST_INVITED })
            : t('invite.found', { count: found })}
        </Text>
        <FileButton onChange={(file) => void add(file)} accept=".csv,.txt,text/csv,text/plain">
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconFileUpload size={16} />}>
              {t('invite.file')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}
