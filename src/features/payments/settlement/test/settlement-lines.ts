import { noFees, type SettlementLine, type Settlements } from '#integrations/processors/settlements.ts';

const partSize = 100;
export const partCount = 4;

/** Lines of a made-up report. Each is of another system, apart from those of the given payments. */
function lineOf(number: number, payments: readonly string[]): SettlementLine {
  const reference = payments[number];
  return {
    batch: '1',
    kind: 'PAYMENT',
    type: 'Settled',
    at: '2026-11-02T10:00:00Z',
    ...(reference === undefined ? {} : { reference }),
    gatewayReferences: [`G-${number}`],
    grossMinor: 2500,
    grossCurrency: 'GBP',
    netMinor: 2500,
    netCurrency: 'GBP',
    fees: noFees,
    asRead: `line ${number}`,
  };
}

/** A report in parts; `before` is called before each of them, counted from 0. */
export const madeUpSettlements = (
  payments: readonly string[],
  before: (part: number) => Promise<void> | void = () => {},
): Settlements => ({
  async *read() {
    for (let part = 0; part < partCount; part += 1) {
      await before(part);
      const lines = Array.from({ length: partSize }, (_, index) => lineOf(part * partSize + index, payments));
      yield { kind: 'lines', lines };
    }
    yield { kind: 'end', sha256: 'ab'.repeat(32) };
  },
});
