import { hasCardNumber } from '#shared/card-number.ts';
import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { isEmailDomain, isOneEmail } from '#shared/email-address.ts';
import { canonicalNetwork } from '#shared/ip-address.ts';
import { isIpAddress } from '#shared/patterns.ts';
import { findFraudField, parseCustomFieldId } from '#features/record/fraud-fields/field-catalogue.ts';
import { matchValue } from '#features/record/fraud-fields/match-value.ts';

/** Values that one dialog adds by hand (docs/domain.md#fraud-lists). */
export const maxManualRows = 10;
/** Values that one request adds, changes or removes: `ereListUpdateActionsLimit`. */
export const maxUpdateActions = 100;
/** Bytes of an uploaded file: `ereListUploadMaxSize`. */
export const maxUploadBytes = 1_048_576;
/** Rows of an uploaded file. Longer lists are imported by an operator. */
export const maxUploadRows = 50_000;
/** Characters of a row of a file. */
export const maxRowLength = 1000;
export const maxDescriptionLength = 255;
export const maxNameLength = 255;

export const cardField = 'cardCorrelationId';

/** Why a value cannot be on a list of its field. */
export const valueErrors = [
  'missing',
  'card_number',
  'card_only_from_transaction',
  'email',
  'ip_address',
  'telephone',
  'postcode',
  'bin',
  'custom_string',
  'custom_long_string',
  'address',
  'choice',
] as const;
type ValueError = (typeof valueErrors)[number];

/** Why an expiry date cannot be set. */
type ExpiryError = 'expiry_date' | 'expiry_past';
export type ItemError = ValueError | ExpiryError;

/** Why a row of a file has no value. */
export const rowErrors = ['encoding', 'nul', 'too_long', 'columns', 'quote'] as const;
export type RowError = (typeof rowErrors)[number];

/** Why a file is rejected as a whole. */
const fileErrors = ['not_a_text_file', 'empty_file', 'too_many_rows'] as const;
export type FileError = (typeof fileErrors)[number];

/** The values of a field are chosen from a set. */
export const hasPredefinedValues = (dataField: string): boolean =>
  findFraudField(dataField)?.values !== undefined;

/** A list can hold values of the field: one of the catalogue, or a company's custom field of text. */
export function isListField(dataField: string): boolean {
  const field = findFraudField(dataField);
  if (field) return field.uses.includes('list');
  const custom = parseCustomFieldId(dataField);
  return custom?.dataType === 'string' || custom?.dataType === 'longString';
}

/** As it is stored: trimmed, in Unicode NFC; a postcode in upper case without double spaces. */
export function cleanValue(dataField: string, value: string): string {
  const text = value.normalize('NFC').trim();
  return dataField === 'billingPostcode' ? text.toUpperCase().replaceAll(/\s+/g, ' ') : text;
}

/** The error of a value; undefined for a valid one. `choices`: the predefined values of the field. */
export function findValueError(
  dataField: string,
  value: string,
  { choices }: { choices?: { has(value: string): boolean } } = {},
): ValueError | undefined {
  const text = cleanValue(dataField, value);
  if (text === '') return 'missing';
  // Before the patterns: a whole card number is never stored (docs/domain.md#card-data).
  if (isCardNumber(dataField, text)) return 'card_number';
  if (hasPredefinedValues(dataField)) return choices?.has(text) === false ? 'choice' : undefined;
  const error = findPatternError(dataField, text);
  // Punctuation only: nothing is left to compare.
  return error ?? (matchValue(dataField, text) === null ? 'missing' : undefined);
}

function isCardNumber(dataField: string, text: string): boolean {
  if (dataField === cardField) return false;
  const digits = /^[\d\s()+./-]+$/.test(text) ? text.replaceAll(/\D/g, '') : '';
  // One in ten telephone numbers passes the check of card numbers. With a country code they have at most 15 digits.
  const isForeign = dataField === 'customerTelephone' && /^(?:\+|00)/.test(text);
  if (isForeign && digits.replace(/^00/, '').length <= 15) return false;
  return hasCardNumber(text) || hasCardNumber(digits);
}

function findPatternError(dataField: string, text: string): ValueError | undefined {
  switch (dataField) {
    case cardField:
      return 'card_only_from_transaction';
    case 'customerEmail':
      return isOneEmail(text) || isEmailDomain(text) ? undefined : 'email';
    case 'customerIpAddress':
      return isIpAddress(text) || canonicalNetwork(text) !== undefined ? undefined : 'ip_address';
    case 'customerTelephone':
      return isTelephone(text) ? undefined : 'telephone';
    case 'billingPostcode':
      return text.length <= 20 && /^[A-Za-z0-9 -]+$/.test(text) ? undefined : 'postcode';
    case 'cardBin':
      return /^\d{1,6}$/.test(text) ? undefined : 'bin';
    case 'normalisedAddress':
      return text.length <= 500 && isOneLine(text) ? undefined : 'address';
    default:
      return findCustomError(dataField, text);
  }
}

const isTelephone = (text: string): boolean =>
  text.length >= 8 && text.length <= 40 && /^[0-9()+\- ]+$/.test(text) && /\d/.test(text);

function findCustomError(dataField: string, text: string): ValueError | undefined {
  const isLong = parseCustomFieldId(dataField)?.dataType === 'longString';
  if (text.length <= (isLong ? 256 : 32) && isOneLine(text)) return undefined;
  return isLong ? 'custom_long_string' : 'custom_string';
}

/** No control characters. */
// oxlint-disable-next-line no-control-regex
const isOneLine = (text: string): boolean => !/[\u0000-\u001f\u007f]/.test(text);

/** '' or undefined: it never expires. */
export function findExpiryError(expiryDate: string | undefined, today: CalendarDay): ExpiryError | undefined {
  if (expiryDate === undefined || expiryDate === '') return undefined;
  if (!isCalendarDay(expiryDate)) return 'expiry_date';
  return expiryDate < today ? 'expiry_past' : undefined;
}
