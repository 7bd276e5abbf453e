import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertTestRule } from '#features/fraud/fraud-engine/test/rule-fixtures.ts';
import { enrolled, good } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { createHook } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { expirePreauths, expireSuspended } from '#features/payments/payments/server/jobs/expire-payments.ts';
import { base } from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs, minuteMs } from '#server/clock.ts';
import { type LinkState, linkState, linkStates } from '#shared/payments/link-status.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { hasState } from '../server/smart-link-table.ts';
import {
  type CreatedLink,
  buildLink,
  createLink,
  listAt,
  listed,
  openAsPayer,
  visitLink,
} from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
// The clock moves past the end of sessions.
beforeEach(async () => {
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

interface PaidLink extends CreatedLink {
  txnId: string;
}

async function payLink(transaction: object = {}, email = 'ada@example.org'): Promise<PaidLink> {
  const customer = { details: { emailAddress: email }, registered: false };
  const link = await createLink(
    merchant,
    buildLink({}, transaction as Record<string, unknown>, { customer }),
  );
  const { body } = await (await openAsPayer(app, link)).submit(good);
  expect(body.transactionState).toBe('SUCCESS');
  return { ...link, txnId: body.transactionId as string };
}

async function read({ linkId }: CreatedLink) {
  const { body } = await merchant('GET', `/smartlink/links/5300001/${linkId}`);
  return body as Record<string, never>;
}
const stateOf = async (link: CreatedLink): Promise<string> => (await read(link)).state ?? '';

const followUp = (link: PaidLink, action: string, amount?: string) =>
  merchant(
    'POST',
    `${base}/${link.txnId}/${action}`,
    amount === undefined ? {} : { transaction: { amount } },
  );

describe('readSmartLink', () => {
  test('is opened once a payer sees the payment page', async () => {
    const link = await createLink(merchant);
    expect(await read(link)).toMatchObject({ state: 'OPEN', opened: null });
    const payer = await openAsPayer(app, link);
    expect(await stateOf(link)).toBe('OPEN');
    await payer.view();
    const opened = app.clock.now().toISOString();
    expect(await read(link)).toMatchObject({ state: 'OPENED', opened, status: 'ACTIVATED' });
    app.clock.advance(minuteMs);
    await (await openAsPayer(app, link)).view();
    expect((await read(link)).opened).toBe(opened);
  });

  test('is in progress during 3-D Secure', async () => {
    const link = await createLink(
      merchant,
      buildLink({}, { money: { currency: 'GBP', amount: { fixed: '40.00' } } }),
    );
    await (await openAsPayer(app, link)).submit(enrolled);
    expect(await stateOf(link)).toBe('PROCESSING');
  });

  test('is paid, then refunded in part and in full', async () => {
    const link = await payLink();
    expect(await read(link)).toMatchObject({ state: 'PAID', status: 'USED', refunded: null });
    await followUp(link, 'refund', '5.00');
    expect(await read(link)).toMatchObject({ state: 'PARTLY_REFUNDED', refunded: { amount: '5.00' } });
    await followUp(link, 'refund');
    expect(await read(link)).toMatchObject({
      state: 'REFUNDED',
      status: 'USED',
      paid: { amount: '25.00' },
      refunded: { amount: '25.00' },
    });
    expect((await visitLink(app, link.code)).notice).toBe('link_used');
  });

  test('is authorised, and paid with its capture', async () => {
    const link = await payLink({ deferred: true });
    expect(await read(link)).toMatchObject({ state: 'AUTHORISED', paid: null });
    expect((await visitLink(app, link.code)).notice).toBe('reserved');
    const refused = await merchant('POST', `/smartlink/links/${link.linkId}/cancel`, {});
    expect(refused.body.reasonMessage).toBe(
      'A payment of the smart link is authorised: capture or release it',
    );
    await followUp(link, 'capture', '20.00');
    expect(await read(link)).toMatchObject({ state: 'PAID', paid: { amount: '20.00' } });
    expect((await visitLink(app, link.code)).notice).toBe('link_used');
  });

  test('can be paid again after its authorisation was released', async () => {
    const link = await payLink({ deferred: true });
    const second = await openAsPayer(app, link).catch(() => undefined);
    expect(second).toBeUndefined();
    await followUp(link, 'cancel');
    expect(await read(link)).toMatchObject({
      state: 'RELEASED',
      status: 'ACTIVATED',
      paid: null,
      authorised: null,
    });
    const { body } = await (await openAsPayer(app, link)).submit({ ...good, pan: '4444333322221111' });
    expect(body.transactionState).toBe('SUCCESS');
    expect(await read(link)).toMatchObject({ state: 'AUTHORISED', status: 'USED' });
  });

  test('stays released after the end of the link', async () => {
    const link = await payLink({ deferred: true });
    await followUp(link, 'cancel');
    app.clock.advance(8 * dayMs);
    expect(await read(link)).toMatchObject({ state: 'RELEASED', status: 'EXPIRED' });
    expect((await visitLink(app, link.code)).notice).toBe('link_expired');
    await merchant('POST', `/smartlink/links/${link.linkId}/cancel`, {});
    expect(await stateOf(link)).toBe('CANCELLED');
  });

  test('is released when the clock ends its authorisation', async () => {
    const link = await createLink(
      merchant,
      buildLink(
        { expires: new Date(app.clock.now().getTime() + 30 * dayMs).toISOString() },
        { deferred: true },
      ),
    );
    await (await openAsPayer(app, link)).submit(good);
    app.clock.advance(8 * dayMs);
    await expirePreauths.run(app.services);
    expect(await read(link)).toMatchObject({ state: 'RELEASED', status: 'ACTIVATED' });
  });

  test('is in review while a reviewer decides, and payable again after a reject', async () => {
    await insertTestRule(app, {
      name: 'Defer links',
      ruleType: 'rule',
      action: 'Defer',
      deferFinalAction: 'decline',
      deferWaitPeriod: '7 days',
      joinedConditions: {
        logicalOperator: 'and',
        conditions: [
          { type: 'simple', field: 'customerEmail', operator: 'equalTo', value: 'review@example.org' },
        ],
      },
    } as never);
    const links = [await payLink({}, 'review@example.org'), await payLink({}, 'review@example.org')] as const;
    expect(await read(links[0])).toMatchObject({ state: 'IN_REVIEW', status: 'USED', paid: null });
    admin = await actAs(app, 'admin@harbour.example');
    const inReview = (await admin('GET', listAt(1100, '?state=IN_REVIEW'))).body.links;
    expect(inReview).toHaveLength(2);
    for (const [index, action] of ['ACCEPT', 'REJECT'].entries()) {
      const [task] = await app.owner<{ id: string }[]>`
        select task_id::text as id from queue_task where txn_id = ${links[index]?.txnId ?? ''}`;
      const decided = await admin('POST', '/proxy/async/queue/tasks/action', {
        taskRecordIds: [task?.id],
        action,
      });
      expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    }
    expect(await read(links[0])).toMatchObject({ state: 'PAID', paid: { amount: '25.00' } });
    expect(await read(links[1])).toMatchObject({ state: 'RELEASED', status: 'ACTIVATED', paid: null });
  });
});

test('webhooks report release and refund of a link, and no release of a payment that never was authorised', async () => {
  await createHook(admin, { events: ['link.*'] });
  const released = await payLink({ deferred: true });
  await followUp(released, 'cancel');
  const refunded = await payLink();
  await followUp(refunded, 'refund');
  const abandoned = await createLink(
    merchant,
    buildLink({}, { deferred: true, money: { currency: 'GBP', amount: { fixed: '40.00' } } }),
  );
  await (await openAsPayer(app, abandoned)).submit(enrolled);
  app.clock.advance(30 * minuteMs);
  await expireSuspended.run(app.services);
  const eventsOf = async ({ linkId }: CreatedLink) => {
    const rows = await app.owner<{ body: string }[]>`
      select body from webhook_event where object_id = ${linkId} order by created_at, type`;
    return rows
      .map(({ body }) => JSON.parse(body))
      .map(({ type, linkId: of, data }) => [type, of === linkId, data.smartLink.state]);
  };
  expect(await eventsOf(released)).toEqual([
    ['link.authorised', true, 'AUTHORISED'],
    ['link.released', true, 'RELEASED'],
  ]);
  expect(await eventsOf(refunded)).toEqual([
    ['link.paid', true, 'PAID'],
    ['link.refunded', true, 'REFUNDED'],
  ]);
  expect(await eventsOf(abandoned)).toEqual([]);
  expect(await stateOf(abandoned)).toBe('OPENED');
});

describe('searchSmartLinks', () => {
  test('filters by the state that the list shows', async () => {
    const all = (await admin('GET', listAt(1100, '?pageSize=100'))).body.links as {
      linkId: string;
      state: LinkState;
    }[];
    for (const state of linkStates) {
      const found = (await admin('GET', listAt(1100, `?pageSize=100&state=${state}`))).body;
      const expected = all.filter((link) => link.state === state).map(({ linkId }) => linkId);
      expect([state, found.links.map(({ linkId }: { linkId: string }) => linkId)]).toEqual([state, expected]);
    }
    expect((await admin('GET', listAt(1100, '?state=LOST'))).status).toBe(400);
  });

  test('matches exactly one state for every stored link', async () => {
    const now = app.clock.now();
    const [past, future] = [new Date(now.getTime() - 1000), new Date(now.getTime() + 1000)];
    const seen = new Set<string>();
    for (const usage of ['SINGLE', 'MULTIPLE'] as const)
      for (const expiresAt of [past, future])
        for (const cancelledAt of [null, past])
          for (const openedAt of [null, past])
            for (const transactionStatus of [null, 'FAILED', 'VOIDED', 'SUSPENDED'] as const)
              for (const payState of [null, 'AUTHORISED', 'PAID', 'RELEASED'] as const) {
                const isUsed = payState === 'AUTHORISED' || payState === 'PAID';
                // What no statement stores: a payment of a MULTIPLE link, of a cancelled one, or with another in progress.
                if (
                  payState !== null &&
                  (usage === 'MULTIPLE' || cancelledAt || transactionStatus !== 'VOIDED')
                )
                  continue;
                const facts = {
                  usage,
                  expiresAt,
                  cancelledAt,
                  openedAt,
                  usedAt: isUsed ? past : null,
                  attempts: 1,
                  transactionStatus,
                  transactionAt: past,
                  payState,
                  isInReview: false,
                  paidCount: payState === 'PAID' ? 1 : 0,
                };
                const [row] = await app.owner<Record<string, boolean>[]>`
                  select ${linkStates.flatMap((state, index) => [
                    index === 0 ? app.owner`` : app.owner`,`,
                    app.owner`${hasState(app.owner, state, now)} as ${app.owner(state)}`,
                  ])}
                  from (select ${usage} as link_usage, ${expiresAt}::timestamptz as expires_at,
                               ${cancelledAt}::timestamptz as cancelled_at, ${facts.usedAt}::timestamptz as used_at,
                               ${openedAt}::timestamptz as opened_at, 1 as attempts, ${payState}::text as pay_state) as l,
                       (select ${transactionStatus}::text as txn_status, 1100 as company_id, 1::bigint as txn_id) as t`;
                const matching = linkStates.filter((state) => row?.[state]);
                expect([JSON.stringify(facts), matching]).toEqual([
                  JSON.stringify(facts),
                  [linkState(facts, now)],
                ]);
                seen.add(linkState(facts, now));
              }
    expect(seen).toEqual(
      new Set(['OPEN', 'OPENED', 'PROCESSING', 'AUTHORISED', 'PAID', 'RELEASED', 'EXPIRED', 'CANCELLED']),
    );
  });
});

describe('reportSmartLinks', () => {
  test('has state, authorised and refunded amount of each link', async () => {
    const link = await payLink();
    await followUp(link, 'refund', '5.00');
    const file = await admin('GET', '/proxy/sync/sl/links/1100/report?state=PARTLY_REFUNDED');
    const [head, row] = String(file.body).trimEnd().split('\r\n');
    expect(head).toMatch(/,state,authorisedAmount,refundedAmount,opened,batchId$/);
    expect(row).toContain(`,${link.txnId},PARTLY_REFUNDED,,5.00,`);
  });
});

test('the migration stores the state of earlier payments', async () => {
  const refunded = await payLink();
  await followUp(refunded, 'refund');
  const released = await payLink({ deferred: true });
  await followUp(released, 'cancel');
  const open = await payLink({ deferred: true });
  await app.owner`update smart_link set used_at = now() where link_id = ${released.linkId}`;
  await app.owner`alter table smart_link drop column pay_state, drop column refunded_minor, drop column opened_at`;
  await app.owner.unsafe(await readFile('src/database/migrations/0154-link-states.sql', 'utf8'));
  const states = [await stateOf(refunded), await stateOf(released), await stateOf(open)];
  expect(states).toEqual(['REFUNDED', 'RELEASED', 'AUTHORISED']);
  expect(await read(refunded)).toMatchObject({ refunded: { amount: '25.00' } });
  expect(listed(await admin('GET', listAt(1100)), released.linkId).status).toBe('ACTIVATED');
});
