import { expect, test } from 'vitest';
import { overProtocol } from '#testing/over-protocol.ts';
import type { ProcessorConnection } from '../adapter.ts';
import { type SettlementLine, type SettlementPart, type Settlements, noFees } from '../settlements.ts';

const line = (number: number, part: Partial<SettlementLine> = {}): SettlementLine => ({
  batch: '1',
  kind: 'PAYMENT',
  type: 'sale',
  at: '2026-11-02T10:00:00Z',
  reference: String(number),
  gatewayReferences: [`g-${number}`],
  grossMinor: 2500,
  grossCurrency: 'GBP',
  netMinor: 2475,
  netCurrency: 'GBP',
  fees: { ...noFees, markupMinor: 25 },
  asRead: '',
  ...part,
});

const never = async (): Promise<never> => {
  throw new Error('not called');
};

/** Our side of the protocol before a service with these parts. */
function readThrough(parts: readonly SettlementPart[], list?: Settlements['list']): Settlements {
  const connection: ProcessorConnection = {
    capabilities: { operations: {}, currencies: 'ISO' },
    send: never,
    lookup: never,
    invalidate: never,
    tokenize: never,
    check: async () => [],
    settlements: {
      list: list ?? (async () => ({ kind: 'listed', reports: [] })),
      async *read() {
        yield* parts;
      },
    },
  };
  const { settlements } = overProtocol(connection);
  if (!settlements) throw new Error('no settlements');
  return settlements;
}

async function readAll(settlements: Settlements): Promise<SettlementPart[]> {
  const parts = [];
  for await (const part of settlements.read({ name: 'report-1' })) parts.push(part);
  return parts;
}

test('the lines of all pages arrive in order, with a checksum that is the same again', async () => {
  const pages = [[line(1), line(2)], [line(3)]].map((lines) => ({ kind: 'lines', lines }) as const);
  const settlements = readThrough([...pages, { kind: 'end', sha256: '00' }]);
  const parts = await readAll(settlements);
  const lines = parts.flatMap((part) => (part.kind === 'lines' ? part.lines : []));
  expect(lines.map(({ reference }) => reference)).toEqual(['1', '2', '3']);
  expect(JSON.parse(lines[0]?.asRead ?? '')).toMatchObject({ reference: '1', netMinor: 2475 });
  expect(parts.at(-1)).toMatchObject({ kind: 'end', sha256: expect.stringMatching(/^[\da-f]{64}$/) });
  expect((await readAll(settlements)).at(-1)).toEqual(parts.at(-1));
});

test('lines whose gross less fees is not net are refused with their number', async () => {
  const settlements = readThrough([{ kind: 'lines', lines: [line(1), line(2, { netMinor: 2500 })] }]);
  expect(await readAll(settlements)).toEqual([
    { kind: 'refused', refusal: { code: 'SUM', line: 2, column: 'netMinor' } },
  ]);
});

test.each<[string, Partial<SettlementLine>]>([
  ['a float', { grossMinor: 25.5 }],
  ['an unknown kind', { kind: 'BONUS' as 'OTHER' }],
  ['control characters', { reference: 'a\u0000b' }],
  ['a day that is none', { paidOn: '2026-13-01' }],
])('a page with %s is no answer', async (_name, part) => {
  const settlements = readThrough([{ kind: 'lines', lines: [line(1, part)] }]);
  expect(await readAll(settlements)).toEqual([{ kind: 'unavailable', why: 'connection' }]);
});

test('an empty report is refused', async () => {
  expect(await readAll(readThrough([]))).toEqual([{ kind: 'refused', refusal: { code: 'EMPTY' } }]);
});

test('reports are listed with the cursor', async () => {
  const settlements = readThrough([], async (after) =>
    after === undefined
      ? { kind: 'listed', reports: [{ name: 'week-1' }], cursor: 'one' }
      : { kind: 'listed', reports: [] },
  );
  expect(await settlements.list?.(undefined)).toEqual({
    kind: 'listed',
    reports: [{ name: 'week-1' }],
    cursor: 'one',
  });
  expect(await settlements.list?.('one')).toEqual({ kind: 'listed', reports: [] });
});
