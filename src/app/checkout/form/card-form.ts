import { numberFormat } from '#shared/text/intl-formats.ts';
import { readTypedAmount } from '#shared/payments/typed-amount.ts';
import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import type { Submission } from '../page/gateway-client.ts';
import { element, icon } from '../page/element.ts';
import { money, pageLocale, range } from '../page/money.ts';
import type { Translate } from '../page/texts.ts';
import { type CardFields, cardFields } from './card-fields.ts';
import { type Field, field, input } from './field.ts';

interface CardForm {
  box: HTMLElement;
  /** Shows the server's error at its field, or above the form. */
  setError(problem: NonNullable<PageView['problem']> | 'offline' | 'too_many'): void;
  setBusy(busy: boolean): void;
}

/** The form of a card, with amount and address if requested. `onSubmit` gets a valid submission. */
export function cardForm(
  view: PageView,
  t: Translate,
  onSubmit: (submission: Submission) => void,
  onLeave: () => void,
): CardForm {
  const fields = formFields(view, t);
  const { card, amount, address } = fields;
  const notice = element('div', { class: 'notice', role: 'alert' });
  const button = element('button', { type: 'submit', class: 'primary' });
  const leave = element('button', { type: 'button', class: 'quiet', onclick: onLeave }, t('cancel'));
  const updateLabel = () => {
    const entered = amount && readAmount(amount, view);
    button.textContent = buttonText(view, t, view.amount ?? entered ?? null);
    amount?.help(entered === undefined ? '' : money(entered, view));
  };
  amount?.control.addEventListener('input', updateLabel);
  updateLabel();
  // One press is one attempt: the id is reused only while no response has arrived.
  let submission = crypto.randomUUID();
  const form = element(
    'form',
    { novalidate: true, autocomplete: 'on', onsubmit: submit },
    notice,
    ...layOutFields(fields, view, t),
    element('p', { class: 'secure' }, icon('lock'), t('secure')),
    button,
    leave,
  );

  function submit(event: Event): void {
    event.preventDefault();
    notice.replaceChildren();
    const invalid = findInvalid(fields.all);
    if (invalid) return invalid.control.focus();
    onSubmit({
      submission,
      card: { ...card.read(), ...(view.asks.cv2 ? {} : { cv2: undefined }) },
      amount: amount && readAmount(amount, view),
      address:
        address &&
        Object.fromEntries(
          Object.entries(address).map(([name, field]) => [name, field.control.value.trim()]),
        ),
    });
  }

  return {
    box: form,
    setError(problem) {
      if (problem !== 'offline') submission = crypto.randomUUID();
      const invalid = fieldWithProblem(fields, problem);
      if (invalid) {
        invalid.setError(t(`error_${problem}`, { example: exampleAmount(view) }));
        invalid.control.focus();
        return;
      }
      // The number stays in the field, to correct or to replace. The security code is entered for each attempt.
      if (problem !== 'offline' && problem !== 'too_many') card.cv2.control.value = '';
      const text = t(problem === 'address' ? 'refused' : problem, { merchant: view.merchantName });
      notice.replaceChildren(icon('failed'), element('span', {}, text));
      if (problem === 'offline') return;
      card.pan.control.focus();
      // Typing replaces the declined card.
      if ('select' in card.pan.control) card.pan.control.select();
    },
    setBusy(busy) {
      form.inert = busy;
      form.setAttribute('aria-busy', String(busy));
      button.classList.toggle('busy', busy);
      if (busy) button.textContent = t('processing');
      else updateLabel();
    },
  };
}

interface FormFields {
  card: CardFields;
  amount: Field | undefined;
  address: Record<string, Field> | undefined;
  /** In their order on the page. */
  all: Field[];
}

function formFields(view: PageView, t: Translate): FormFields {
  const card = cardFields(t, view.holderName);
  const amount = view.kind === 'payments' && view.amount === null ? amountField(view, t) : undefined;
  const address = view.asks.address ? addressFields(t, view) : undefined;
  const all = [
    ...(amount ? [amount] : []),
    card.pan,
    card.expiry,
    ...(view.asks.cv2 ? [card.cv2] : []),
    card.holder,
    ...Object.values(address ?? {}),
  ];
  return { card, amount, address, all };
}

function layOutFields({ card, amount, address }: FormFields, view: PageView, t: Translate) {
  return [
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
  ];
}

/** Shows the error of every field and returns the first invalid one. */
function findInvalid(fields: readonly Field[]): Field | undefined {
  const invalid = fields.filter((candidate) => {
    const message = candidate.validate();
    candidate.setError(message);
    return message !== undefined;
  });
  return invalid[0];
}

function fieldWithProblem({ card, amount }: FormFields, problem: string): Field | undefined {
  switch (problem) {
    case 'pan':
    case 'brand':
      return card.pan;
    case 'expiry':
      return card.expiry;
    case 'cv2':
      return card.cv2;
    case 'amount':
      return amount;
    default:
      return undefined;
  }
}

/** The payer's amount; undefined while it is invalid or zero. */
function readAmount({ control }: Pick<Field, 'control'>, { digits }: PageView): string | undefined {
  const read = readTypedAmount(control.value, digits, pageLocale());
  return 'decimal' in read && /[1-9]/.test(read.decimal) ? read.decimal : undefined;
}

/** An example within the merchant's bounds, in the payer's format. */
function exampleAmount({ digits, minAmount, maxAmount }: PageView): string {
  const format = numberFormat([pageLocale(), 'en'], { minimumFractionDigits: digits });
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

/** The billing address, if the merchant sent none. */
function addressFields(t: Translate, { countries, country }: PageView): Record<string, Field> {
  const text = (id: string, name: string, autocomplete: string, isNeeded: boolean): Field => {
    const control = input({
      name,
      autocomplete,
      maxlength: '100',
      ...(isNeeded ? { required: 'true' } : {}),
    });
    control.setAttribute('autocapitalize', 'words');
    const validate = () => (isNeeded && control.value.trim() === '' ? t(`error_${id}`) : undefined);
    return field({ id, label: t(id), control, validate });
  };
  const names = new Intl.DisplayNames([document.documentElement.lang, 'en'], { type: 'region' });
  const sorted = countries
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, document.documentElement.lang));
  const select = element('select', { name: 'country', autocomplete: 'billing country', required: true });
  for (const [code, name] of [['', ''] as const, ...sorted])
    select.append(element('option', { value: code }, name));
  select.value = country;
  return {
    line1: text('line1', 'address', 'billing address-line1', true),
    city: text('city', 'city', 'billing address-level2', false),
    postcode: text('postcode', 'postcode', 'billing postal-code', true),
    countryCode: field({
      id: 'country',
      label: t('country'),
      control: select,
      validate: () => (select.value === '' ? t('error_country') : undefined),
    }),
  };
}
