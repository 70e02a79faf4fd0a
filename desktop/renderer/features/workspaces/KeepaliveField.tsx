import { Button, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChoiceForm } from './choices.ts';

interface KeepaliveFieldProps {
  form: ChoiceForm;
  /** Each user has it for one shared workspace; workspaces on hosts may all have it. */
  shared: boolean;
}

/** If another workspace of the user has KeepAlive, the server says which one, and it can be moved. */
export function KeepaliveField({ form, shared }: KeepaliveFieldProps) {
  const { t } = useTranslation('workspaces');
  const props = form.getInputProps('keepalive_flag', { type: 'checkbox' });
  const moving = form.values.keepalive_move && form.values.keepalive_flag;
  const help = t(moving ? 'form.keepaliveMoves' : shared ? 'form.keepaliveHelp' : 'form.keepaliveHelpPrivate');
  return (
    <Stack gap={6} align="flex-start">
      <Switch {...props} label={t('form.keepalive')} description={help} />
      {props.error && (
        <Button
          variant="light"
          size="compact-sm"
          ml={46}
          onClick={() => {
            form.setFieldValue('keepalive_move', true);
            form.clearFieldError('keepalive_flag');
          }}
        >
          {t('form.keepaliveMove')}
        </Button>
      )}
    </Stack>
  );
}
