import { panLength, passesLuhn } from '#shared/card-number.ts';
import { element } from '../page/element.ts';
import type { Translate } from '../page/words.ts';
import { cardBrand, groupedDigits } from './card-brand.ts';
import { type Field, field, input } from './field.ts';
import { hasExpired, readExpiry, writtenExpiry } from './read-expiry.ts';

export interface CardFields {
  pan: Field;
  expiry: Field;
  cv2: Field;
  holder: Field;
  /** What was entered, as the gateway takes it. */
  read(): { pan: string; expiryDate: string; cv2: string | undefined; cardHolderName: string };
  /** Empties what must not stay on the screen. */
  clearError(): void;
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Number, expiry, security code and name, with what browsers need to fill them in. */
export function cardFields(t: Translate, holderName: string): CardFields {
  const badge = element('span', { class: 'brand', 'aria-live': 'polite' });
  const numeric = { inputmode: 'numeric', required: 'true' };
  const panInput = input({ ...numeric, name: 'cardnumber', autocomplete: 'cc-number', maxlength: '23' });
  const pan = field({
    id: 'pan',
    label: t('card_number'),
    beside: badge,
    control: panInput,
    validate: () => {
      const digits = digitsOf(panInput.value);
      const fits = digits.length >= panLength.min && digits.length <= panLength.max;
      return fits && passesLuhn(digits) ? undefined : t('error_pan');
    },
  });
  const expiryInput = input({
    ...numeric,
    name: 'cc-exp',
    autocomplete: 'cc-exp',
    maxlength: '20',
    placeholder: t('expiry_hint'),
  });
  const expiry = field({
    id: 'expiry',
    label: t('expiry'),
    control: expiryInput,
    validate: () => {
      const read = readExpiry(expiryInput.value);
      if (read === undefined) return t('error_expiry');
      return hasExpired(read, new Date()) ? t('error_expired') : undefined;
    },
  });
  const cv2Input = input({ ...numeric, name: 'cvc', autocomplete: 'cc-csc', maxlength: '4' });
  const cv2 = field({
    id: 'cv2',
    label: t('cv2'),
    help: t('cv2_help'),
    control: cv2Input,
    validate: () => {
      const length = cardBrand(digitsOf(panInput.value))?.cv2Length ?? 3;
      return new RegExp(`^\\d{${length}}$`).test(cv2Input.value.trim()) ? undefined : t('error_cv2');
    },
  });
  const holderInput = input({ name: 'ccname', autocomplete: 'cc-name', maxlength: '100', required: 'true' });
  holderInput.value = holderName;
  const holder = field({
    id: 'holder',
    label: t('holder'),
    control: holderInput,
    validate: () => (holderInput.value.trim() === '' ? t('error_holder') : undefined),
  });
  panInput.addEventListener('input', () => {
    const digits = digitsOf(panInput.value);
    // Blanks are put in only at the end: in the middle they would move the cursor.
    if (panInput.selectionStart === panInput.value.length) panInput.value = groupedDigits(digits);
    const brand = cardBrand(digits);
    badge.textContent = brand?.name ?? '';
    cv2.help(t(brand?.cv2Length === 4 ? 'cv2_help_amex' : 'cv2_help'));
  });
  panInput.addEventListener('blur', () => {
    panInput.value = groupedDigits(digitsOf(panInput.value));
  });
  // Only on leaving: a text that is rewritten under the fingers loses keys.
  expiryInput.addEventListener('blur', () => {
    const read = readExpiry(expiryInput.value);
    if (read !== undefined) expiryInput.value = writtenExpiry(read);
  });
  return {
    pan,
    expiry,
    cv2,
    holder,
    read: () => ({
      pan: digitsOf(panInput.value),
      expiryDate: readExpiry(expiryInput.value) ?? '',
      cv2: cv2Input.value.trim() || undefined,
      cardHolderName: holderInput.value.trim(),
    }),
    clearError() {
      panInput.value = '';
      expiryInput.value = '';
      cv2Input.value = '';
      badge.textContent = '';
    },
  };
}
