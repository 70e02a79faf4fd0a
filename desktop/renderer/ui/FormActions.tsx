import { Button, type ButtonProps, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

export interface FormActionsProps extends Pick<ButtonProps, 'loading' | 'disabled' | 'color'> {
  /** What Cancel does, or the path it leads to; without it there is no such button. */
  cancel?: string | (() => void);
  /** Before that: forgets what was typed. */
  onCancel?: (() => void) | undefined;
  submit: string;
}

/** The end of a form: Cancel if there is one, and the submit button. */
export function FormActions({ cancel, onCancel, submit, ...button }: FormActionsProps) {
  const { t } = useTranslation();
  const leave = typeof cancel === 'function' && (() => [onCancel?.(), cancel()]);
  return (
    <Group justify="flex-end" gap="xs">
      {typeof cancel === 'string' && (
        <Button variant="default" component={Link} to={cancel} onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      )}
      {leave && (
        <Button variant="default" onClick={leave}>
          {t('action.cancel')}
        </Button>
      )}
      <Button type="submit" {...button}>
        {submit}
      </Button>
    </Group>
  );
}
