/** 9900000000005159 → 990000******5159 (domain §1.15); first six and last four are the most that may be shown. */
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

/**
 * Text with every card number in it masked, so that free text never stores one (security #51).
 * A card number is 13 to 19 digits that pass Luhn, written together or in groups parted by one space, dot or hyphen.
 */
export function maskCardNumbers(text: string): string {
  return text.replace(/[0-9]+(?:[ .-][0-9]+)*/g, (run) => maskRun(run));
}

/** Does the text hold a whole card number? Such a one must come into no address and no log. */
export const hasCardNumber = (text: string): boolean => maskCardNumbers(text) !== text;

/** Tries whole groups from every group on, longest first: "12 4444 3333 2222 1111" hides a number too. */
function maskRun(run: string): string {
  const parts = run.split(/([ .-])/);
  for (let from = 0; from < parts.length; from += 2) {
    for (let to = lastWithin(parts, from); to >= from; to -= 2) {
      const candidate = parts.slice(from, to + 1).join('');
      const digits = candidate.replace(/[^0-9]/g, '');
      if (digits.length >= panLength.min && digits.length <= panLength.max && passesLuhn(digits)) {
        const before = parts.slice(0, from).join('');
        return before + maskPan(digits) + maskRun(parts.slice(to + 1).join(''));
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
