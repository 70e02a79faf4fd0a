import { Stack } from '@mantine/core';
import type { FormEvent, FormEventHandler, ReactNode } from 'react';
import { FormActions, type FormActionsProps } from './FormActions.tsx';
import { FormBanner } from './FormBanner.tsx';
import type { ApiForm } from './use-api-form.ts';

interface FormProps extends Pick<FormActionsProps, 'cancel' | 'disabled'> {
  api: Pick<ApiForm<Record<string, unknown>>, 'ref' | 'message' | 'submitting' | 'discard'>;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Above the banner. */
  intro?: ReactNode;
  children: ReactNode;
  /** Label of the submit button; without one the fields bring it. */
  submit?: string;
}

/** The frame of a form: its result, the fields, and the buttons. */
export function Form({ api, onSubmit, intro, children, submit, ...actions }: FormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    // It may be in a dialog of another form, which isn't sent with it.
    event.stopPropagation();
    onSubmit(event);
  };
  return (
    <form ref={api.ref} onSubmit={send} noValidate>
      <Stack gap="md">
        {intro}
        <FormBanner message={api.message} />
        {children}
        {submit && <FormActions {...actions} onCancel={api.discard} submit={submit} loading={api.submitting} />}
      </Stack>
    </form>
  );
}
