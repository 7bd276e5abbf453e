import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  decide,
  everything,
  letApprove,
  refund,
  setPolicy,
} from '#features/access/approvals/test/approval-fixtures.ts';
import { run, start } from '#features/payments/bulk/test/bulk-fixtures.ts';
import { closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { cases, charge, openNewCase } from '#features/review/cases/test/case-fixtures.ts';
import { runBulkWork } from '#features/payments/bulk/server/run-bulk-work.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { BellEntry } from '../schemas.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
let analyst: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  admin = await actAs(app, 'admin@harbour.example');
  analyst = await actAs(app, 'analyst@harbour.example');
});
afterAll(() => closeMerchant(app));

const url = '/proxy/sync/bell';
const bellOf = async (send: Send) =>
  (await send('GET', url)).body as { running: number; unread: number; entries: BellEntry[] };
const kinds = ({ entries }: { entries: BellEntry[] }) => entries.map(({ kind }) => kind);

/** getBell, markBellSeen */
test('shows a job of the user when it has ended, until it is read', async () => {
  expect(await bellOf(admin)).toEqual({ running: 0, unread: 0, entries: [] });
  await start(admin, 'REFUND', [await paid(merchant)]);
  expect(await bellOf(admin)).toMatchObject({ running: 1, unread: 0, entries: [] });
  await runBulkWork.run(app.services);
  const ended = await bellOf(admin);
  expect(ended).toMatchObject({
    running: 0,
    unread: 1,
    entries: [{ kind: 'BULK_ENDED', action: 'REFUND', total: 1, failed: 0 }],
  });
  const until = ended.entries[0]?.at;
  expect((await admin('POST', `${url}/seen`, { until })).body).toEqual({ unread: 0 });
  app.clock.advance(minuteMs);
  await run(app, admin, 'REFUND', [await paid(merchant)]);
  expect((await bellOf(admin)).unread).toBe(1);
  // An older reading of another window makes nothing unread.
  await admin('POST', `${url}/seen`, { until: app.clock.now().toISOString() });
  expect((await admin('POST', `${url}/seen`, { until })).body).toEqual({ unread: 0 });
  expect(kinds(await bellOf(analyst))).toEqual([]);
});

test('shows the decision of another user on a request, not requests that wait', async () => {
  await setPolicy(app, everything);
  await letApprove(app, 'analyst@harbour.example');
  const { approvalId } = (await refund(admin, await paid(merchant))).body;
  expect(kinds(await bellOf(admin))).not.toContain('APPROVAL_DECIDED');
  app.clock.advance(minuteMs);
  await decide(analyst, approvalId, 'reject');
  expect((await bellOf(admin)).entries[0]).toMatchObject({
    kind: 'APPROVAL_DECIDED',
    approvalId,
    state: 'REJECTED',
    amount: '25.00',
    ccyCode: 'GBP',
    decidedBy: 'Noor Rahman',
  });
  expect(kinds(await bellOf(analyst))).toEqual([]);
  await app.owner`delete from approval_policy`;
});

test('shows an open case that another user assigned, and not one of the own', async () => {
  const id = await openNewCase(analyst, await charge(merchant));
  expect(kinds(await bellOf(analyst))).toEqual([]);
  const users = (await analyst('GET', `${cases}/${id}/users`)).body as {
    id: string;
    userId: string;
    name: string;
  }[];
  const amelia = users.find(({ name }) => name === 'Amelia Hart');
  app.clock.advance(minuteMs);
  await analyst('PUT', `${cases}/${id}/owner`, { version: 1, ownerId: amelia?.userId });
  expect((await bellOf(admin)).entries[0]).toMatchObject({
    kind: 'CASE_ASSIGNED',
    caseId: id,
    by: 'Noor Rahman',
  });
});
