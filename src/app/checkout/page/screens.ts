import type { PageView } from '#features/hosted-sessions/endpoints.ts';
import { challengeUrl } from './gateway-client.ts';
import { element, icon } from './element.ts';
import { money } from './money.ts';
import type { Translate } from './words.ts';

/** Who is paid, what and how much: above every step. */
export function summary(view: PageView, t: Translate): HTMLElement {
  const { kind, merchantName: merchant, amount, description, reference } = view;
  const title = { payments: 'title_payment', payouts: 'title_payout', cards: 'title_card' }[kind];
  return element(
    'header',
    { class: 'summary' },
    element(
      'p',
      { class: 'merchant' },
      element('span', { class: 'logo', 'aria-hidden': 'true' }, initials(merchant)),
      merchant,
    ),
    element('h1', {}, t(title, { merchant })),
    amount !== null && element('p', { class: 'amount' }, money(amount, view)),
    description !== null && element('p', { class: 'description' }, description),
    reference !== null && element('p', { class: 'reference' }, `${t('reference')} ${reference}`),
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

/** Somebody is asking the processor; the page looks again by itself. */
export function processing(t: Translate): HTMLElement {
  return state('waiting', t('processing'), t('processing_help'));
}

/** The payer has come back without an answer of the bank, or has not gone yet. */
export function challenge(t: Translate, onLeave: () => void): HTMLElement {
  return state(
    'waiting',
    t('challenge'),
    t('challenge_help'),
    element('a', { class: 'primary', href: challengeUrl }, t('challenge_go')),
    element('button', { type: 'button', class: 'quiet', onclick: onLeave }, t('cancel')),
  );
}

/** The merchant has suspended the payment; the page looks again now and then, and the payer need not wait. */
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

/** How it ended, and the way back. */
export function result(view: PageView, t: Translate): HTMLElement {
  const { kind, transactionState, maskedCard, transactionId } = view;
  const isDone = transactionState === 'SUCCESS';
  const title = isDone
    ? { payments: 'done_payment', payouts: 'done_payout', cards: 'done_card' }[kind]
    : 'failed';
  const facts = element(
    'dl',
    {},
    ...(maskedCard === null
      ? []
      : [element('dt', {}, t('card')), element('dd', {}, maskedCard.replace(/\*+/, ' •••• '))]),
    ...(transactionId === null ? [] : [element('dt', {}, t('payment_id')), element('dd', {}, transactionId)]),
  );
  const help = isDone ? '' : t(view.problem ?? 'refused');
  return state(isDone ? 'done' : 'failed', t(title), help, facts, ...buildNextLinks(view, t, view.returnUrl));
}

/** Nothing can be paid on this page any more: what happened, and the way on. */
export function closed(view: PageView, t: Translate): HTMLElement {
  const way = buildNextLinks(view, t, view.cancelUrl);
  const why = view.closed ?? 'cancelled';
  switch (why) {
    case 'paid':
      return state('done', t('link_used'), '', ...way);
    case 'link_expired':
    case 'link_over':
      return state('failed', t(why), t('link_help'), ...way);
    case 'cancelled':
      return state('failed', t(why), t('nothing_charged'), ...way);
    default:
      return state('waiting', t(why), t('nothing_charged'), ...way);
  }
}

/** Back to the merchant, or to a new page of the smart link; nothing where neither leads anywhere. */
function buildNextLinks(view: PageView, t: Translate, back: string): HTMLElement[] {
  const { againUrl, leadsToMerchant, merchantName: merchant } = view;
  if (againUrl !== null) return [element('a', { class: 'primary', href: againUrl }, t('link_again'))];
  return leadsToMerchant ? [element('a', { class: 'primary', href: back }, t('back', { merchant }))] : [];
}

const uncharged = ['no_session', 'cancelled', 'expired'];
const overForGood = ['link_expired', 'link_over'];

/** Where there is nothing to show: no such session, no connection, a link that is over. */
export function problemScreen(why: string, t: Translate, again?: string): HTMLElement {
  const help = uncharged.includes(why)
    ? 'nothing_charged'
    : overForGood.includes(why)
      ? 'link_help'
      : why === 'review'
        ? 'review_help'
        : undefined;
  const shown = state(
    why === 'link_used' || why === 'done_payment'
      ? 'done'
      : why === 'busy' || why === 'review' || why === 'expired'
        ? 'waiting'
        : 'failed',
    t(why),
    help === undefined ? '' : t(help),
    ...(again === undefined ? [] : [element('a', { class: 'primary', href: again }, t('link_again'))]),
  );
  // Nothing stands above it.
  const title = shown.querySelector('h2');
  title?.replaceWith(element('h1', { tabindex: '-1' }, t(why)));
  return shown;
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
