import { inTenant } from '#database/tenant.ts';
import {
  type LinkStatus,
  isLinkBusy,
  linkPausedUntil,
  linkStatusForNewPayer,
} from '#shared/payments/link-status.ts';
import { type PageLanguage, parsePageLanguage } from '#shared/page-languages.ts';
import {
  openSession,
  isAllowedRedirect,
} from '#features/payments/hosted-sessions/server/session/open-session.ts';
import {
  pageHeaders,
  type PageNotice,
  renderPageDocument,
} from '#features/payments/hosted-sessions/server/session/page-html.ts';
import { linkRateLimitedUntil } from '#features/payments/hosted-sessions/server/session/page-session.ts';
import { findSessionById } from '#features/payments/hosted-sessions/server/hosted-session-table.ts';
import {
  heldState,
  isUnderReview,
  sessionStatus,
} from '#features/payments/hosted-sessions/session-status.ts';
import { isSkin } from '#features/payments/hosted-sessions/skins.ts';
import { minuteMs } from '#server/clock.ts';
import { type PublicHandlerContext, Reply, handlePublic } from '#server/handler.ts';
import type { CoreServices } from '#server/core-services.ts';
import { loadAttempts, countAttempt } from '#server/auth/throttle.ts';
import { atTestClock, realTimeOf } from '#server/time/test-clock.ts';
import { openSmartLink as endpoint } from '../endpoints.ts';
import { openSmartLink as schemas } from '../schemas.ts';
import { buildSessionOpening } from './link/link-session.ts';
import { type StoredLink, findLinkByCode } from './smart-link-table.ts';
import { isShortCode } from './link/short-code.ts';

const windowMs = 10 * minuteMs;
/** Unknown codes requested by one IP address, and openings of one link, in ten minutes. */
const missesAllowed = 60;
const openingsAllowed = 600;

/** A cancelled or deactivated link looks like an unknown one. */
const endedReasons: Partial<Record<LinkStatus | 'UNKNOWN', PageNotice['reason']>> = {
  USED: 'link_used',
  EXPIRED: 'link_expired',
};

/**
 * Opens a session and redirects to its page. An ended link redirects to its merchant's URL (docs/decisions/0033) or
 * shows a 404 page that doesn't reveal whether the link existed. After too many unknown codes, an IP address gets 429
 * for valid ones too.
 */
export const openSmartLink = handlePublic(endpoint, schemas, async (ctx) => {
  const { path, query } = ctx;
  const { database, config } = ctx.services;
  const misses = `smart-link-misses:${ctx.request.ip}`;
  const tried = (await loadAttempts(database, [misses], ctx.now)).get(misses)?.attempts ?? 0;
  if (tried >= missesAllowed) return tooManyPage(pageAppearance(undefined, ctx));
  const link = isShortCode(path.code)
    ? await inTenant(database, 'all-tenants', (sql) => findLinkByCode(sql, path.code))
    : undefined;
  const services = atTestClock(ctx.services, link?.testClock);
  const now = link?.testClock ? services.clock.now() : ctx.now;
  const appearance = pageAppearance(link, ctx);
  const session =
    query.sessionId === undefined ? undefined : await findSessionById(database, query.sessionId);
  const isReturning = link !== undefined && session?.linkId === link.linkId;
  if (isReturning && session?.transactionStatus === 'SUCCESS')
    return errorPage(200, appearance, { reason: heldState(session) === null ? 'done_payment' : 'reserved' });
  const status = link ? linkStatusForNewPayer(link, now) : 'UNKNOWN';
  if (!link || status !== 'ACTIVATED') {
    await countAttempt(database, misses, windowMs, now);
    return replyEnded(link, status, appearance, services);
  }
  // Too many cards failed, which points to card testing (docs/domain.md#smart-links).
  const rateLimitedUntil =
    link.usage === 'MULTIPLE' && (await linkRateLimitedUntil(services, link.linkId, ctx.request.ip, now));
  const linkPath = `/a/${link.code}`;
  if (rateLimitedUntil)
    return tooManyPage(appearance, rateLimitedUntil.getTime() - realTimeOf(now).getTime(), {
      reason: 'too_many',
      retryUrl: linkPath,
    });
  const pausedUntil = linkPausedUntil(link, now);
  if (pausedUntil)
    return tooManyPage(appearance, pausedUntil.getTime() - now.getTime(), {
      reason: 'resting',
      retryUrl: linkPath,
    });
  if (isLinkBusy(link))
    return errorPage(409, appearance, {
      reason: isUnderReview(link) ? 'review' : 'busy',
      retryUrl: linkPath,
    });
  // The payer returned from the payment page without paying.
  if (isReturning) {
    const isLate = session !== undefined && sessionStatus(session, now).sessionState === 'EXPIRED';
    return errorPage(200, appearance, { reason: isLate ? 'expired' : 'cancelled', retryUrl: linkPath });
  }
  const openings = await countAttempt(database, `smart-link:${link.code}`, windowMs, now);
  if (openings > openingsAllowed) return tooManyPage(appearance);
  const opening = await inTenant(database, [link.companyId], (sql) =>
    openSession(sql, buildSessionOpening(link, link, config), config, now),
  );
  // The installation no longer accepts the link's payment.
  return opening.ok
    ? redirectTo(opening.value.redirectUrl)
    : replyEnded(link, 'DEACTIVATED', appearance, services);
});

