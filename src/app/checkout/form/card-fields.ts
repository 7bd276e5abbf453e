import { panLength, passesLuhn } from '#shared/card-number.ts';
import { element } from '../page/element.ts';
import type { Translate } from '../page/texts.ts';
import {
  type CardBrand,
  brandNames,
  cardBrand,
  formatExpiry,
  groupedDigits,
  hasExpired,
  plainDigits,
  readExpiry,
} from './card-rules.ts';
import { type Field, field, input } from './field.ts';

export interface CardFields {
  pan: Field;
  expiry: Field;
  cv2: Field;
  holder: Field;
  /** The values in the gateway's format. */
  read(): { pan: string; expiryDate: string; cv2: string | undefined; cardHolderName: string };
}

const digitsOf = (text: string): string => plainDigits(text).replaceAll(/\D/g, '');

const numeric = { inputmode: 'numeric', required: 'true' };

/** Number, expiry, security code and name, with the attributes that browsers need to fill them in. */
export function cardFields(t: Translate, holderName: string): CardFields {
  const badge = element('span', { class: 'brand', 'aria-live': 'polite' });
  const marks = brandMarks();
  const pan = panField(t, badge, marks.box);
  const expiry = expiryField(t);
  const cv2 = cv2Field(t, () => cardBrand(digitsOf(pan.control.value)));
  const holder = holderField(t, holderName);
  pan.control.addEventListener('input', () => {
    const brand = cardBrand(digitsOf(pan.control.value));
    badge.textContent = brand?.name ?? '';
    marks.choose(brand?.name);
    cv2.help(t(brand?.cv2Length === 4 ? 'cv2_help_amex' : 'cv2_help'));
  });
  return {
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

/** The accepted card brands. Their names are the same in every language. The brand of the typed number is highlighted. */
function brandMarks() {
  const marks = brandNames.map((name) => element('li', {}, name));
  return {
    box: element('ul', { class: 'marks' }, ...marks),
    choose(name: string | undefined): void {
      for (const mark of marks) mark.classList.toggle('chosen', mark.textContent === name);
    },
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
  return field({ id: 'cv2', label: t('cv2'), help: t('cv2_help'), control, validate });
}

function holderField(t: Translate, holderName: string): Field {
  const control = input({ name: 'ccname', autocomplete: 'cc-name', maxlength: '100', required: 'true' });
  control.value = holderName;
  const validate = () => (control.value.trim() === '' ? t('error_holder') : undefined);
  return field({ id: 'holder', label: t('holder'), control, validate });
}
