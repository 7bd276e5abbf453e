import { goToIssuer } from './challenge-history.ts';
import { againLink } from './again-link.ts';
import { formatDate } from './dates.ts';
import { receiptActions } from './receipt.ts';
import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import { type PageLanguage, htmlLanguage, pageLanguages } from '#shared/page-languages.ts';
import { summaryMarkup } from '#features/payments/hosted-sessions/page-summary.ts';
import { cardBrand } from '../card-rules.ts';
import { challengeUrl } from './gateway-client.ts';
import { createMarkup, element, icon } from './element.ts';
import { money, pageLocale } from './money.ts';
import type { Translate } from './texts.ts';

/** Merchant, title and amount, above every step. */
export const summary = (view: PageView, t: Translate): HTMLElement =>
  createMarkup(summaryMarkup(view, t, pageLocale()));

/** The payment is at the processor, and the page polls. */
export function processing(t: Translate): HTMLElement {
  return state('waiting', t('processing'), t('processing_help'));
}

/** The payer has not completed 3-D Secure. */
export function challenge(t: Translate, onLeave: (() => void) | undefined): HTMLElement {
  return state(
    'waiting',
    t('challenge'),
    t('challenge_help'),
    element(
      'a',
      {
        class: 'primary',
        href: challengeUrl,
        onclick: (event: Event) => {
          event.preventDefault();
          goToIssuer(challengeUrl);
        },
      },
      t('challenge_go'),
    ),
    ...(onLeave
      ? [element('button', { type: 'button', class: 'quiet', onclick: onLeave }, t('cancel'))]
      : []),
  );
}

/** The merchant reviews the payment. The page polls, and the payer need not wait. */
export function review(view: PageView, t: Translate, onLeave: () => void): HTMLElement {
  const { redirect, merchantName: merchant } = view;
  const target = redirect?.frame === 'TOP' ? '_top' : '_self';
  return state(
    'waiting',
    t('review'),
    t('review_help'),
    ...(redirect
      ? [element('a', { class: 'primary', href: redirect.url, target }, t('review_go', { merchant }))]
      : buildNextLinks(view, t, view.returnUrl)),
    element('button', { type: 'button', class: 'quiet', onclick: onLeave }, t('cancel')),
  );
}

/** The result, with the receipt data after a success, and a link back. */
export function result(view: PageView, t: Translate): HTMLElement {
  const { kind, transactionState, maskedCard, wallet, transactionId, amount, reference, attemptedAt } = view;
  const isDone = transactionState === 'SUCCESS';
  if (isDone && kind === 'payouts' && view.held !== null)
    return state('waiting', t('review'), '', ...buildNextLinks(view, t, view.returnUrl));
  const done = { payments: 'done_payment', payouts: 'done_payout', cards: 'done_card' }[kind];
  const title = isDone ? (view.held === null ? done : 'reserved') : 'failed';
  const rows: [label: string, value: string | null][] = [
    ['amount', isDone && amount !== null ? money(amount, view) : null],
    ['reference', isDone ? reference : null],
    ['card', maskedCard === null ? null : [wallet, cardText(maskedCard)].filter(Boolean).join(' ')],
    ['payment_id', transactionId],
  ];
  const details = element(
    'dl',
    {},
    ...rows.flatMap(([label, value]) =>
      value === null ? [] : [element('dt', {}, t(label)), element('dd', {}, value)],
    ),
  );
  const at = isDone && attemptedAt !== null ? dateText(attemptedAt) : '';
  const help = isDone ? at : t(view.problem ?? 'refused', { merchant: view.merchantName });
  return state(
    isDone ? (view.held === null ? 'done' : 'waiting') : 'failed',
    t(title),
    help,
    ...heldSentences(view, t),
    ...(isDone && view.thankYou !== null ? [element('p', { class: 'thanks' }, view.thankYou)] : []),
    details,
    ...(isDone && kind === 'payments' ? [receiptActions(view, t)] : []),
    ...buildNextLinks(view, t, view.returnUrl),
  );
}

