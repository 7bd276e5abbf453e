/**
 * What may stand in an amount field: digits and one dot, up to the currency's digits. The last separator is the
 * decimal one, so that 1,234.50 and 1.234,50 can both be pasted. Anything with a letter or a minus is refused.
 */
export function cleanDecimalText(typed: string, digits: number): string | undefined {
  const text = typed.replace(/[\s\u00a0']/g, '');
  if (!/^[\d.,]*$/.test(text)) return undefined;
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const whole = (last < 0 ? text : text.slice(0, last)).replace(/\D/g, '').slice(0, 12);
  if (last < 0) return whole;
  if (digits === 0) return undefined;
  return `${whole}.${text.slice(last + 1, last + 1 + digits)}`;
}

/** On leaving the field: '5' becomes '5.00', '.5' becomes '0.50', '' stays. */
export function completeDecimalText(text: string, digits: number): string {
  if (text === '' || text === '.') return '';
  const [whole = '', fraction = ''] = text.split('.');
  const plain = whole.replace(/^0+(?=\d)/, '') || '0';
  return digits === 0 ? plain : `${plain}.${fraction.padEnd(digits, '0')}`;
}
