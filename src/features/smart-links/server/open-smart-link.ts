import { inTenant } from '#database/tenant.ts';
import {
  type LinkStatus,
  isLinkBusy,
  linkPausedUntil,
  linkStatusForNewPayer,
} from '#features/hosted-sessions/link-standing.ts';
import { type PageLanguage, htmlLanguage, pageLanguageOf } from '#features/hosted-sessions/page-languages.ts';
import { openSession } from '#features/hosted-sessions/server/session/open-session.ts';
import { pageHeaders } from '#features/hosted-sessions/server/session/page-headers.ts';
import { type PageTrouble, pageDocument } from '#features/hosted-sessions/server/session/page-html.ts';
import { linkRestsUntil } from '#features/hosted-sessions/server/session/page-session.ts';
import { sessionById } from '#features/hosted-sessions/server/session/session-store.ts';
import { standingOf } from '#features/hosted-sessions/session-standing.ts';
import { isSkin } from '#features/hosted-sessions/skins.ts';
import { minuteMs } from '#server/clock.ts';
import { type PublicAsk, Reply, handlePublic } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { attemptsOf, countAttempt } from '#server/throttle.ts';
import { openSmartLink as call } from '../calls.ts';
import { deadLinkAddress } from './link/dead-link-address.ts';
import { openingOf } from './link/link-session.ts';
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
export const openSmartLink = handlePublic(call, async (ask) => {
  const { path, query, services, now } = ask;
  const { database, config } = services;
  const misses = `smart-link-misses:${ask.request.ip}`;
  const tried = (await attemptsOf(database, [misses], now)).get(misses)?.attempts ?? 0;
  if (tried >= missesAllowed) return tooMany(lookOf(undefined, ask));
  const link = isShortCode(path.code)
    ? await inTenant(database, 'every-company', (sql) => linkByCode(sql, path.code))
    : undefined;
  const look = lookOf(link, ask);
  const session = query.sessionId === undefined ? undefined : await sessionById(database, query.sessionId);
  const isBack = link !== undefined && session?.linkId === link.linkId;
  if (isBack && session?.transactionStatus === 'SUCCESS') return trouble(200, look, { why: 'done_payment' });
  const status = link ? linkStatusForNewPayer(link, now) : 'UNKNOWN';
  if (!link || status !== 'ACTIVATED') {
    await countAttempt(database, misses, windowMs, now);
    return over(link, status, look, services);
  }
  // Too many cards have failed here: it is where stolen ones are tried (docs/decisions/0034).
  const restsUntil =
    link.usage === 'MULTIPLE' && (await linkRestsUntil(services, link.linkId, ask.request.ip, now));
  if (restsUntil) return tooMany(look, restsUntil.getTime() - now.getTime());
  const again = `/a/${link.code}`;
  const pausedUntil = linkPausedUntil(link, now);
  if (pausedUntil) return tooMany(look, pausedUntil.getTime() - now.getTime(), { why: 'resting', again });
  if (isLinkBusy(link)) return trouble(409, look, { why: 'busy', again });
  // Back from the payment page without having paid.
  if (isBack) {
    const isLate = session !== undefined && standingOf(session, now).sessionState === 'EXPIRED';
    return trouble(200, look, { why: isLate ? 'expired' : 'cancelled', again });
  }
  const openings = await countAttempt(database, `smart-link:${link.code}`, windowMs, now);
  if (openings > openingsAllowed) return tooMany(look);
  const opened = await inTenant(database, [link.companyId], (sql) =>
    openSession(sql, openingOf(link, link, config), config, now),
  );
  // The installation no longer takes what the link was made for.
  return opened.status === 'FAILED' ? over(link, 'DEACTIVATED', look, services) : sendTo(opened.redirectUrl);
});

/** To where the merchant wants those who come too late, or to our page. */
async function over(
  link: StoredLink | undefined,
  status: LinkStatus | 'UNKNOWN',
  look: Look,
  services: Services,
): Promise<Reply<string>> {
  const away = link && (await deadLinkAddress(link, status, services));
  return away === undefined ? trouble(404, look, { why: words[status] ?? 'link_over' }) : sendTo(away);
}

const sendTo = (location: string): Reply<string> => new Reply(303, '', { headers: { location } });

interface Look {
  language: PageLanguage;
  skin: string;
}

/** The link's language and skin; that of the browser where there is no link. */
function lookOf(link: StoredLink | undefined, { request }: PublicAsk<typeof call>): Look {
  const asked = (request.header('accept-language') ?? '').split(/[,;]/)[0];
  const { locale, session } = link?.request ?? {};
  const skin = session?.skin !== undefined && isSkin(session.skin) ? session.skin : '1';
  return { language: pageLanguageOf(locale ?? asked), skin };
}

function trouble(status: number, { language, skin }: Look, why: PageTrouble): Reply<string> {
  return new Reply(status, pageDocument(htmlLanguage(language), skin, why), {
    headers: pageHeaders("'none'"),
  });
}

function tooMany(look: Look, waitMs = windowMs, why: PageTrouble = { why: 'too_many' }): Reply<string> {
  const { status, body, headers } = trouble(429, look, why);
  return new Reply(status, body, {
    headers: { ...headers, 'retry-after': String(Math.ceil(waitMs / 1000)) },
  });
}
