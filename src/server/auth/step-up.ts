import type { Sql } from '#database/connection.ts';
import { problems } from '#shared/problem.ts';
import { addMs, minuteMs } from '../clock.ts';
import type { CoreServices } from '../core-services.ts';
import type { Caller } from './caller.ts';
import { type EffectivePolicy, type RequestedRefund, readEffectivePolicy } from './security-policy.ts';
import { type ConfirmedBy, isOneFactor } from './session-store.ts';

/** Minutes for changes of the user's own sign-in, where no policy is stricter. */
const ownSignInMinutes = 5;

interface StepUpContext {
  caller: Caller;
  services: Pick<CoreServices, 'database'>;
  now: Date;
}

/**
 * Throws STEP_UP_REQUIRED with the methods, unless the user has confirmed recently that they are there
 * (docs/domain.md#step-up). API keys are exempt: a program cannot confirm.
 */
export async function requireStepUp(
  reason: 'policy' | 'own-sign-in' | { refund: RequestedRefund },
  { caller, services, now }: StepUpContext,
): Promise<void> {
  // A session that only adds a factor began with the password and does nothing else.
  if (!caller.session || caller.session.isEnrolling) return;
  const refund = typeof reason === 'object' ? reason.refund : undefined;
  const policy = await readEffectivePolicy(services.database, caller, { now, refund });
  const minutes =
    reason === 'own-sign-in' ? (policy.stepUpMinutes ?? ownSignInMinutes) : policy.stepUpMinutes;
  if (minutes === null || (refund !== undefined && !policy.requiresForRefund)) return;
  const methods = await listConfirmationMethods(services.database, caller.id, { now, policy, reason });
  const { confirmedAt, confirmedBy } = caller.session;
  const isRecent = confirmedAt !== null && confirmedAt > addMs(now, -minutes * minuteMs);
  const isStrong = !isOneFactor(confirmedBy) || methods.some(isOneFactor);
  if (!isRecent || !isStrong) throw problems.stepUpRequired(methods);
}

/**
 * How the user can confirm: with every factor they have; without one, with the password or, if they have none, at the provider of
 * single sign-on. In an emergency with the password.
 */
export async function listConfirmationMethods(
  sql: Sql,
  userId: string,
  { now, policy, reason }: { now: Date; policy: EffectivePolicy; reason: unknown },
): Promise<ConfirmedBy[]> {
  const rows = await sql<{ kind: ConfirmedBy }[]>`
    select distinct kind from second_factor where user_id = ${userId} order by 1`;
  const factors = rows.map(({ kind }) => kind);
  if (await isBreakGlassOpen(sql, userId, now)) return [...factors, 'password'];
  if (factors.length > 0) return [...factors, 'recovery-code'];
  // A first factor could not be added otherwise.
  if (!policy.stepUpWithPassword && reason !== 'own-sign-in') return [];
  const [user] = await sql<{ hasPassword: boolean }[]>`
    select password_hash is not null as has_password from app_user where user_id = ${userId}`;
  return user?.hasPassword === true ? ['password'] : ['single-sign-on'];
}

/** An operator lets the user sign in with the password alone (docs/running.md#break-glass). */
export async function isBreakGlassOpen(sql: Sql, userId: string, now: Date): Promise<boolean> {
  const [row] = await sql`select from break_glass where user_id = ${userId} and ends_at > ${now}`;
  return row !== undefined;
}
