import { antiForgeryCookie, newAntiForgeryValue } from '#server/auth/anti-forgery.ts';
import { sessionCookieName } from '#server/auth/authenticate.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import {
  type ConfirmedBy,
  createSession,
  deleteSession,
  hashToken,
  newSessionToken,
} from '#server/auth/session-store.ts';
import { type CookieChange, type RequestInfo, Reply } from '#server/handler.ts';
import type { CoreServices } from '#server/core-services.ts';
import { parseLocale } from '#shared/locales.ts';
import type { LoginResult } from '#features/access/session/schemas.ts';
import { type UserRow, buildLoginResult } from '#server/auth/app-user.ts';
import { mailNewDevice, rememberDevice } from './known-device.ts';

/** A request that signs a user in, after its proof. */
export interface SignIn {
  services: CoreServices;
  request: RequestInfo;
  /** The endpoint, for the audit. */
  act: string;
  now: Date;
}

interface Opening {
  /** null: a remembered device stood in for the second factor, so nothing counts as a confirmation. */
  confirmedBy: ConfirmedBy | null;
  /** The session may only add a second factor. */
  isEnrolling?: boolean;
  /** Why the password alone was enough, or how the second factor was replaced. */
  detail?: object;
  cookies?: readonly CookieChange[];
}

/** Opens a session under a new token and ends the one of this browser. */
export async function openSession(
  { services, request, act, now }: SignIn,
  user: UserRow,
  { confirmedBy, isEnrolling = false, detail, cookies = [] }: Opening,
): Promise<Reply<LoginResult>> {
  const { config, database } = services;
  const { result, device, session } = await database.begin(async (sql) => {
    const session = await replaceSession(sql, { services, request, now }, user.userId, {
      confirmedAt: confirmedBy === null ? null : now,
      confirmedBy,
      isEnrolling,
    });
    await sql`
      update app_user set previous_logon_at = last_logon_at, last_logon_at = ${now}, locked_reason = null,
        locked_until = null, locale = ${pageLocale(request.header('accept-language')) ?? user.locale}
      where user_id = ${user.userId}`;
    const { userId } = user;
    const remembered = await rememberDevice(sql, { userId, request, portalUrl: config.portalUrl, now });
    if (remembered.isNew) await mailNewDevice(sql, user, { request, now });
    await writeAuditEvent(sql, {
      at: now,
      companyId: user.companyId,
      actorKind: 'user',
      actor: user.userId,
      ip: request.ip,
      act,
      outcome: 'allowed',
      detail: isEnrolling ? { isEnrolling } : detail,
      requestId: request.id,
    });
    const result = await buildLoginResult(sql, { ...user, lockedReason: null });
    return { session, result, device: remembered.cookie };
  });
  return new Reply(200, result, { cookies: [...session, device, ...cookies] });
}

/** A new token at every sign-in prevents session fixation (docs/domain.md#sign-in). Returns its cookies. */
export async function replaceSession(
  sql: Parameters<typeof createSession>[0],
  { services, request, now }: Omit<SignIn, 'act'>,
  userId: string,
  state: { confirmedAt: Date | null; confirmedBy: ConfirmedBy | null; isEnrolling: boolean },
): Promise<CookieChange[]> {
  const { config, keys } = services;
  const cookie = sessionCookieName(config.portalUrl);
  const token = newSessionToken();
  const tokenHash = hashToken(token);
  const old = request.cookie(cookie);
  if (old) await deleteSession(sql, hashToken(old));
  await createSession(sql, { tokenHash, userId, now, ...request, ...state }, config);
  const antiForgery = newAntiForgeryValue(keys.antiForgery, tokenHash.toString('hex'));
  return [
    { name: cookie, value: token, httpOnly: true },
    { name: antiForgeryCookie, value: antiForgery, httpOnly: false },
  ];
}

/** Emails use the language chosen for the page. The page sends it alone; browsers send lists. */
function pageLocale(header: string | undefined): string | undefined {
  return header !== undefined && /^[a-z]{2}$/.test(header) ? parseLocale(header) : undefined;
}
