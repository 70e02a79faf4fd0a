import { Loader, TextInput, type TextInputProps } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Availability } from './use-availability.ts';

interface UniqueFieldProps extends TextInputProps {
  availability: Availability;
  /** The message for a taken value. */
  takenText: string;
  /** Help below the field while there is no message about its value. */
  help?: string;
}

/** A text field that checks while typing whether its value is free. */
export function UniqueField({ availability, takenText, help, error, ...props }: UniqueFieldProps) {
  const { t } = useTranslation('auth');
  const shown = error || (availability === 'taken' ? takenText : null);
  const description = {
    idle: help,
    checking: t('availability.checking'),
    available: t('availability.available'),
    taken: help,
    unknown: t('availability.unknown'),
  }[availability];
  return (
    <TextInput
      {...props}
      error={shown}
      description={shown ? undefined : description}
      descriptionProps={{ role: 'status' }}
      rightSection={shown ? <IconX size={16} color="var(--mantine-color-error)" aria-hidden /> : MARKS[availability]}
    />
  );
}

const MARKS: Record<Availability, React.ReactNode> = {
  idle: null,
  checking: <Loader size={14} />,
  available: <IconCheck size={16} color="var(--mantine-color-harbor-5)" aria-hidden />,
  taken: null,
  unknown: <IconAlertTriangle size={16} color="var(--mantine-color-yellow-6)" aria-hidden />,
};
