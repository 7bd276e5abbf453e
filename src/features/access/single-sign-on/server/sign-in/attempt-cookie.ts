import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { seal, unsealFresh } from '#server/auth/seal.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { KeyRing } from '#server/keys.ts';
import type { CookieChange, RequestInfo } from '#server/handler.ts';

/** How long the user may take at the provider. */
const attemptMinutes = 10;

const attempt = z.object({
  purpose: z.enum(['sign-in', 'test', 'connect', 'confirm']),
  companyId: z.number(),
  /** A change of the provider ends the attempt. */
  changedAt: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Where the sign-in leads in the portal. */
  to: z.string(),
  /** The session that started a test or a connection. The redirect does not send the session's cookie. */
  session: z.optional(z.object({ userId: z.string(), tokenHash: z.string() })),
  expiresAt: z.number(),
});

/** The cookie's content when the browser returns from the provider. */
export type Attempt = z.output<typeof attempt>;

const context = 'single sign-on attempt';
const cookieName = (portalUrl: string): string =>
  portalUrl.startsWith('https:') ? '__Host-single-sign-on' : 'single-sign-on';

/** Sealed: the browser keeps it and cannot read or change it. */
export function attemptCookie(
  ring: KeyRing,
  content: Omit<Attempt, 'expiresAt'>,
  { portalUrl, now }: { portalUrl: string; now: Date },
): CookieChange {
  const expiresAt = addMs(now, attemptMinutes * minuteMs).getTime();
  const sealed = seal(ring, Buffer.from(JSON.stringify({ ...content, expiresAt })), context);
  return {
    name: cookieName(portalUrl),
    value: sealed.toString('base64url'),
    httpOnly: true,
    // The provider's redirect comes from another site.
    sameSite: 'lax',
    maxAgeSeconds: (attemptMinutes * minuteMs) / 1000,
  };
}

/** Undefined without a cookie, and for one that is not ours or has expired. */
export function readAttempt(
  ring: KeyRing,
  request: RequestInfo,
  { portalUrl, now }: { portalUrl: string; now: Date },
): Attempt | undefined {
  const value = request.cookie(cookieName(portalUrl));
  if (value === undefined || value.length > 4000) return undefined;
  try {
    const life = { now, lifeMs: attemptMinutes * minuteMs };
    const text = unsealFresh(ring, Buffer.from(value, 'base64url'), context, life).toString('utf8');
    const found = attempt.parse(JSON.parse(text));
    return found.expiresAt > now.getTime() ? found : undefined;
  } catch {
    return undefined;
  }
}

export const clearAttemptCookie = (portalUrl: string): CookieChange => ({
  name: cookieName(portalUrl),
  value: undefined,
  httpOnly: true,
  sameSite: 'lax',
});

export const stateHash = (state: string): Buffer => createHash('sha256').update(state).digest();
