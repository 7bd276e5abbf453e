import type { Services } from '#server/services.ts';
import { minuteMs } from '#server/clock.ts';
import { Problem, problems } from '#shared/problem.ts';
import { loadAttempts, countAttempt, undoAttempt } from '#server/auth/throttle.ts';
import { type HostedSession, sessionById } from './session-store.ts';

const windowMs = 10 * minuteMs;
/** Guesses of addresses, failed cards of one address, and calls about one session, in ten minutes. */
const missesAllowed = 60;
const failuresAllowed = 40;
const callsAllowed = 900;

interface PageAsk {
  path: { pageKey: string; sessionId: string };
  request: { ip: string };
  services: Services;
  now: Date;
}

/** The session of a page's call. Unknown: 404 in the sessions' own catalogue; too often: 429. */
export async function pageSession({ path, request, services, now }: PageAsk): Promise<HostedSession> {
  const session = await sessionById(services.database, path.sessionId);
  if (session && session.pageKey === path.pageKey) {
    const calls = await countAttempt(services.database, `hosted-session:${path.sessionId}`, windowMs, now);
    if (calls > callsAllowed) throw problems.tooManyRequests(windowMs / 1000);
    return session;
  }
  const misses = await countAttempt(services.database, `hosted-misses:${request.ip}`, windowMs, now);
  if (misses > missesAllowed) throw problems.tooManyRequests(windowMs / 1000);
  throw new Problem(404, 'exception.sessionState.noSession', 'There is no such session');
}

/** Who tries many cards that fail, in however many sessions, has to wait. */
export async function refuseTooManyFailures(services: Services, ip: string, now: Date): Promise<void> {
  const key = `hosted-failures:${ip}`;
  const found = (await loadAttempts(services.database, [key], now)).get(key);
  if (found && found.attempts >= failuresAllowed) {
    const seconds = Math.ceil((found.resetsAt.getTime() - now.getTime()) / 1000);
    throw problems.tooManyRequests(seconds);
  }
}

export async function countFailure(services: Services, ip: string, now: Date): Promise<void> {
  await countAttempt(services.database, `hosted-failures:${ip}`, windowMs, now);
}

/** Failed cards at one MULTIPLE smart link after which it rests: of one address, and of all together. */
const linkLimits = (linkId: string, ip: string) =>
  [
    { key: `link-failures:${linkId} ${ip}`, allowed: 10 },
    { key: `link-failures:${linkId}`, allowed: 60 },
  ] as const;

/** Until when a smart link answers nobody at this address, or nobody at all, because too many cards failed at it. */
export async function linkRateLimitedUntil(
  services: Services,
  linkId: string,
  ip: string,
  now: Date,
): Promise<Date | undefined> {
  const limits = linkLimits(linkId, ip);
  const found = await loadAttempts(
    services.database,
    limits.map(({ key }) => key),
    now,
  );
  const ends = limits.flatMap(({ key, allowed }) => {
    const spent = found.get(key);
    return spent && spent.attempts >= allowed ? [spent.resetsAt.getTime()] : [];
  });
  return ends.length > 0 ? new Date(Math.max(...ends)) : undefined;
}

/**
 * Counts a card at its link before anybody hears of it, so that of many submitted at once no more come through than one
 * after the other. Answers how to take it back once it has not failed; 429 for one too many.
 */
export async function countLinkCard(
  services: Services,
  linkId: string,
  ip: string,
  now: Date,
): Promise<() => Promise<void>> {
  const counted: string[] = [];
  const refundAttempts = async () => {
    for (const key of counted) await undoAttempt(services.database, key);
  };
  for (const { key, allowed } of linkLimits(linkId, ip)) {
    counted.push(key);
    if ((await countAttempt(services.database, key, windowMs, now)) <= allowed) continue;
    await refundAttempts();
    throw problems.tooManyRequests(windowMs / 1000);
  }
  return refundAttempts;
}
