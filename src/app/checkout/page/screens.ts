import type { PageView } from '#features/hosted-sessions/calls.ts';
import { challengeUrl } from './ask-gateway.ts';
import { element, icon } from './element.ts';
import { money } from './money.ts';
import type { Say } from './words.ts';

/** Who is paid, what and how much: above every step. */
export function summary(view: PageView, say: Say): HTMLElement {
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
    element('h1', {}, say(title, { merchant })),
    amount !== null && element('p', { class: 'amount' }, money(amount, view)),
    description !== null && element('p', { class: 'description' }, description),
    reference !== null && element('p', { class: 'reference' }, `${say('reference')} ${reference}`),
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
export function processing(say: Say): HTMLElement {
  return state('waiting', say('processing'), say('processing_help'));
}

/** The payer has come back without an answer of the bank, or has not gone yet. */
export function challenge(say: Say, onLeave: () => void): HTMLElement {
  return state(
    'waiting',
    say('challenge'),
    say('challenge_help'),
    element('a', { class: 'primary', href: challengeUrl }, say('challenge_go')),
    element('button', { type: 'button', class: 'quiet', onclick: onLeave }, say('cancel')),
  );
}

/** How it ended, and the way back. */
export function result(view: PageView, say: Say): HTMLElement {
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
      : [element('dt', {}, say('card')), element('dd', {}, maskedCard.replace(/\*+/, ' •••• '))]),
    ...(transactionId === null
      ? []
      : [element('dt', {}, say('payment_id')), element('dd', {}, transactionId)]),
  );
  const help = isDone ? '' : say(view.problem ?? 'refused');
  return state(isDone ? 'done' : 'failed', say(title), help, facts, ...wayOn(view, say, view.returnUrl));
}

/** Nothing can be paid on this page any more: what happened, and the way on. */
export function closed(view: PageView, say: Say): HTMLElement {
  const way = wayOn(view, say, view.cancelUrl);
  const why = view.closed ?? 'cancelled';
  switch (why) {
    case 'paid':
      return state('done', say('link_used'), '', ...way);
    case 'link_expired':
    case 'link_over':
      return state('failed', say(why), say('link_help'), ...way);
    case 'cancelled':
      return state('failed', say(why), say('nothing_charged'), ...way);
    default:
      return state('waiting', say(why), say('nothing_charged'), ...way);
  }
}

/** Back to the merchant, or to a new page of the smart link; nothing where neither leads anywhere. */
function wayOn(view: PageView, say: Say, back: string): HTMLElement[] {
  const { againUrl, leadsToMerchant, merchantName: merchant } = view;
  if (againUrl !== null) return [element('a', { class: 'primary', href: againUrl }, say('link_again'))];
  return leadsToMerchant ? [element('a', { class: 'primary', href: back }, say('back', { merchant }))] : [];
}

const uncharged = ['no_session', 'cancelled', 'expired'];
const overForGood = ['link_expired', 'link_over'];

/** Where there is nothing to show: no such session, no connection, a link that is over. */
export function trouble(why: string, say: Say, again?: string): HTMLElement {
  const help = uncharged.includes(why)
    ? 'nothing_charged'
    : overForGood.includes(why)
      ? 'link_help'
      : undefined;
  const shown = state(
    why === 'link_used' || why === 'done_payment'
      ? 'done'
      : why === 'busy' || why === 'expired'
        ? 'waiting'
        : 'failed',
    say(why),
    help === undefined ? '' : say(help),
    ...(again === undefined ? [] : [element('a', { class: 'primary', href: again }, say('link_again'))]),
  );
  // Nothing stands above it.
  const title = shown.querySelector('h2');
  title?.replaceWith(element('h1', { tabindex: '-1' }, say(why)));
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
