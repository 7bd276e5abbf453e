/** How a number is compared; `between` has two ends. */
export const intervalSigns = ['is', 'above', 'from', 'below', 'to', 'between'] as const;

export interface Interval {
  sign: (typeof intervalSigns)[number];
  low: string;
  high: string;
}

const symbols = { is: '', above: '>', from: '>=', below: '<', to: '<=' } as const;

/** The parts of a typed interval: ">100", "10..20". */
export function splitInterval(text: string): Interval {
  const [, first, last] = /^(.+?)\.\.(.+)$/.exec(text) ?? [];
  if (first !== undefined && last !== undefined) return { sign: 'between', low: first, high: last };
  const symbol = /^[<>]=?/.exec(text)?.[0] ?? '';
  const sign = intervalSigns.find((each) => each !== 'between' && symbols[each] === symbol) ?? 'is';
  return { sign, low: text.slice(symbol.length), high: '' };
}

/** The interval as text; empty without a number. */
export function joinInterval({ sign, low, high }: Interval): string {
  const [first, last] = [low.trim(), high.trim()];
  if (sign !== 'between') return first === '' ? '' : `${symbols[sign]}${first}`;
  return first === '' && last === '' ? '' : `${first}..${last}`;
}
