/**
 * 9900000000005159 → 990000******5159 (docs/domain.md#card-data); first six and last four are the most that may be
 * shown.
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

/** How many digits a card number has (V303). */
export const panLength = { min: 13, max: 19 };

const digitRuns = /[0-9]+(?:[ .-][0-9]+)*/g;

/**
 * Text with every card number in it masked, so that free text never stores one (docs/domain.md#card-data).
 * A card number is 13 to 19 digits that pass Luhn, written together or in groups parted by one space, dot or hyphen.
 */
export function maskCardNumbers(text: string): string {
  return text.replace(digitRuns, (run) => maskRun(run, isPan));
}

/** Does the text hold a whole card number? Such a one must come into no address and no log. */
export const hasCardNumber = (text: string): boolean => maskCardNumbers(text) !== text;

/**
 * Whether a web address holds a card number. An address cannot be masked and still work, and one in ten order numbers
 * of 13 to 19 digits passes Luhn: here a number must begin as issuers begin theirs, too.
 */
export function addressHasCardNumber(address: string): boolean {
  let text = address;
  try {
    text = decodeURIComponent(address.replaceAll('+', ' '));
  } catch {
    // Looked at as it is.
  }
  return text.replace(digitRuns, (run) => maskRun(run, isIssuedPan)) !== text;
}

/** What issuers begin their numbers with, by length: no timestamps, no order numbers made of a date. */
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

/** Tries whole groups from every group on, longest first: "12 4444 3333 2222 1111" hides a number too. */
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
