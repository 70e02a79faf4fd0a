import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { issueMessage } from '#shared/api/issue-message.ts';
import { ApiError } from '../lib/api-error.ts';
import { i18n } from '../lib/i18n.ts';
import { messageText } from '../lib/message.ts';
import { endSession, sessionKey } from '../lib/session.ts';
import { useDraft } from './use-draft.ts';
import { useFreshValues } from './use-fresh-values.ts';

interface ApiFormOptions<Values extends Record<string, unknown>, Schema extends z.ZodType>
  extends Pick<UseFormInput<Values>, 'initialValues'> {
  /** The contract's own schema of the body. Without it every field is required, which is all a login needs. */
  schema?: Schema;
  /** Builds the body from what was typed, before it is checked; by default empty optional fields are left out. */
  toBody?: (values: Values) => unknown;
  /**
   * Name of a form that takes a while to fill in: if the session ends meanwhile, the same person finds their input
   * again after login. Never passwords.
   */
  draft?: string;
  /** Fields that aren't kept, besides those whose names say so: secrets under names from the catalogue. */
  draftWithout?: readonly string[];
  /** The draft also survives a change of page, Esc and a reload, until it is sent or cancelled. */
  lasting?: boolean;
  /** Sending only asks for a price: whoever accepts it calls `discard`. */
  asksFirst?: boolean;
  /** Banner above field errors; default 'There were errors in your form', null for none. */
  banner?: string | null;
  /** Checks a field as soon as the person leaves it with something typed. */
  checkOnLeave?: boolean;
  /** Shows the first message of a refusal instead of the banner. */
  firstError?: boolean;
}

/** What is sent: the values, and the body checked with the schema. */
type Send<Values, Schema extends z.ZodType> = (values: Values, body: z.input<Schema>) => Promise<unknown>;

export interface ApiForm<Values extends Record<string, unknown>, Schema extends z.ZodType = z.ZodType> {
  form: UseFormReturnType<Values>;
  /** For the `<form>`: focuses the first wrong field. */
  ref: RefObject<HTMLFormElement | null>;
  /** For the FormBanner. */
  message: string | null;
  setMessage: (message: string | null) => void;
  submitting: boolean;
  /** Keeps no draft of what is typed now: it was sent or cancelled. */
  discard: () => void;
  /** For `onSubmit`: checks with the schema, calls `send`, and maps the server's errors onto the fields. */
  submit: (send: Send<Values, Schema>) => (event?: React.FormEvent<HTMLFormElement>) => void;
}

