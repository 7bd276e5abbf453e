/** '12/30', '12 / 2030', '1230' and '1/30' as MMYY; undefined for anything else. */
export function readExpiry(text: string): string | undefined {
  const parts = /^\s*(\d{1,2})\s*[/.-]?\s*(?:20)?(\d{2})\s*$/.exec(text);
  if (!parts) return undefined;
  const [, month = '', year = ''] = parts;
  const number = Number(month);
  return number >= 1 && number <= 12 ? month.padStart(2, '0') + year : undefined;
}

/** A card is good to the end of its month. */
export function hasExpired(expiry: string, now: Date): boolean {
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  return now.getTime() >= new Date(year, month, 1).getTime();
}

/** While it is typed: '1' → '1', '12' → '12 / ', '123' → '12 / 3', '5' → '05 / '. */
export function typedExpiry(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 4);
  const padded = /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits;
  return padded.length < 2 ? padded : `${padded.slice(0, 2)} / ${padded.slice(2)}`;
}

/** An amount as the payer types it, '7,5' and '1 000.00' too, as decimal text; undefined when it is none or too fine. */
export function readAmount(text: string, digits: number): string | undefined {
  const plain = text.replaceAll(/[\s\u00a0\u202f']/g, '').replace(',', '.');
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(plain);
  if (!match || (match[2] ?? '').length > digits || !/[1-9]/.test(plain)) return undefined;
  return match[2] ? `${match[1]}.${match[2]}` : match[1];
}
