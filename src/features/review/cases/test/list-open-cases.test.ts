import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testStart } from '#testing/template-contents.ts';
import { readCaseSearchParams } from '../case-search.ts';

let app: TestApp;
let analyst: Send;

beforeAll(async () => {
  app = await startApp();
  const [user] = await app.owner<{ userId: string }[]>`
    select user_id from app_user where user_name_key = 'analyst@harbour.example'`;
  const owner = { ownerId: user?.userId ?? '', ownerName: 'Noor Rahman' };
  // Amount and age of the payment, and whether the analyst has the case.
  for (const [txnId, amount, merchantId, isMine, status] of [
    [1, 30, 1111, true, 'OPEN'],
    [2, 10, 1121, true, 'OPEN'],
    [3, 20, 1111, true, 'CLOSED'],
    [4, 40, 1111, false, 'OPEN'],
  ] as const) {
    const [created] = await app.owner<{ caseId: number }[]>`
      insert into fraud_case ${app.owner({
        companyId: 1100,
        merchantId,
        txnId,
        status,
        ...(isMine ? owner : {}),
        openedAt: testStart,
        ...(status === 'CLOSED' ? { outcome: 'GENUINE', closedAt: testStart } : {}),
      })} returning case_id`;
    for (const [offset, reason] of [
      [0, 'OPENED'],
      [100, 'CARD'],
    ] as const) {
      await app.owner`
        insert into fraud_case_transaction ${app.owner({
          companyId: 1100,
          caseId: created?.caseId ?? 0,
          txnId: txnId + offset,
          merchantId,
          reason,
          addedAt: testStart,
          transactionTime: new Date(testStart.getTime() - txnId * 60_000),
          amount: String(amount),
          ccyCode: 'GBP',
          customerName: `Customer ${txnId}`,
        })}`;
    }
  }
  analyst = await actAs(app, 'analyst@harbour.example');
});
afterAll(() => app.stop());

const list = async (query: string, orgId = 1100, send = analyst) => {
  const { status, body } = await send('GET', `/proxy/sync/cqs/case/open/${orgId}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return {
    ...body,
    ids: body.data.map((row: { subject: { adviceRequest: { transaction: { id: string } } } }) =>
      Number(row.subject.adviceRequest.transaction.id),
    ),
  };
};

test('lists the open cases of the caller, one row a case, newest payment first', async () => {
  const mine = await list('owner=me');
  expect(mine).toMatchObject({ ids: [1, 2], resultsAvailable: 2, mine: 2, all: 3 });
  expect(mine.data[0]).toMatchObject({ status: 'OPEN', outcome: null, ownerName: 'Noor Rahman' });
});

test('lists the open cases of all users, sorted and in pages', async () => {
  const byAmount = await list('field=transactionAmount&direction=ASC');
  expect(byAmount).toMatchObject({ ids: [2, 1, 4], resultsAvailable: 3 });
  expect((await list('field=transactionAmount&direction=ASC&offset=2&pageSize=25')).ids).toEqual([4]);
  expect(byAmount.data[2].ownerName).toBeNull();
});

test('lists cases below the organisation only, and none without the permission', async () => {
  expect(await list('owner=me', 1121)).toMatchObject({ ids: [2], mine: 1, all: 1 });
  const support = await actAs(app, 'support@harbour.example');
  expect((await support('GET', '/proxy/sync/cqs/case/open/1100')).status).toBe(403);
  expect((await analyst('GET', '/proxy/sync/cqs/case/open/1211')).status).toBe(403);
});

test('the address keeps the owner beside no search only', () => {
  expect(readCaseSearchParams({ owner: 'all' }).owner).toBe('all');
  expect(readCaseSearchParams({ owner: 'someone' }).owner).toBeUndefined();
  const search = { owner: 'all', searchField: 'transactionId', value: '12' };
  expect(readCaseSearchParams(search).owner).toBeUndefined();
});
