import { count, desc, eq, or } from 'drizzle-orm';
import { PAGE_SIZE } from '#shared/api/pagination.ts';
import type { BetaUser } from '#shared/features/surveys/contract.ts';
import { coupons } from '../billing/tables.ts';
import type { Context } from '../context.ts';
import { betaUsers, surveys, users } from '../people/tables.ts';
import { requireProductAdmin } from './access.ts';
import { presentSurvey } from './presenter.ts';

/** One page (16) of the invitations, the newest first. @throws Forbidden */
export async function listBetaUsers(
  { actor, db }: Context,
  input: { page: number },
): Promise<{ records: number; rows: BetaUser[] }> {
  requireProductAdmin(actor);
  const [rows, [total]] = await Promise.all([
    db
      .select({ beta: betaUsers, credit: coupons.creditCents, userName: users.name, survey: surveys })
      .from(betaUsers)
      .leftJoin(coupons, eq(coupons.code, betaUsers.couponCode))
      .leftJoin(users, eq(users.id, betaUsers.userId))
      .leftJoin(surveys, or(eq(surveys.betaUserId, betaUsers.id), eq(surveys.userId, betaUsers.userId)))
      .orderBy(desc(betaUsers.createdAt), desc(betaUsers.id))
      .limit(PAGE_SIZE)
      .offset((input.page - 1) * PAGE_SIZE),
    db.select({ records: count() }).from(betaUsers),
  ]);
  return {
    records: total?.records ?? 0,
    rows: rows.map(({ beta, credit, userName, survey }) => ({
      id: beta.id,
      email_address: beta.emailAddress,
      coupon_code: beta.couponCode,
      credit,
      invite_date: beta.sentAt?.toISOString() ?? null,
      user_name: userName,
      survey: survey && { ...presentSurvey(survey), industry: survey.industry, website_url: survey.websiteUrl },
    })),
  };
}
