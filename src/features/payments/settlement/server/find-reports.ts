import { inTenant } from '#database/tenant.ts';
import { finishEvent, leaseEvents } from '#features/processing/connections/server/db/events.ts';
import type { Settlements } from '#integrations/processors/settlements.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { insertReport, leaseListings, saveBankPayout, saveCursor } from './db/report-table.ts';
import { reconcileBatches } from './finish-report.ts';

/** The interval between lists of reports, for processors without announcements. */
const listEverySeconds = 900;

/**
 * Stores the reports that processors announce or list, and their payments to the bank (docs/processors.md#settlement). A repeated
 * announcement changes nothing.
 */
export const findSettlementReports: Job = {
  name: 'find-settlement-reports',
  everySeconds: 15,
  async run(services) {
    await readEvents(services);
    await listReports(services);
  },
};

async function readEvents({ database, clock }: Services): Promise<void> {
  const lease = () => leaseEvents(database, ['report-ready', 'bank-payout'], clock.now(), 100);
  for (let events = await lease(); events.length > 0; events = await lease()) {
    for (const { event, eventNumber, connectionId } of events) {
      await inTenant(database, 'all-tenants', async (sql) => {
        const now = clock.now();
        if (event.kind === 'report-ready') {
          const { reference: name, address } = event;
          await insertReport(sql, { connectionId, name, address, now });
        } else if (event.kind === 'bank-payout') {
          const { reference: name, currency, amountMinor, paidOn } = event;
          await saveBankPayout(sql, { connectionId, name, currency, amountMinor, paidOn });
          await reconcileBatches(sql, { connectionId, name }, now);
        }
        await finishEvent(sql, eventNumber, 'DONE');
      });
    }
  }
}

type List = NonNullable<Settlements['list']>;

async function listReports(services: Services): Promise<void> {
  const { database, clock, processors } = services;
  const setup = await processors.current();
  const rows = await database<{ connectionId: number }[]>`
    select connection_id from processor_connection where state in ('ACTIVE', 'DRAINING')`;
  const lists = new Map<number, List>();
  for (const { connectionId } of rows) {
    const list = setup.open(connectionId, { installationId: 0 })?.settlements?.list;
    if (list) lists.set(connectionId, list);
  }
  if (lists.size === 0) return;
  const due = await leaseListings(database, [...lists.keys()], listEverySeconds, clock.now());
  for (const { connectionId, listCursor } of due) {
    const list = lists.get(connectionId);
    if (list) await listOne(services, connectionId, list, listCursor ?? undefined);
  }
}

async function listOne(
  { database, clock, log }: Services,
  connectionId: number,
  list: List,
  first: string | undefined,
): Promise<void> {
  for (let after = first; ;) {
    const found = await list(after);
    if (found.kind !== 'listed') {
      log.warn({ connectionId, kind: found.kind }, 'the settlement reports of a processor were not listed');
      return;
    }
    const { reports, cursor } = found;
    await database.begin(async (sql) => {
      for (const { name, address } of reports)
        await insertReport(sql, { connectionId, name, address, now: clock.now() });
      if (cursor !== undefined) await saveCursor(sql, connectionId, cursor);
    });
    if (cursor === undefined || cursor === after) return;
    after = cursor;
  }
}
