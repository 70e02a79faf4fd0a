import { schemaResolver, type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type RefObject, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../lib/api-error.ts';
import { i18n } from '../lib/i18n.ts';
import { messageText } from '../lib/message.ts';

interface ApiFormOptions<Values extends Record<string, unknown>> extends Pick<UseFormInput<Values>, 'initialValues'> {
  /** The contract's own schema of the body. */
  schema: z.ZodType;
  /** What is sent of what was typed, before it is checked; an empty optional field is usually left out. */
  toBody?: (values: Values) => unknown;
  /** Banner for field errors; 'There were errors in your form' unless told otherwise. */
  banner?: string;
}

export interface ApiForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  /** Give it to the `<form>`: the first wrong field gets the focus. */
  ref: RefObject<HTMLFormElement | null>;
  /** For the FormBanner. */
  message: string | null;
  setMessage: (message: string | null) => void;
  submitting: boolean;
  /** For `onSubmit`: checks with the schema, calls `send`, maps what the server refuses onto the fields. */
  submit: (send: (values: Values) => Promise<unknown>) => (event?: React.FormEvent<HTMLFormElement>) => void;
}

/** A Mantine form checked by the same schema as the server's, which shows the server's errors in their fields. */
export function useApiForm<Values extends Record<string, unknown>>(options: ApiFormOptions<Values>): ApiForm<Values> {
  const ref = useRef<HTMLFormElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const toBody = options.toBody ?? withoutEmpty;
  const resolve = schemaResolver(options.schema, { sync: true });
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: options.initialValues as Values,
    validate: (values) => translated(resolve(toBody(values))),
    validateInputOnBlur: false,
  });
  const banner = () => options.banner ?? i18n.t('error.form');
  const focusFirstError = () => {
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const send = async (values: Values, action: (values: Values) => Promise<unknown>) => {
    setMessage(null);
    setSubmitting(true);
    try {
      await action(values);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      form.setErrors(translated(fields));
      const unknownFields = Object.keys(fields).filter((name) => !(name in form.getValues()));
      const stray = unknownFields.map((name) => fields[name]).join(' ');
      if (Object.keys(fields).length > 0) setMessage(stray ? `${banner()} ${messageText(stray)}` : banner());
      else setMessage(error instanceof Error ? error.message : i18n.t('error.unexpected'));
      focusFirstError();
    } finally {
      setSubmitting(false);
    }
  };
  return {
    form,
    ref,
    message,
    setMessage,
    submitting,
    submit: (action) =>
      form.onSubmit(
        (values) => {
          if (!submitting) void send(values, action);
        },
        () => {
          setMessage(banner());
          focusFirstError();
        },
      ),
  };
}

/** Leaves out what was not filled in: the schemas' optional fields are absent rather than empty. */
export function withoutEmpty<Values extends Record<string, unknown>>(values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  );
}

function translated(errors: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, messageText(String(text))]));
}
