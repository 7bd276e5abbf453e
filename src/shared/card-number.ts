/**
 * 9900000000005159 → 990000******5159 (docs/domain.md#card-data). First six and last four digits are the
 * maximum to show.
 */
export function maskPan(pan: string): string {
  return pan.slice(0, 6) + '*'.repeat(pan.length - 10) + pan.slice(-4);
}

/** The check digit of a card number, ISO/IEC 7812. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** The number of digits of a card number (V303). */
export const panLength = { min: 13, max: 19 };

const digitRuns = /[0-9]+(?:[ .-][0-9]+)*/g;

/** UUIDs and 32 hexadecimal digits, as ids are generated. One in a thousand has a run of digits that passes Luhn. */
const generatedIds =
  /(?<![0-9a-z])(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-z])/gi;

/**
 * Masks every card number in a text, so that free text never stores one (docs/domain.md#card-data). A card
 * number has 13 to 19 digits and passes Luhn, with or without single spaces, dots or hyphens between groups.
 * Generated ids stay as they are.
 */
export function maskCardNumbers(text: string): string {
  return maskDigits(text, isPan);
}

function maskDigits(text: string, isCard: (digits: string) => boolean): string {
  if (!hasEnoughDigits(text)) return text;
  let masked = '';
  let from = 0;
  const mask = (part: string): string => part.replace(digitRuns, (run) => maskRun(run, isCard));
  for (const { 0: id, index } of text.matchAll(generatedIds)) {
    // Without a letter it may be a card number in groups of another length.
    if (!/[a-f]/i.test(id)) continue;
    masked += mask(text.slice(from, index)) + id;
    from = index + id.length;
  }
  return masked + mask(text.slice(from));
}

/** Most texts have fewer digits than any card number, and counting is faster than searching. */
function hasEnoughDigits(text: string): boolean {
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57 && (digits += 1) === panLength.min) return true;
  }
  return false;
}

/** Whether the text contains a whole card number, which must not appear in addresses or logs. */
export const hasCardNumber = (text: string): boolean => maskCardNumbers(text) !== text;

/** As `hasCardNumber`, for texts with order numbers: the number must also start like an issuer's. */
export const hasIssuedCardNumber = (text: string): boolean => maskDigits(text, isIssuedPan) !== text;

/**
 * Whether a web address contains a card number. An address cannot be masked, and one in ten order numbers
 * passes Luhn, so a number must also start like an issuer's.
 */
export function addressHasCardNumber(address: string): boolean {
  let text = address;
  try {
    text = decodeURIComponent(address.replaceAll('+', ' '));
  } catch {
    // The undecoded form is checked too.
  }
  return hasIssuedCardNumber(text);
}

/** Issuers' prefixes by length, which exclude timestamps and dates in order numbers. */
const issuerPrefix: Readonly<Record<number, RegExp>> = {
  13: /^[456]/,
  14: /^3[0689]/,
  15: /^(?:3[47]|1|2131|[56])/,
  16: /^[2-689]/,
  17: /^[56]/,
  18: /^[56]/,
  19: /^[4-6]/,
};

const isPan = (digits: string): boolean =>
  digits.length >= panLength.min && digits.length <= panLength.max && passesLuhn(digits);

const isIssuedPan = (digits: string): boolean =>
  isPan(digits) && issuerPrefix[digits.length]?.test(digits) === true;

/**
 * Tries whole groups from every group on, longest first: "12 4444 3333 2222 1111" contains a card number too.
 */
function maskRun(run: string, isCard: (digits: string) => boolean): string {
  const parts = run.split(/([ .-])/);
  for (let from = 0; from < parts.length; from += 2) {
    for (let to = lastWithin(parts, from); to >= from; to -= 2) {
      const candidate = parts.slice(from, to + 1).join('');
      const digits = candidate.replace(/[^0-9]/g, '');
      if (isCard(digits)) {
        const before = parts.slice(0, from).join('');
        return before + maskPan(digits) + maskRun(parts.slice(to + 1).join(''), isCard);
      }
    }
  }
  return run;
}

function lastWithin(parts: readonly string[], from: number): number {
  let last = from;
  let digits = parts[from]?.length ?? 0;
  while (last + 2 < parts.length && digits < panLength.max) {
    last += 2;
    digits += parts[last]?.length ?? 0;
  }
  return last;
}
