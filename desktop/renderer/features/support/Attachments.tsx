import { ActionIcon, Group, Input, Stack, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SUPPORT_LIMITS } from '#shared/features/support/model.ts';
import { i18n } from '../../lib/i18n.ts';

const MB = 1024 * 1024;

interface AttachmentsProps {
  files: File[];
  onChange: (files: File[]) => void;
  /** The server's message. */
  error?: string | undefined;
  disabled: boolean;
}

/** Up to 5 files of 20 MB, dropped or chosen. */
export function Attachments({ files, onChange, error, disabled }: AttachmentsProps) {
  const { t } = useTranslation('support');
  const [refused, setRefused] = useState<string | null>(null);
  const add = (dropped: File[]) => {
    const added = new Map([...files, ...dropped].map((file) => [keyOf(file), file]));
    setRefused(
      added.size > SUPPORT_LIMITS.attachments ? t('attachments.tooMany', { count: SUPPORT_LIMITS.attachments }) : null,
    );
    onChange([...added.values()].slice(0, SUPPORT_LIMITS.attachments));
  };
  const refuse = ([first]: FileRejection[]) => {
    if (first)
      setRefused(t('attachments.tooLarge', { name: first.file.name, size: SUPPORT_LIMITS.attachmentBytes / MB }));
  };
  return (
    <Input.Wrapper label={t('attachments.label')} error={error ?? refused}>
      <Stack gap={6} mt={4}>
        {files.length < SUPPORT_LIMITS.attachments && (
          <Dropzone
            onDrop={add}
            onReject={refuse}
            maxSize={SUPPORT_LIMITS.attachmentBytes}
            disabled={disabled}
            p="sm"
            inputProps={{ 'aria-label': t('attachments.label') }}
          >
            <Group gap="xs" justify="center" wrap="nowrap">
              <IconPaperclip size={16} aria-hidden />
              <Text size="sm" c="dimmed">
                {t('attachments.drop', {
                  count: SUPPORT_LIMITS.attachments,
                  size: SUPPORT_LIMITS.attachmentBytes / MB,
                })}
              </Text>
            </Group>
          </Dropzone>
        )}
        {files.map((file) => (
          <Group key={keyOf(file)} gap="xs" wrap="nowrap">
            <Text size="sm" truncate flex={1}>
              {file.name}
            </Text>
            <Text size="sm" c="dimmed">
              {sizeText(file.size)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={disabled}
              aria-label={t('attachments.remove', { name: file.name })}
              onClick={() => onChange(files.filter((each) => each !== file))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

/** The same file chosen twice is attached once. */
function keyOf({ name, size, lastModified }: File): string {
  return `${name}:${size}:${lastModified}`;
}

function sizeText(bytes: number): string {
  const unit = bytes < MB ? 'kilobyte' : 'megabyte';
  const value = bytes < MB ? Math.max(1, Math.round(bytes / 1024)) : bytes / MB;
  return new Intl.NumberFormat(i18n.language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}
