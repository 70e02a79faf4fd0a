import { Button, FileButton, Textarea, type TextareaProps } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './KeyTextarea.module.css';
import { readPublicKeyFile } from './public-key-file.ts';

interface KeyTextareaProps extends Omit<TextareaProps, 'onChange'> {
  onChange: (text: string) => void;
  onUnreadable: (reason: string) => void;
}

/** A public key: pasted, dropped as a file, or picked. */
export function KeyTextarea({ onChange, onUnreadable, ...props }: KeyTextareaProps) {
  const { t } = useTranslation('sshKeys');
  const [over, setOver] = useState(false);
  const read = async (file: File | null | undefined) => {
    if (!file) return;
    const text = await readPublicKeyFile(file);
    if (text === null) onUnreadable(t('form.fileTooLarge'));
    else onChange(text);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop zone; the button below does the same by keyboard.
    <div
      className={classes.zone}
      data-over={over || undefined}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
    >
      <Textarea
        {...props}
        label={t('form.key')}
        description={t('form.keyHelp')}
        placeholder={t('form.keyPlaceholder')}
        autosize
        minRows={4}
        maxRows={8}
        spellCheck={false}
        autoComplete="off"
        required
        classNames={{ input: classes.input }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FileButton onChange={read} accept=".pub,text/plain">
        {(button) => (
          <Button {...button} variant="default" size="xs" mt="xs" leftSection={<IconUpload size={14} />}>
            {t('form.pick')}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
