import { AppError } from '../../../platform/errors.ts';

/** Of RFC 6749, 5.2, RFC 7591 and RFC 8707. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

/** A client asked in vain; programs read the code, and `http/oauth.ts` adds words for whoever writes one. */
export class OAuthRefusal extends AppError {
  override name = 'OAuthRefusal';
  readonly error: OAuthError;
  constructor(error: OAuthError) {
    super(error);
    this.error = error;
  }
}