/** A Mantine form checked by the server's own schema, which shows the server's errors in their fields. */
export function useApiForm<Values extends Record<string, unknown>, Schema extends z.ZodType = z.ZodType>(
  options: ApiFormOptions<Values, Schema>,
): ApiForm<Values, Schema> {
  const { schema } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  /** The banner is about fields: it disappears when the last of them is fixed. */
  const [aboutFields, setAboutFields] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const dropped = useRef(false);
  /** How often something was said, to know whether a form said it itself while it was sent. */
  const said = useRef(0);
  const say = (text: string | null) => {
    said.current += 1;
    setAboutFields(false);
    setMessage(text);
  };
  const bodyOf = (values: Values) => (options.toBody ? options.toBody(values) : withoutEmpty(values, schema));
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: options.initialValues as Values,
    onValuesChange: () => {
      dropped.current = false;
    },
    validate: (values) => fieldErrors(schema, values, bodyOf(values)),
    enhanceGetInputProps: ({ field, form }) => {
      if (!options.checkOnLeave) return;
      const leave = ({ relatedTarget }: React.FocusEvent) => {
        // What is about to be pressed must not move away under the pointer.
        if (form.getInputProps(field).value !== '' && !isPressed(relatedTarget)) form.validateField(field);
      };
      return { onBlur: leave };
    },
  });
  useFreshValues(form, options.initialValues as Values);
  useDraft(options.draft, form, {
    without: options.draftWithout,
    lasting: options.lasting,
    dropped: () => dropped.current,
  });
  const banner = options.banner === undefined ? i18n.t('error.form') : options.banner;
  const focusFirstError = () => {
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const send = async (values: Values, action: Send<Values, Schema>) => {
    setSubmitting(true);
    const saidBefore = said.current;
    // Already now: the page usually leaves as soon as it is done.
    dropped.current = options.asksFirst !== true;
    try {
      await action(values, bodyOf(values) as z.input<Schema>);
      if (said.current === saidBefore) {
        form.clearErrors();
        say(null);
      }
    } catch (error) {
      dropped.current = false;
      // The page goes to the login, and returns with the input if the form keeps it.
      if (error instanceof ApiError && error.unauthenticated && sessionKey()) return void endSession();
      const fields = error instanceof ApiError ? error.fields : {};
      // The same message once more is news, too: it is read out and scrolled to.
      flushSync(() => setMessage(null));
      form.setErrors(Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, messageText(text)])));
      setAboutFields(Object.keys(fields).some((name) => isShown(form.getValues(), name)));
      setMessage((options.firstError && firstErrorOf(error)) || bannerFor(error, fields, form.getValues(), banner));
      focusFirstError();
    } finally {
      setSubmitting(false);
    }
  };
  return {
    form,
    ref,
    message: aboutFields && Object.keys(form.errors).length === 0 ? null : message,
    setMessage: say,
    submitting,
    discard: () => {
      dropped.current = true;
    },
    submit: (action) =>
      form.onSubmit(
        (values) => {
          // What the last answer said stays until the next one: nothing moves under a pointer that clicks twice.
          form.setErrors(form.errors);
          if (!submitting) void send(values, action);
        },
        () => {
          setAboutFields(true);
          setMessage(banner);
          focusFirstError();
        },
      ),
  };
}

/** Where a click leads away or sends the form. */
function isPressed(element: Element | null): boolean {
  return element?.matches('a, button[type="submit"]') ?? false;
}

/** The first message of a refusal. */
export function firstErrorOf(error: unknown): string | null {
  return (error instanceof ApiError && error.errors[0]) || null;
}

/** Is `name`, or what `outer.inner` is in, a field of this form? */
function isShown(values: object, name: string): boolean {
  return (name.split('.')[0] ?? name) in values;
}

/** The banner, then messages about fields that this form doesn't show. */
function bannerFor(error: unknown, fields: Record<string, string>, values: object, banner: string | null) {
  if (Object.keys(fields).length === 0) return error instanceof Error ? error.message : i18n.t('error.unexpected');
  const hidden = Object.entries(fields).filter(([name]) => !isShown(values, name));
  return [banner, ...hidden.map(([, text]) => messageText(text))].filter(Boolean).join(' ') || null;
}

/** The first message of each field. */
function fieldErrors(schema: z.ZodType | undefined, values: object, body: unknown): Record<string, string> {
  if (!schema) {
    const empty = Object.entries(values).filter(([, value]) => String(value).trim() === '');
    return Object.fromEntries(empty.map(([name]) => [name, messageText('validation.required')]));
  }
  const result = schema.safeParse(body);
  const errors: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) {
    errors[issue.path.join('.')] ??= messageText(issueMessage(issue, body));
  }
  return errors;
}

/**
 * Leaves out empty fields: optional fields of the schemas are absent rather than empty. With a schema, required fields
 * stay, so that they get its own message.
 */
export function withoutEmpty<Values extends Record<string, unknown>>(
  values: Values,
  schema?: z.ZodType,
): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = schema && 'shape' in schema ? (schema as z.ZodObject).shape : {};
  const required = (name: string) => shape[name]?.safeParse(undefined).success === false;
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => (value !== '' && value !== null && value !== undefined) || required(name),
    ),
  );
}
