import { readTypedAmount } from '#contract/payments/typed-amount.ts';
import type { PageView } from '#features/hosted-sessions/calls.ts';
import type { Submission } from '../page/ask-gateway.ts';
import { element, icon } from '../page/element.ts';
import { money, pageLocale, range } from '../page/money.ts';
import type { Say } from '../page/words.ts';
import { addressFields } from './address-fields.ts';
import { cardFields } from './card-fields.ts';
import { type Field, field, input } from './field.ts';

export interface CardForm {
  box: HTMLElement;
  /** The server's answer to what was sent: at its field, or above the form. */
  complain(problem: NonNullable<PageView['problem']> | 'offline' | 'too_many'): void;
  isBusy(busy: boolean): void;
}

/** The form of a card, with amount and address where they are asked for. `onSubmit` gets what passed all checks. */
export function cardForm(
  view: PageView,
  say: Say,
  onSubmit: (submission: Submission) => void,
  onLeave: () => void,
): CardForm {
  const card = cardFields(say, view.holderName);
  const amount = view.kind === 'payments' && view.amount === null ? amountField(view, say) : undefined;
  const address = view.asks.address ? addressFields(say, view) : undefined;
  const fields: Field[] = [
    ...(amount ? [amount] : []),
    card.pan,
    card.expiry,
    ...(view.asks.cv2 ? [card.cv2] : []),
    card.holder,
    ...Object.values(address ?? {}),
  ];
  const notice = element('div', { class: 'notice', role: 'alert' });
  const button = element('button', { type: 'submit', class: 'primary' });
  const label = () => {
    const entered = amount && readAmount(amount, view);
    button.textContent = buttonText(view, say, view.amount ?? entered ?? null);
    amount?.help(entered === undefined ? '' : money(entered, view));
  };
  amount?.control.addEventListener('input', label);
  label();
  const leave = element('button', { type: 'button', class: 'quiet', onclick: onLeave }, say('cancel'));
  // One press, one attempt: the same id is sent again only while nobody has answered.
  let submission = crypto.randomUUID();
  const form = element(
    'form',
    { novalidate: true, autocomplete: 'on', onsubmit: submit },
    notice,
    amount?.box,
    card.pan.box,
    element('div', { class: 'pair' }, card.expiry.box, view.asks.cv2 && card.cv2.box),
    card.holder.box,
    address &&
      element(
        'fieldset',
        {},
        element('legend', {}, say('address')),
        element('div', {}, address.line1?.box),
        element('div', { class: 'pair' }, address.city?.box, address.postcode?.box),
        address.countryCode?.box,
      ),
    button,
    leave,
    element('p', { class: 'secure' }, icon('lock'), say('secure')),
  );

  function submit(event: Event): void {
    event.preventDefault();
    notice.replaceChildren();
    let first: Field | undefined;
    for (const one of fields) {
      const message = one.fault();
      one.complain(message);
      if (message !== undefined) first ??= one;
    }
    if (first) return first.control.focus();
    onSubmit({
      submission,
      card: { ...card.read(), ...(view.asks.cv2 ? {} : { cv2: undefined }) },
      amount: amount && readAmount(amount, view),
      address:
        address &&
        Object.fromEntries(Object.entries(address).map(([name, one]) => [name, one.control.value.trim()])),
    });
  }

  return {
    box: form,
    complain(problem) {
      if (problem !== 'offline') submission = crypto.randomUUID();
      const place = {
        pan: card.pan,
        brand: card.pan,
        expiry: card.expiry,
        cv2: card.cv2,
        amount,
        address: undefined,
      }[problem as 'pan'];
      if (place) {
        place.complain(say(`error_${problem}`, { example: exampleOf(view) }));
        place.control.focus();
        return;
      }
      // Another card, or the same again: the code is never kept.
      if (problem !== 'offline' && problem !== 'too_many') card.forget();
      notice.replaceChildren(
        icon('failed'),
        element('span', {}, say(problem === 'address' ? 'refused' : problem)),
      );
      if (problem !== 'offline') card.pan.control.focus();
    },
    isBusy(busy) {
      form.inert = busy;
      form.setAttribute('aria-busy', String(busy));
      button.classList.toggle('busy', busy);
      if (busy) button.textContent = say('processing');
      else label();
    },
  };
}

/** What the payer chose; undefined while it cannot be read, or is nothing. */
function readAmount({ control }: Pick<Field, 'control'>, { digits }: PageView): string | undefined {
  const read = readTypedAmount(control.value, digits, pageLocale());
  return 'decimal' in read && /[1-9]/.test(read.decimal) ? read.decimal : undefined;
}

/** As the payer would type it, within what the merchant takes. */
function exampleOf({ digits, minAmount, maxAmount }: PageView): string {
  const format = new Intl.NumberFormat([pageLocale(), 'en'], { minimumFractionDigits: digits });
  return format.format((minAmount ?? maxAmount ?? '1250') as `${number}`);
}

function amountField(view: PageView, say: Say): Field {
  const control = input({
    name: 'amount',
    inputmode: 'decimal',
    autocomplete: 'off',
    required: 'true',
  });
  const fault = () =>
    readAmount({ control }, view) === undefined
      ? say('error_amount', { example: exampleOf(view) })
      : undefined;
  const beside = element('span', { class: 'brand' }, view.currency);
  return field({ id: 'amount', label: `${say('amount')}${range(view)}`, beside, control, fault });
}

function buttonText(view: PageView, say: Say, amount: string | null): string {
  if (view.kind === 'cards') return say('save');
  const value = amount === null ? view.currency : money(amount, view);
  return say(view.kind === 'payouts' ? 'receive' : 'pay', { amount: value });
}
