import { readTypedAmount } from '#shared/payments/typed-amount.ts';
import type { PageView } from '#features/hosted-sessions/endpoints.ts';
import type { Submission } from '../page/gateway-client.ts';
import { element, icon } from '../page/element.ts';
import { money, pageLocale, range } from '../page/money.ts';
import type { Translate } from '../page/words.ts';
import { addressFields } from './address-fields.ts';
import { cardFields } from './card-fields.ts';
import { type Field, field, input } from './field.ts';

export interface CardForm {
  box: HTMLElement;
  /** The server's answer to what was sent: at its field, or above the form. */
  setError(problem: NonNullable<PageView['problem']> | 'offline' | 'too_many'): void;
  isBusy(busy: boolean): void;
}

/** The form of a card, with amount and address where they are asked for. `onSubmit` gets what passed all checks. */
export function cardForm(
  view: PageView,
  t: Translate,
  onSubmit: (submission: Submission) => void,
  onLeave: () => void,
): CardForm {
  const card = cardFields(t, view.holderName);
  const amount = view.kind === 'payments' && view.amount === null ? amountField(view, t) : undefined;
  const address = view.asks.address ? addressFields(t, view) : undefined;
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
    button.textContent = buttonText(view, t, view.amount ?? entered ?? null);
    amount?.help(entered === undefined ? '' : money(entered, view));
  };
  amount?.control.addEventListener('input', label);
  label();
  const leave = element('button', { type: 'button', class: 'quiet', onclick: onLeave }, t('cancel'));
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
        element('legend', {}, t('address')),
        element('div', {}, address.line1?.box),
        element('div', { class: 'pair' }, address.city?.box, address.postcode?.box),
        address.countryCode?.box,
      ),
    button,
    leave,
    element('p', { class: 'secure' }, icon('lock'), t('secure')),
  );

  function submit(event: Event): void {
    event.preventDefault();
    notice.replaceChildren();
    let first: Field | undefined;
    for (const one of fields) {
      const message = one.validate();
      one.setError(message);
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
    setError(problem) {
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
        place.setError(t(`error_${problem}`, { example: exampleAmount(view) }));
        place.control.focus();
        return;
      }
      // Another card, or the same again: the code is never kept.
      if (problem !== 'offline' && problem !== 'too_many') card.clearError();
      notice.replaceChildren(
        icon('failed'),
        element('span', {}, t(problem === 'address' ? 'refused' : problem)),
      );
      if (problem !== 'offline') card.pan.control.focus();
    },
    isBusy(busy) {
      form.inert = busy;
      form.setAttribute('aria-busy', String(busy));
      button.classList.toggle('busy', busy);
      if (busy) button.textContent = t('processing');
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
function exampleAmount({ digits, minAmount, maxAmount }: PageView): string {
  const format = new Intl.NumberFormat([pageLocale(), 'en'], { minimumFractionDigits: digits });
  return format.format((minAmount ?? maxAmount ?? '1250') as `${number}`);
}

function amountField(view: PageView, t: Translate): Field {
  const control = input({
    name: 'amount',
    inputmode: 'decimal',
    autocomplete: 'off',
    required: 'true',
  });
  const validate = () =>
    readAmount({ control }, view) === undefined
      ? t('error_amount', { example: exampleAmount(view) })
      : undefined;
  const beside = element('span', { class: 'brand' }, view.currency);
  return field({ id: 'amount', label: `${t('amount')}${range(view)}`, beside, control, validate });
}

function buttonText(view: PageView, t: Translate, amount: string | null): string {
  if (view.kind === 'cards') return t('save');
  const value = amount === null ? view.currency : money(amount, view);
  return t(view.kind === 'payouts' ? 'receive' : 'pay', { amount: value });
}
