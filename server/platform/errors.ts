import type { Charge } from '#shared/api/envelope.ts';
import { say } from './say.ts';

/** The few errors a verb throws. They know nothing of HTTP: `http/errors.ts` maps them, once. */
export class AppError extends Error {
  override name = 'AppError';
}

/** A rule about the input failed; `fields` uses the request's field names. */
export class ValidationError extends AppError {
  override name = 'ValidationError';
  readonly fields: Record<string, string>;
  constructor(fields: Record<string, string>, message?: string) {
    super(message ?? say('errors.formErrors'));
    this.fields = fields;
  }
}

/** No valid session. */
export class Unauthenticated extends AppError {
  override name = 'Unauthenticated';
}

/** Missing, or not the caller's: the same for both, so that nothing leaks. */
export class NotFound extends AppError {
  override name = 'NotFound';
  constructor(message = say('errors.notFound')) {
    super(message);
  }
}

export class Forbidden extends AppError {
  override name = 'Forbidden';
  constructor(message = say('errors.roleRefused')) {
    super(message);
  }
}

/** The current state doesn't allow it. */
export class Conflict extends AppError {
  override name = 'Conflict';
}

/** The charge would differ from the accepted price. Nothing was charged; `charge` is the price now. */
export class PriceChanged extends Conflict {
  override name = 'PriceChanged';
  readonly charge: Charge;
  constructor(message: string, charge: Charge) {
    super(message);
    this.charge = charge;
  }
}

export class PaymentRequired extends AppError {
  override name = 'PaymentRequired';
}

export class TooManyRequests extends AppError {
  override name = 'TooManyRequests';
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number, message?: string) {
    super(message ?? say('errors.tooManyAttempts', { wait: waitText(retryAfterSeconds) }));
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A dependency (engine, payment provider, mail) doesn't answer. */
export class Unavailable extends AppError {
  override name = 'Unavailable';
}

function waitText(seconds: number): string {
  if (seconds < 60) return say('errors.waitSeconds', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? say('errors.waitMinute') : say('errors.waitMinutes', { count: minutes });
}
