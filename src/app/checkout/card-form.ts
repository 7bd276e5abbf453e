import { numberFormat } from '#shared/text/intl-formats.ts';
import { readTypedAmount } from '#shared/payments/typed-amount.ts';
import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import { panLength, passesLuhn } from '#shared/card-number.ts';
import { type Submission, findCardCountry } from './page/gateway-client.ts';
import { countdown } from './page/again-link.ts';
import { element, icon } from './page/element.ts';
import { money, pageLocale, range } from './page/money.ts';
import type { Translate } from './page/texts.ts';
import { brandMarks } from './brand-marks.ts';
import { type SavedCards, consentBox, savedCards } from './saved-cards.ts';
import { type AddressFields, addressFields } from './address-fields.ts';
import { type Field, field, input } from './field.ts';
import {
  type CardBrand,
  cardBrand,
  formatExpiry,
  groupedDigits,
  hasExpired,
  plainDigits,
  readExpiry,
} from './card-rules.ts';

interface CardForm {
  box: HTMLElement;
  /** Shows the server's error at its field, or above the button. */
  setError(
    problem: NonNullable<PageView['problem']> | 'offline' | 'unreachable' | 'too_many' | 'wallet',
  ): void;
  /** Shows an element above the button, where the payer looks, until it removes itself. */
  remind(reminder: HTMLElement): void;
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
  const { card, amount, address, saved } = fields;
  const notice = element('div', { class: 'notice', role: 'alert' });
  const reminders = element('div', { role: 'status' });
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
    ...layOutFields(fields, view),
    // Above the button, where the payer looks.
    reminders,
    notice,
    element('p', { class: 'secure' }, icon('lock'), t('secure')),
    button,
    ...(view.isTerminal ? [] : [leave]),
  );
  if (view.isTerminal) advanceWhenFull(card);

  function submit(event: Event): void {
    event.preventDefault();
    notice.replaceChildren();
    const invalid = findInvalid(fields.all);
    if (invalid) return invalid.control.focus();
    onSubmit({
      submission,
      ...readMethod(fields, view),
      amount: amount && readAmount(amount, view),
      address: address?.read(),
    });
  }

  return {
    box: form,
    setError(problem) {
      const isUnanswered = problem === 'offline' || problem === 'unreachable';
      if (!isUnanswered) submission = crypto.randomUUID();
      const invalid = fieldWithProblem(fields, problem);
      if (invalid) {
        invalid.setError(t(`error_${problem}`, { example: exampleAmount(view) }));
        invalid.control.focus();
        return;
      }
      // The number stays in the field, to correct or to replace. The security code is entered for each attempt.
      if (!isUnanswered && problem !== 'too_many') card.cv2.control.value = '';
      const names = { merchant: view.merchantName, wallet: 'Apple Pay' };
      const text = t(problem === 'address' || problem === 'postcode' ? 'refused' : problem, names);
      const seconds = problem === 'resting' ? view.pausedSeconds : 0;
      const wait = seconds > 0 && countdown(t, seconds, (timer) => timer.remove());
      notice.replaceChildren(icon('failed'), element('div', {}, element('span', {}, text), wait));
      notice.scrollIntoView({ block: 'center' });
      if (isUnanswered) return;
      // A payer who types at once is in the right field; on a phone it may be above the sentence.
      card.pan.control.focus({ preventScroll: true });
      // Typing replaces the declined card.
      if (saved?.chosen()) card.cv2.control.focus({ preventScroll: true });
      else if ('select' in card.pan.control) card.pan.control.select();
    },
    remind(reminder) {
      reminders.replaceChildren(reminder);
      reminder.scrollIntoView({ block: 'center' });
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
  saved: SavedCards | undefined;
  consent: ReturnType<typeof consentBox> | undefined;
  amount: Field | undefined;
  address: AddressFields | undefined;
  /** In their order on the page. */
  all: Field[];
}

function formFields(view: PageView, t: Translate): FormFields {
  const saved =
    view.savedCards.length > 0
      ? savedCards(view, t, () => showNewCard(saved?.chosen() === undefined))
      : undefined;
  const consent = view.asks.saving ? consentBox(view.merchantName, t) : undefined;
  const card = cardFields(t, view, () => saved?.chosen()?.brand);
  /** The fields of a new card, which a saved one does not need. */
  function showNewCard(isShown: boolean): void {
    for (const box of [card.pan.box, card.expiry.box, card.holder.box, consent?.box])
      if (box) box.hidden = !isShown;
    card.updateHelp();
  }
  showNewCard(saved?.chosen() === undefined);
  const amount = view.kind === 'payments' && view.amount === null ? amountField(view, t) : undefined;
  const address = view.asks.address === 'NONE' ? undefined : addressFields(t, view, view.asks.address);
  if (address) suggestCardCountry(card.pan, address);
  const all = [
    ...(amount ? [amount] : []),
    card.pan,
    card.expiry,
    ...(view.asks.cv2 ? [card.cv2] : []),
    card.holder,
    ...(address?.all ?? []),
  ];
  return { card, saved, consent, amount, address, all };
}

function layOutFields({ card, saved, consent, amount, address }: FormFields, view: PageView) {
  return [
    amount?.box,
    saved?.box,
    card.pan.box,
    element('div', { class: 'pair' }, card.expiry.box, view.asks.cv2 && card.cv2.box),
    card.holder.box,
    address?.box,
    consent?.box,
  ];
}

/** Asks for the issuer's country once the first digits of a card are there. */
function suggestCardCountry({ control }: Field, address: AddressFields): void {
  let asked = '';
  control.addEventListener('input', () => {
    const digits = digitsOf(control.value).slice(0, 6);
    if (digits.length < 6 || digits === asked) return;
    asked = digits;
    void suggest(digits);
  });
  async function suggest(digits: string): Promise<void> {
    const country = await findCardCountry(digits);
    if (country !== null && asked === digits) address.suggest(country);
  }
}

/** A saved card with its security code, or the new one. */
function readMethod({ card, saved, consent }: FormFields, view: PageView): Partial<Submission> {
  const { cv2, ...entered } = card.read();
  const code = view.asks.cv2 ? cv2 : undefined;
  const chosen = saved?.chosen();
  if (chosen) return { saved: { id: chosen.id, cv2: code } };
  return { card: { ...entered, cv2: code }, ...(consent?.isGiven() ? { register: true } : {}) };
}

/** Shows the error of every field and returns the first invalid one. */
function findInvalid(fields: readonly Field[]): Field | undefined {
  const invalid = fields.filter((candidate) => {
    if (candidate.box.hidden) return false;
    const message = candidate.validate();
    candidate.setError(message);
    return message !== undefined;
  });
  return invalid[0];
}

function fieldWithProblem({ card, amount, address }: FormFields, problem: string): Field | undefined {
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
    case 'postcode':
      return address?.postcode;
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

interface CardFields {
  /** After another card was chosen. */
  updateHelp(): void;
  pan: Field;
  expiry: Field;
  cv2: Field;
  holder: Field;
  /** The values in the gateway's format. */
  read(): { pan: string; expiryDate: string; cv2: string | undefined; cardHolderName: string };
}

/**
 * A clerk types digits as the customer reads them: from the number to the expiry date and on to the code, without a key in
 * between. Only with the last digit at the end of a field, so that a correction stays where it is.
 */
function advanceWhenFull({ pan, expiry, cv2 }: CardFields): void {
  const steps = [
    [
      pan,
      expiry,
      () => digitsOf(pan.control.value).length === usualLength(pan) && pan.validate() === undefined,
    ],
    [
      expiry,
      cv2,
      () => /^\D*\d{2}\D*\d{2}\D*$/.test(expiry.control.value) && expiry.validate() === undefined,
    ],
  ] as const;
  for (const [from, next, isFull] of steps) {
    const { control } = from;
    control.addEventListener('input', () => {
      if ('selectionStart' in control && control.selectionStart === control.value.length && isFull())
        next.control.focus();
    });
  }
}

/** Sixteen, or fewer where the brand has fewer. A Maestro card may have any number: its clerk presses Tab. */
function usualLength({ control }: Field): number {
  const brand = cardBrand(digitsOf(control.value));
  if (!brand || brand.name === 'Maestro') return Infinity;
  return Math.min(
    16,
    brand.groups.reduce((sum, length) => sum + length),
  );
}

const digitsOf = (text: string): string => plainDigits(text).replaceAll(/\D/g, '');

const numeric = { inputmode: 'numeric', required: 'true' };

/** Number, expiry, security code and name, with the attributes that browsers need to fill them in. */
function cardFields(t: Translate, view: PageView, savedBrand: () => CardBrand | undefined): CardFields {
  const marks = brandMarks();
  const pan = panField(t, marks.badge, marks.line);
  const expiry = expiryField(t);
  const brand = () => savedBrand() ?? cardBrand(digitsOf(pan.control.value));
  const cv2 = cv2Field(t, brand);
  const updateHelp = () => cv2.help(t(brand()?.cv2Length === 4 ? 'cv2_help_amex' : 'cv2_help'));
  const holder = holderField(t, view.holderName, view.isTerminal);
  pan.control.addEventListener('input', () => {
    marks.choose(cardBrand(digitsOf(pan.control.value))?.name);
    updateHelp();
  });
  return {
    updateHelp,
    pan,
    expiry,
    cv2,
    holder,
    read: () => ({
      pan: digitsOf(pan.control.value),
      expiryDate: readExpiry(expiry.control.value) ?? '',
      cv2: plainDigits(cv2.control.value).trim() || undefined,
      cardHolderName: holder.control.value.trim(),
    }),
  };
}

function panField(t: Translate, badge: HTMLElement, above: HTMLElement): Field {
  const control = input({ ...numeric, name: 'cardnumber', autocomplete: 'cc-number', maxlength: '23' });
  const validate = () => {
    const digits = digitsOf(control.value);
    if (digits === '') return t('error_pan_missing');
    const fits = digits.length >= panLength.min && digits.length <= panLength.max;
    return fits && passesLuhn(digits) ? undefined : t('error_pan');
  };
  control.addEventListener('input', () => {
    // Groups the digits only while typing at the end, because grouping moves the cursor.
    if (control.selectionStart === control.value.length)
      control.value = groupedDigits(digitsOf(control.value));
  });
  control.addEventListener('blur', () => {
    control.value = groupedDigits(digitsOf(control.value));
  });
  return field({ id: 'pan', label: t('card_number'), above, beside: badge, control, validate });
}

function expiryField(t: Translate): Field {
  const control = input({
    ...numeric,
    name: 'cc-exp',
    autocomplete: 'cc-exp',
    maxlength: '20',
    placeholder: t('expiry_hint'),
  });
  const validate = () => {
    const expiry = readExpiry(control.value);
    if (expiry === undefined) return t(control.value.trim() === '' ? 'error_expiry_missing' : 'error_expiry');
    return hasExpired(expiry, new Date()) ? t('error_expired') : undefined;
  };
  // Formats the text only when the payer leaves the field, so that no key is lost.
  control.addEventListener('blur', () => {
    const expiry = readExpiry(control.value);
    if (expiry !== undefined) control.value = formatExpiry(expiry);
  });
  return field({ id: 'expiry', label: t('expiry'), control, validate });
}

function cv2Field(t: Translate, brand: () => CardBrand | undefined): Field {
  const control = input({ ...numeric, name: 'cvc', autocomplete: 'cc-csc', maxlength: '4' });
  const validate = () => {
    const code = plainDigits(control.value).trim();
    const length = brand()?.cv2Length ?? 3;
    if (new RegExp(`^\\d{${length}}$`).test(code)) return undefined;
    return t(code === '' ? 'error_cv2_missing' : 'error_cv2');
  };
  // As in the card number: what is no digit is not taken.
  control.addEventListener('input', () => {
    const digits = digitsOf(control.value);
    if (digits !== control.value) control.value = digits;
  });
  return field({ id: 'cv2', label: t('cv2'), help: t('cv2_help'), control, validate });
}

/** A customer at the phone is not asked for the name on the card. */
function holderField(t: Translate, holderName: string, isOptional: boolean): Field {
  const attributes = { name: 'ccname', autocomplete: 'cc-name', maxlength: '100' };
  const control = input(isOptional ? attributes : { ...attributes, required: 'true' });
  control.value = holderName;
  const validate = () => (!isOptional && control.value.trim() === '' ? t('error_holder') : undefined);
  const label = isOptional ? t('optional', { label: t('holder') }) : t('holder');
  return field({ id: 'holder', label, control, validate });
}
