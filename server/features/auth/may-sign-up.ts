import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { isListed } from '../../platform/sign-up-setting.ts';
import type { Dependencies } from '../context.ts';
import { shares } from '../people/tables.ts';

const BY_INVITATION = say('auth.invitationNeeded');

interface Newcomer {
  email: string;
  share_id?: string | undefined;
  /** The invitation of an operator, checked already. */
  betaUserId: string | null;
}

/** The operator's rule for new accounts, however people come. @throws ValidationError on `email` */
export async function requireMaySignUp(
  { config }: Pick<Dependencies, 'config'>,
  executor: Executor,
  newcomer: Newcomer,
): Promise<void> {
  requireListedDomain({ config }, 'email', newcomer.email);
  if (config.signUp.who !== 'invited' || newcomer.betaUserId !== null) return;
  if (!(await isInvited(executor, newcomer))) throw new ValidationError({ email: BY_INVITATION });
}

/** Where mail domains are listed, nobody gets an account at another one, not even by invitation. @throws ValidationError */
export function requireListedDomain({ config }: Pick<Dependencies, 'config'>, field: string, email: string): void {
  const { signUp } = config;
  if (signUp.who !== 'domains' || isListed(email, signUp.domains)) return;
  throw new ValidationError({ [field]: say('auth.allowedDomains', { domains: signUp.domains.join(', ') }) });
}

/** Somebody here mailed a link to this very address. */
async function isInvited(executor: Executor, { email, share_id: id }: Newcomer): Promise<boolean> {
  if (!id || !isId(id)) return false;
  const [share] = await executor
    .select({ id: shares.id })
    .from(shares)
    .where(and(eq(shares.id, id), eq(shares.inviteEmail, email.toLowerCase())));
  return share !== undefined;
}
