import { FileInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SECRET_MAX_BYTES, type SecretKind } from '#shared/features/secrets/model.ts';

interface ValueFieldProps {
  kind: SecretKind;
  value: string;
  error: React.ReactNode;
  onChange: (value: string) => void;
  onError: (reason: string) => void;
  required?: boolean;
}

/** The value as it is sent: a text as typed, a file's bytes as Base64. It can't be seen again after it is saved. */
export function ValueField({ kind, value, error, onChange, onError, required = false }: ValueFieldProps) {
  const { t } = useTranslation('secrets');
  const [file, setFile] = useState<File | null>(null);
  const read = async (chosen: File | null) => {
    setFile(chosen);
    onChange('');
    if (!chosen) return;
    if (chosen.size > SECRET_MAX_BYTES) return onError(t('form.tooLarge', { count: SECRET_MAX_BYTES / 1024 }));
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    onChange(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
  };
  const help = required ? t('form.valueHelp') : t('form.replaceHelp');
  if (kind === 'file') {
    return (
      <FileInput
        label={t('form.file')}
        description={help}
        placeholder={t('form.choose')}
        value={file}
        error={error}
        onChange={(chosen) => void read(chosen)}
        required={required}
        clearable
        clearButtonProps={{ 'aria-label': t('form.clear') }}
      />
    );
  }
  return (
    <Textarea
      label={t('form.value')}
      description={help}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      required={required}
      autosize
      minRows={2}
      maxRows={8}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  );
}
