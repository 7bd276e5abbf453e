/**
 * yyyymmdd, a real day that is not in the future anywhere on earth. Eight digits leave no room for a negative
 * year.
 */
export function isBirthDate(text: string, now: Date): boolean {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!match) return false;
  const day = match.slice(1).join('-');
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) return false;
  return date.getTime() <= now.getTime() + 14 * 3_600_000;
}