/** What an approved payment that moved no money waits for. */
function heldSentences({ held, merchantName: merchant }: PageView, t: Translate): HTMLElement[] {
  const keys = { REVIEW: ['review_checks', 'reserved_help'], RESERVED: ['reserved_help'] };
  return held === null ? [] : keys[held].map((key) => element('p', {}, t(key, { merchant })));
}

/** 'Visa •••• 4242'. */
function cardText(maskedCard: string): string {
  const [start = '', end = ''] = maskedCard.split(/\*+/);
  return [cardBrand(start)?.name, '••••', end].filter(Boolean).join(' ');
}

/** In the payer's time zone, which the text names: a receipt may be read elsewhere. */
const dateText = (at: string): string =>
  formatDate(new Date(at), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** The session has ended: the reason, with a link to continue. */
export function closed(view: PageView, t: Translate): HTMLElement {
  const nextLinks = buildNextLinks(view, t, view.cancelUrl);
  const reason = view.closed ?? 'cancelled';
  switch (reason) {
    case 'paid':
      return state('done', t('link_used'), '', ...nextLinks);
    case 'link_expired':
    case 'link_over':
      return state('failed', t(reason), t('link_help'), ...nextLinks);
    case 'cancelled':
      return state('failed', t(reason), t('nothing_charged'), ...nextLinks);
    default:
      return state('waiting', t(reason), t('nothing_charged'), ...nextLinks);
  }
}

/** A link to the merchant, or to a new page of the smart link, if either exists. */
function buildNextLinks(view: PageView, t: Translate, back: string): HTMLElement[] {
  const { againUrl, pausedSeconds, leadsToMerchant, merchantName: merchant } = view;
  if (againUrl !== null) return [againLink(t, againUrl, pausedSeconds)];
  return leadsToMerchant ? [element('a', { class: 'primary', href: back }, t('back', { merchant }))] : [];
}

const uncharged = ['no_session', 'cancelled', 'expired'];
const endedLinks = ['link_expired', 'link_over'];

/** A page without a session: an unknown session, no connection, or an ended link. */
export function problemScreen(
  reason: string,
  t: Translate,
  { retryUrl, seconds = 0 }: { retryUrl?: string | undefined; seconds?: number } = {},
): HTMLElement {
  const help = uncharged.includes(reason)
    ? 'nothing_charged'
    : endedLinks.includes(reason)
      ? 'link_help'
      : reason === 'review'
        ? 'review_help'
        : reason === 'reserved'
          ? 'reserved_help'
          : undefined;
  const screen = state(
    reason === 'link_used' || reason === 'done_payment'
      ? 'done'
      : ['busy', 'review', 'reserved', 'expired'].includes(reason)
        ? 'waiting'
        : 'failed',
    t(reason),
    help === undefined ? '' : t(help),
    ...(retryUrl === undefined ? [] : [againLink(t, retryUrl, seconds)]),
  );
  // No summary is above it, so its title is the first heading.
  const title = screen.querySelector('h2');
  title?.replaceWith(element('h1', { tabindex: '-1' }, t(reason)));
  return screen;
}

function state(
  kind: 'done' | 'failed' | 'waiting',
  title: string,
  help: string,
  ...more: HTMLElement[]
): HTMLElement {
  return element(
    'section',
    { class: `state state-${kind}`, 'aria-live': 'polite' },
    icon(kind),
    element('h2', { tabindex: '-1' }, title),
    help !== '' && element('p', {}, help),
    ...more,
  );
}

/** Browsers have no Welsh names. */
const ownName = (tag: string): string =>
  tag === 'cy' ? 'Cymraeg' : (new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag);

/** A select of all languages, each under its own name. */
export function languageChoice(
  language: PageLanguage,
  t: Translate,
  onChoose: (language: PageLanguage) => void,
): HTMLElement {
  const select = element('select', { 'aria-label': t('language'), onchange: choose });
  for (const pageLanguage of pageLanguages) {
    const tag = htmlLanguage(pageLanguage);
    const name = ownName(tag);
    select.append(element('option', { value: pageLanguage, lang: tag }, name));
  }
  select.value = language;
  function choose(): void {
    const chosen = pageLanguages.find((pageLanguage) => pageLanguage === select.value);
    if (chosen) onChoose(chosen);
  }
  return element('footer', {}, select);
}
