import type { Services } from '#server/services.ts';
import { minuteMs } from '#server/clock.ts';
import { Problem, problems } from '#contract/problem.ts';
import { attemptsOf, countAttempt, takeBackAttempt } from '#server/throttle.ts';
import { type HostedSession, sessionById } from './session-store.ts';

const windowMs = 10 * minuteMs;
/** Guesses of addresses, failed cards of one address, and calls about one session, in ten minutes. */
const missesAllowed = 60;
const failuresAllowed = 40;
const callsAllowed = 900;
/** Failed cards at one MULTIPLE smart link: of one address, and of all together, after which the link rests. */
const linkFailuresAllowed = 10;
const linkFailuresOfAllAllowed = 60;

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
  const found = (await attemptsOf(services.database, [key], now)).get(key);
  if (found && found.attempts >= failuresAllowed) {
    const seconds = Math.ceil((found.resetsAt.getTime() - now.getTime()) / 1000);
    throw problems.tooManyRequests(seconds);
  }
}

export async function countFailure(services: Services, ip: string, now: Date): Promise<void> {
  await countAttempt(services.database, `hosted-failures:${ip}`, windowMs, now);
}

const linkKeys = (linkId: string, ip: string) => ({
  own: `link-failures:${linkId} ${ip}`,
  all: `link-failures:${linkId}`,
});

/** Until when a smart link answers nobody at this address, or nobody at all, because too many cards failed at it. */
export async function linkRestsUntil(
  services: Services,
  linkId: string,
  ip: string,
  now: Date,
): Promise<Date | undefined> {
  const { own, all } = linkKeys(linkId, ip);
  const found = await attemptsOf(services.database, [own, all], now);
  const spent = [found.get(own), found.get(all)].filter(
    (one, at) => one && one.attempts >= (at === 0 ? linkFailuresAllowed : linkFailuresOfAllAllowed),
  );
  return spent.map((one) => one?.resetsAt).toSorted((a, b) => Number(b) - Number(a))[0];
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
  const { own, all } = linkKeys(linkId, ip);
  const counted: string[] = [];
  const takeBack = async () => {
    for (const key of counted) await takeBackAttempt(services.database, key);
  };
  for (const [key, allowed] of [
    [own, linkFailuresAllowed],
    [all, linkFailuresOfAllAllowed],
  ] as const) {
    counted.push(key);
    if ((await countAttempt(services.database, key, windowMs, now)) <= allowed) continue;
    await takeBack();
    throw problems.tooManyRequests(windowMs / 1000);
  }
  return takeBack;
}
