import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdyenWorld } from '#testing/start-with-adyen.ts';
import {
  type Month,
  batchesOf,
  differencesOf,
  findMissing,
  importAll,
  reportsOf,
  sell,
  startAdyenSettlement,
} from './settlement-fixtures.ts';

let world: AdyenWorld;

describe('a month of sales', () => {
  let month: Month;
  let csv = '';
  beforeAll(async () => {
    world = await startAdyenSettlement();
    month = await sell(world, 30);
    for (const reference of month.payments.slice(3, 6))
      world.simulator.openDispute({ reference, eventCode: 'CHARGEBACK' });
    ({ csv } = world.simulator.makeReport());
    await importAll(world);
  }, 120_000);
  afterAll(async () => {
    await world.app.stop();
    await world.simulator.close();
  });

  test('reconciles to the cent in three currencies', async () => {
    const batches = await batchesOf(world.app);
    expect(batches.map(({ currency, state }) => [currency, state])).toEqual([
      ['EUR', 'RECONCILED'],
      ['GBP', 'RECONCILED'],
      ['JPY', 'RECONCILED'],
    ]);
    for (const { netMinor, paidMinor } of batches) expect(paidMinor).toBe(netMinor);
    await findMissing(world);
    expect(await differencesOf(world.app)).toEqual([]);
  });

  test('matches every payment, refund and chargeback', async () => {
    const rows = await world.app.owner<{ kind: string; n: number; matched: number }[]>`
      select kind, count(*)::int as n, count(txn_id)::int as matched from settlement_line group by kind order by kind`;
    expect(rows).toEqual([
      { kind: 'BANK_PAYOUT', n: 3, matched: 0 },
      { kind: 'CHARGEBACK', n: 3, matched: 3 },
      { kind: 'PAYMENT', n: 120, matched: 120 },
      { kind: 'REFUND', n: 20, matched: 20 },
    ]);
    const [line] = await world.app.owner<{ asRead: string }[]>`
      select as_read from settlement_line order by line_number limit 1`;
    expect(csv).toContain(line?.asRead);
  });

  test('sums each installation’s part, with the fees by kind', async () => {
    const rows = await world.app.owner`
      select currency, payments, refunds, chargebacks,
             payments_minor + refunds_minor + chargebacks_minor + other_minor
               - commission_minor - markup_minor - scheme_fees_minor - interchange_minor = net_minor as adds_up,
             markup_minor > 0 and scheme_fees_minor > 0 and interchange_minor > 0 as has_fees, installation_id
      from merchant_payout order by currency`;
    expect(rows.map(({ payments }) => payments)).toEqual([40, 40, 40]);
    for (const row of rows)
      expect(row).toMatchObject({ addsUp: true, hasFees: true, installationId: 5300001 });
    const [sum] = await world.app.owner<{ ledger: number; lines: number }[]>`
      select (select sum(amount_minor) from ledger_entry where kind = 'CAPTURE')::bigint as ledger,
             (select sum(payments_minor) from merchant_payout)::bigint as lines`;
    expect(sum?.lines).toBe(sum?.ledger);
  });

  test('sets the real settlement date of each payment', async () => {
    const rows = await world.app.owner`
      select distinct t.gateway_settlement = b.paid_on as is_real from settlement_line l
      join txn t on t.txn_id = l.txn_id join settlement_batch b on b.report_id = l.report_id and b.currency = l.net_currency
      where l.kind in ('PAYMENT', 'REFUND')`;
    expect(rows).toEqual([{ isReal: true }]);
  });

  test('leaves the ledger as it was', async () => {
    const kinds = await world.app.owner`select distinct kind from ledger_entry order by kind`;
    expect(kinds.map(({ kind }) => kind)).toEqual(['CAPTURE', 'REFUND']);
  });

  test('changes nothing when the same report comes again', async () => {
    const [before] = await world.app
      .owner`select count(*)::int as n, sum(net_minor)::bigint as net from settlement_line`;
    const fileName = 'settlement_detail_report_batch_copy.csv';
    await world.app.owner`
      insert into settlement_report (connection_id, name, address, state, announced_at, next_attempt_at)
      select connection_id, ${fileName}, replace(address, name, ${fileName}), 'WAITING', announced_at, announced_at
      from settlement_report limit 1`;
    world.simulator.offerReport(fileName, csv);
    await importAll(world);
    expect((await reportsOf(world.app)).map(({ state }) => state)).toEqual(['IMPORTED', 'DUPLICATE']);
    const [after] = await world.app
      .owner`select count(*)::int as n, sum(net_minor)::bigint as net from settlement_line`;
    expect(after).toEqual(before);
    expect(await batchesOf(world.app)).toHaveLength(3);
  });
});

test('finds 25 planted differences and no others', async () => {
  world = await startAdyenSettlement();
  const { app, simulator } = world;
  await sell(world, 15, 8);
  const kinds = ['missing', 'unknown', 'amount', 'currency', 'twice'] as const;
  const differences = Array.from({ length: 24 }, (_, index) => kinds[index % 5] ?? 'twice');
  const { planted, csv } = simulator.makeReport({ differences: [...differences, 'payout'] });
  expect(planted).toHaveLength(25);
  await importAll(world);
  await findMissing(world);
  const found = await app.owner<{ kind: string; reference: string | null }[]>`
    select d.kind, coalesce(l.gateway_reference, t.gateway_reference, '') as reference from settlement_difference d
    left join settlement_line l on l.report_id = d.report_id and l.line_number = d.line_number
    left join txn t on t.txn_id = d.txn_id`;
  // An unknown line is in the place of one of ours, which is missing then.
  const replaced = found.filter(
    ({ kind, reference }) =>
      kind === 'MISSING' && !planted.some(({ modificationReference }) => modificationReference === reference),
  );
  expect(replaced).toHaveLength(differences.filter((kind) => kind === 'unknown').length);
  for (const { reference } of replaced) expect(csv).not.toContain(reference);
  const names = (list: readonly { kind: string; reference: string | null }[]) =>
    list.map(({ kind, reference }) => `${kind} ${reference}`).toSorted();
  expect(names(found.filter((one) => !replaced.includes(one)))).toEqual(
    names(
      planted.map(({ kind, modificationReference: reference }) => ({ kind: kind.toUpperCase(), reference })),
    ),
  );
  await app.stop();
  await simulator.close();
}, 120_000);
