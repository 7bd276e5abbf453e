import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ExactLine, LineRounding } from '../line-rounding.ts';
import { noFees, sumFees } from '../settlements.ts';

const digits = { EUR: 2, CLP: 2, IDR: 0, KWD: 3 };
const line = (more: Partial<ExactLine> = {}): ExactLine => ({
  batch: '1',
  kind: 'PAYMENT',
  gross: 2_500_000,
  grossCurrency: 'CLP',
  net: 2_456_250,
  netCurrency: 'CLP',
  fees: { ...noFees, commissionMinor: 40_000, markupMinor: 3_750 },
  ...more,
});

test('the largest fee takes what rounding leaves, so that gross less fees is net', () => {
  // 24,562.50 of 25,000 pesos: 400 and 37.50 are fees.
  expect(new LineRounding(digits).round(line())).toEqual({
    grossMinor: 25_000,
    netMinor: 24_563,
    fees: { ...noFees, commissionMinor: 399, markupMinor: 38 },
  });
});

test('what a line leaves is carried to the next one of its batch', () => {
  const rounding = new LineRounding(digits);
  const nets = [1, 2, 3, 4]
    .map(() => rounding.round(line()))
    .map((one) => (one as { netMinor: number }).netMinor);
  // Four times 24,562.50 are 98,250.
  expect(nets).toEqual([24_563, 24_562, 24_563, 24_562]);
});

test('batches and currencies have rests of their own', () => {
  const rounding = new LineRounding(digits);
  const netOf = (more: Partial<ExactLine>) => (rounding.round(line(more)) as { netMinor: number }).netMinor;
  expect([netOf({}), netOf({ batch: '2' }), netOf({}), netOf({ batch: '2' })]).toEqual([
    24_563, 24_563, 24_562, 24_562,
  ]);
});

test('whole lines are as they came, also with digits that we have more of', () => {
  const rounding = new LineRounding(digits);
  rounding.round(line());
  const euros = { gross: 1000, net: 970, fees: { ...noFees, commissionMinor: 30 } };
  expect(rounding.round(line({ ...euros, grossCurrency: 'EUR', netCurrency: 'EUR' }))).toEqual({
    grossMinor: 1000,
    netMinor: 970,
    fees: { ...noFees, commissionMinor: 30 },
  });
  expect(rounding.round(line({ ...euros, grossCurrency: 'IDR', netCurrency: 'IDR' }))).toMatchObject({
    grossMinor: 100_000,
    netMinor: 97_000,
  });
});

test('a fee of its own may have any amount', () => {
  expect(
    new LineRounding(digits).round(line({ kind: 'FEE', gross: -43_750, net: -43_750, fees: noFees })),
  ).toEqual({ grossMinor: -437, netMinor: -437, fees: noFees });
});

describe('refuses', () => {
  test.each([
    ['a payment that is not whole', line({ gross: 2_500_050, net: 2_456_300 }), 'gross'],
    [
      'a bank payout that is not whole',
      line({ kind: 'BANK_PAYOUT', gross: -50, net: -50, fees: noFees }),
      'net',
    ],
    [
      'a currency that the processor does not have',
      line({ netCurrency: 'XXX', grossCurrency: 'XXX' }),
      'net',
    ],
    [
      'an exchanged payment that is not whole',
      line({ gross: 50, net: 100, netCurrency: 'EUR', fees: noFees }),
      'gross',
    ],
  ])('%s', (_title, given, expected) => {
    expect(new LineRounding(digits).round(given)).toBe(expected);
  });
});

test('any batch comes to its exact sum, rounded once, and every line adds up', () => {
  const cents = fc.integer({ min: 0, max: 99_999 });
  const lines = fc.array(fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), cents, cents), { maxLength: 60 });
  fc.assert(
    fc.property(lines, (given) => {
      const rounding = new LineRounding(digits);
      let exact = 0;
      let rounded = 0;
      for (const [pesos, commissionMinor, markupMinor] of given) {
        const gross = pesos * 100;
        const fees = { ...noFees, commissionMinor, markupMinor };
        const net = gross - sumFees(fees);
        const whole = rounding.round(line({ gross, net, fees }));
        if (typeof whole === 'string') throw new Error(whole);
        exact += net;
        rounded += whole.netMinor;
        expect(whole.grossMinor - sumFees(whole.fees)).toBe(whole.netMinor);
        expect(whole.grossMinor).toBe(pesos);
        expect(Math.abs(exact - rounded * 100)).toBeLessThanOrEqual(50);
        expect(Math.abs(whole.netMinor * 100 - net)).toBeLessThanOrEqual(100);
      }
    }),
  );
});
