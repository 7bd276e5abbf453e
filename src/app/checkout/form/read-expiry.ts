/** '12/30', '12 / 2030', '1230' and '1/30' as MMYY, in digits of either width; undefined for anything else. */
export function readExpiry(text: string): string | undefined {
  const parts = /^\s*(\d{1,2})\s*[/.-]?\s*(?:20)?(\d{2})\s*$/.exec(text.normalize('NFKC'));
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

/** As printed on the card: '0130' → '01 / 30'. */
export const writtenExpiry = (expiry: string): string => `${expiry.slice(0, 2)} / ${expiry.slice(2)}`;
