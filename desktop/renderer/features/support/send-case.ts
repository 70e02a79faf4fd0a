import { failureSchema } from '#shared/api/envelope.ts';
import { SESSION_HEADER } from '#shared/api/wire.ts';
import { sendSupportCase } from '#shared/features/support/contract.ts';
import type { SupportCase } from '#shared/features/support/model.ts';
import { ApiError } from '../../lib/api-error.ts';
import { i18n } from '../../lib/i18n.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { sessionKey } from '../../lib/session.ts';

interface Sending {
  /** An external help desk; null for our own endpoint. */
  url: string | null;
  values: SupportCase;
  /** The sender, for a help desk that doesn't know our session. */
  context: Record<string, string>;
  files: File[];
  /** 0 to 1. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
}

/** Sends the form as multipart/form-data. @throws ApiError */
export function sendCase({ url, values, context, files, onProgress, signal }: Sending): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  if (url) for (const [name, value] of Object.entries(context)) form.append(name, value);
  for (const file of files) form.append('attachment', file, file.name);
  return url ? post(url, form, signal) : upload(form, onProgress, signal);
}

/** Help desks accept such forms from anywhere but hide their answer, so arrival is all we can know. */
async function post(url: string, body: FormData, signal: AbortSignal): Promise<void> {
  try {
    await fetch(url, { method: 'POST', body, mode: 'no-cors', credentials: 'omit', signal });
  } catch {
    throw new ApiError(0, i18n.t('error.unreachable'));
  }
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function upload(form: FormData, onProgress: (done: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${platform.apiBase}${sendSupportCase.path}`);
    request.withCredentials = true;
    request.responseType = 'json';
    const key = sessionKey();
    if (key) request.setRequestHeader(SESSION_HEADER, key);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    const fail = () => reject(new ApiError(0, i18n.t('error.unreachable')));
    request.onerror = fail;
    request.onabort = fail;
    request.onload = () => {
      if (request.status === 200) return resolve();
      const failure = failureSchema.safeParse(request.response);
      const { message, errors, errorsObj } = failure.data ?? { message: i18n.t('error.unexpected') };
      reject(
        new ApiError(request.status, message, { ...(errors && { errors }), ...(errorsObj && { fields: errorsObj }) }),
      );
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
