import type { PaymentReply } from '#features/payments/payments/payment-response.ts';
import type { CoreServices } from '#server/core-services.ts';
import { minuteMs } from '#server/clock.ts';
import { atTestClock, realTimeOf } from '#server/time/test-clock.ts';
import { Problem, problems } from '#shared/problem.ts';
import { countAttempt, countCall, loadAttempts, undoAttempt } from '#server/auth/throttle.ts';
import { type HostedSession, findSessionById } from '../hosted-session-table.ts';

const windowMs = 10 * minuteMs;
/** Unknown sessions and failed cards of one IP address, and requests for one session, in ten minutes. */
const missesAllowed = 60;
const failuresAllowed = 40;
const callsAllowed = 900;

interface PageRequest {
  path: { pageKey: string; sessionId: string };
  request: { ip: string };
  services: CoreServices;
  now: Date;
}

/**
 * The session of a page's request. Throws 404 for an unknown one and 429 for too many requests. From here on the services and the
 * time of `ctx` are those of the session's company, so handlers read them afterwards.
 */
export async function loadSession(ctx: PageRequest): Promise<HostedSession> {
  const { path, request, services, now } = ctx;
  const session = await findSessionById(services.database, path.sessionId);
  if (session && session.pageKey === path.pageKey) {
    const calls = await countCall(services.database, `hosted-session:${path.sessionId}`, windowMs, now);
    if (calls > callsAllowed) throw problems.tooManyRequests(windowMs / 1000);
    ctx.services = atTestClock(services, session.testClock);
    if (session.testClock) ctx.now = ctx.services.clock.now();
    return session;
  }
  const misses = await countAttempt(services.database, `hosted-misses:${request.ip}`, windowMs, now);
  if (misses > missesAllowed) throw problems.tooManyRequests(windowMs / 1000);
  throw new Problem(404, 'exception.sessionState.noSession', 'There is no such session');
}

/** Limits the failed cards of one IP address across sessions. */
export async function refuseTooManyFailures(services: CoreServices, ip: string, now: Date): Promise<void> {
  const key = `hosted-failures:${ip}`;
  const attempts = (await loadAttempts(services.database, [key], now)).get(key);
  if (attempts && attempts.attempts >= failuresAllowed) {
    const seconds = Math.ceil((attempts.resetsAt.getTime() - realTimeOf(now).getTime()) / 1000);
    throw problems.tooManyRequests(seconds);
  }
}

export async function countFailure(services: CoreServices, ip: string, now: Date): Promise<void> {
  await countAttempt(services.database, `hosted-failures:${ip}`, windowMs, now);
}

/** Counts a refused step of 3-D Secure. Not X208, where the 3-D Secure server did not respond: the payer did nothing wrong. */
export async function countRefusedStep(
  services: CoreServices,
  reply: PaymentReply | undefined,
  ip: string,
  now: Date,
): Promise<void> {
  if (!reply || reply.status < 400) return;
  const { outcome, reasonCode } = reply.body;
  if ((outcome?.reasonCode ?? reasonCode) !== 'X208') await countFailure(services, ip, now);
}

/** The limits of failed cards at one MULTIPLE smart link: for one IP address, and in total. */
const buildLinkLimits = (linkId: string, ip: string) =>
  [
    { key: `link-failures:${linkId} ${ip}`, allowed: 10 },
    { key: `link-failures:${linkId}`, allowed: 60 },
  ] as const;

/** The time until which a smart link rejects payers, from this IP address or all, after too many failed cards. */
export async function linkRateLimitedUntil(
  services: CoreServices,
  linkId: string,
  ip: string,
  now: Date,
): Promise<Date | undefined> {
  const limits = buildLinkLimits(linkId, ip);
  const attempts = await loadAttempts(
    services.database,
    limits.map(({ key }) => key),
    now,
  );
  const ends = limits.flatMap(({ key, allowed }) => {
    const spent = attempts.get(key);
    return spent && spent.attempts >= allowed ? [spent.resetsAt.getTime()] : [];
  });
  return ends.length > 0 ? new Date(Math.max(...ends)) : undefined;
}

/**
 * Counts a card at its link before authorisation, so that concurrent requests cannot exceed the limit. Returns a
 * function that undoes the count of a card that did not fail. Throws 429 above the limit.
 */
export async function countLinkCard(
  services: CoreServices,
  linkId: string,
  ip: string,
  now: Date,
): Promise<() => Promise<void>> {
  const counted: string[] = [];
  const refundAttempts = async () => {
    for (const key of counted) await undoAttempt(services.database, key);
  };
  for (const { key, allowed } of buildLinkLimits(linkId, ip)) {
    counted.push(key);
    if ((await countAttempt(services.database, key, windowMs, now)) <= allowed) continue;
    await refundAttempts();
    throw problems.tooManyRequests(windowMs / 1000);
  }
  return refundAttempts;
}