/** Redirects to the merchant's URL for ended links, or shows our page. */
async function replyEnded(
  link: StoredLink | undefined,
  status: LinkStatus | 'UNKNOWN',
  appearance: PageAppearance,
  services: CoreServices,
): Promise<Reply<string>> {
  const redirectUrl = link && (await expiredLinkRedirect(link, status, services));
  return redirectUrl === undefined
    ? errorPage(404, appearance, {
        // Money that is only reserved is not paid.
        reason:
          status === 'USED' && link?.paidCount === 0 ? 'reserved' : (endedReasons[status] ?? 'link_over'),
      })
    : redirectTo(redirectUrl);
}

const redirectTo = (location: string): Reply<string> => new Reply(303, '', { headers: { location } });

interface PageAppearance {
  language: PageLanguage;
  skin: string;
}

/** The link's language and skin; for an unknown link, the browser's language. */
function pageAppearance(
  link: StoredLink | undefined,
  { request }: PublicHandlerContext<typeof endpoint>,
): PageAppearance {
  const requested = (request.header('accept-language') ?? '').split(/[,;]/)[0];
  const { locale, session } = link?.request ?? {};
  const skin = session?.skin !== undefined && isSkin(session.skin) ? session.skin : '1';
  return { language: parsePageLanguage(locale ?? requested), skin };
}

function errorPage(status: number, { language, skin }: PageAppearance, notice: PageNotice): Reply<string> {
  return new Reply(status, renderPageDocument(language, skin, { notice }), {
    headers: pageHeaders("'none'"),
  });
}

function tooManyPage(
  appearance: PageAppearance,
  waitMs = windowMs,
  notice: PageNotice = { reason: 'too_many' },
): Reply<string> {
  const waitSeconds = Math.ceil(waitMs / 1000);
  const { status, body, headers } = errorPage(429, appearance, { ...notice, waitSeconds });
  return new Reply(status, body, { headers: { ...headers, 'retry-after': String(waitSeconds) } });
}

/**
 * The merchant's redirect for an ended link, with the link's id and status. Undefined without a redirect, or if its
 * site has left the installation's allow list.
 */
async function expiredLinkRedirect(
  { linkId, companyId, installationId, onDeadLink }: StoredLink,
  status: string,
  { database, config }: Pick<CoreServices, 'database' | 'config'>,
): Promise<string | undefined> {
  if (onDeadLink === null) return undefined;
  const place = { installationId, createdVia: 'gateway' } as const;
  const isAllowed = await inTenant(database, [companyId], (sql) =>
    isAllowedRedirect(sql, onDeadLink, place, config),
  );
  if (!isAllowed) return undefined;
  const address = new URL(onDeadLink);
  address.searchParams.set('linkId', linkId);
  address.searchParams.set('linkStatus', status);
  return address.href;
}
