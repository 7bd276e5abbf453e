import { inTenant } from '#database/tenant.ts';
import {
  type LinkStatus,
  isLinkBusy,
  linkPausedUntil,
  linkStatusForNewPayer,
} from '#features/hosted-sessions/link-status.ts';
import {
  type PageLanguage,
  htmlLanguage,
  parsePageLanguage,
} from '#features/hosted-sessions/page-languages.ts';
import { openSession } from '#features/hosted-sessions/server/session/open-session.ts';
import { pageHeaders } from '#features/hosted-sessions/server/session/page-headers.ts';
import { type PageTrouble, pageDocument } from '#features/hosted-sessions/server/session/page-html.ts';
import { linkRateLimitedUntil } from '#features/hosted-sessions/server/session/page-session.ts';
import { sessionById } from '#features/hosted-sessions/server/session/session-store.ts';
import { isUnderReview, sessionStatus } from '#features/hosted-sessions/session-status.ts';
import { isSkin } from '#features/hosted-sessions/skins.ts';
import { minuteMs } from '#server/clock.ts';
import { type PublicHandlerContext, Reply, handlePublic } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { loadAttempts, countAttempt } from '#server/auth/throttle.ts';
import { openSmartLink as endpoint } from '../endpoints.ts';
import { expiredLinkRedirect } from './link/expired-link-redirect.ts';
import { buildSessionOpening } from './link/link-session.ts';
import { type StoredLink, linkByCode } from './link/link-store.ts';
import { isShortCode } from './link/short-code.ts';

const windowMs = 10 * minuteMs;
/** Codes of one address that led nowhere, and openings of one link, in ten minutes. */
const missesAllowed = 60;
const openingsAllowed = 600;

/** What was cancelled or deactivated is as over as what never was. */
const words: Partial<Record<LinkStatus | 'UNKNOWN', PageTrouble['why']>> = {
  USED: 'link_used',
  EXPIRED: 'link_expired',
};

/**
 * Opens a session and leads to its page; or, over, to where its merchant wants payers (docs/decisions/0033); or says why
 * not: always 404, with a page of one shape. What was cancelled reads as what never was; who asks for many codes that
 * lead nowhere has to wait, and then learns nothing of good ones either.
 */
export const openSmartLink = handlePublic(endpoint, async (ctx) => {
  const { path, query, services, now } = ctx;
  const { database, config } = services;
  const misses = `smart-link-misses:${ctx.request.ip}`;
  const tried = (await loadAttempts(database, [misses], now)).get(misses)?.attempts ?? 0;
  if (tried >= missesAllowed) return tooMany(pageAppearance(undefined, ctx));
  const link = isShortCode(path.code)
    ? await inTenant(database, 'every-company', (sql) => linkByCode(sql, path.code))
    : undefined;
  const look = pageAppearance(link, ctx);
  const session = query.sessionId === undefined ? undefined : await sessionById(database, query.sessionId);
  const isBack = link !== undefined && session?.linkId === link.linkId;
  if (isBack && session?.transactionStatus === 'SUCCESS')
    return errorPage(200, look, { why: 'done_payment' });
  const status = link ? linkStatusForNewPayer(link, now) : 'UNKNOWN';
  if (!link || status !== 'ACTIVATED') {
    await countAttempt(database, misses, windowMs, now);
    return over(link, status, look, services);
  }
  // Too many cards have failed here: it is where stolen ones are tried (docs/domain.md#smart-links).
  const circuitOpenUntil =
    link.usage === 'MULTIPLE' && (await linkRateLimitedUntil(services, link.linkId, ctx.request.ip, now));
  if (circuitOpenUntil) return tooMany(look, circuitOpenUntil.getTime() - now.getTime());
  const again = `/a/${link.code}`;
  const pausedUntil = linkPausedUntil(link, now);
  if (pausedUntil) return tooMany(look, pausedUntil.getTime() - now.getTime(), { why: 'resting', again });
  if (isLinkBusy(link)) return errorPage(409, look, { why: isUnderReview(link) ? 'review' : 'busy', again });
  // Back from the payment page without having paid.
  if (isBack) {
    const isLate = session !== undefined && sessionStatus(session, now).sessionState === 'EXPIRED';
    return errorPage(200, look, { why: isLate ? 'expired' : 'cancelled', again });
  }
  const openings = await countAttempt(database, `smart-link:${link.code}`, windowMs, now);
  if (openings > openingsAllowed) return tooMany(look);
  const opened = await inTenant(database, [link.companyId], (sql) =>
    openSession(sql, buildSessionOpening(link, link, config), config, now),
  );
  // The installation no longer takes what the link was made for.
  return opened.status === 'FAILED' ? over(link, 'DEACTIVATED', look, services) : sendTo(opened.redirectUrl);
});

/** To where the merchant wants those who come too late, or to our page. */
async function over(
  link: StoredLink | undefined,
  status: LinkStatus | 'UNKNOWN',
  look: PageAppearance,
  services: Services,
): Promise<Reply<string>> {
  const away = link && (await expiredLinkRedirect(link, status, services));
  return away === undefined ? errorPage(404, look, { why: words[status] ?? 'link_over' }) : sendTo(away);
}

const sendTo = (location: string): Reply<string> => new Reply(303, '', { headers: { location } });

interface PageAppearance {
  language: PageLanguage;
  skin: string;
}

/** The link's language and skin; that of the browser where there is no link. */
function pageAppearance(
  link: StoredLink | undefined,
  { request }: PublicHandlerContext<typeof endpoint>,
): PageAppearance {
  const asked = (request.header('accept-language') ?? '').split(/[,;]/)[0];
  const { locale, session } = link?.request ?? {};
  const skin = session?.skin !== undefined && isSkin(session.skin) ? session.skin : '1';
  return { language: parsePageLanguage(locale ?? asked), skin };
}

function errorPage(status: number, { language, skin }: PageAppearance, why: PageTrouble): Reply<string> {
  return new Reply(status, pageDocument(htmlLanguage(language), skin, why), {
    headers: pageHeaders("'none'"),
  });
}

function tooMany(
  look: PageAppearance,
  waitMs = windowMs,
  why: PageTrouble = { why: 'too_many' },
): Reply<string> {
  const { status, body, headers } = errorPage(429, look, why);
  return new Reply(status, body, {
    headers: { ...headers, 'retry-after': String(Math.ceil(waitMs / 1000)) },
  });
}
