import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { declined, good } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { expireSuspended } from '#features/payments/payments/server/jobs/expire-payments.ts';
import {
  killUnderWay,
  startServer,
  sweepEverything,
} from '#features/payments/payments/test/crashing-server.ts';
import {
  expectBooksToBalance,
  expectProcessorToAgree,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { buildLink, openAsPayer, visitLink } from './link-fixtures.ts';

const basic = `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`;
const headers = { authorization: basic, 'content-type': 'application/json' };
const rounds = 4;
const payerGroups = 3;
const seed = Number(process.env.COUNTINGHOUSE_CRASH_SEED ?? Date.now() % 1_000_000);

/** The age in milliseconds at which the sweeper resolves an intent. */
const graceMs = '800';

/** The cards of three payers of the same link. */
const cards = [good, { ...good, pan: '4444333322221111' }, { ...good, pan: '9902000000005132' }];

interface Link {
  linkId: string;
  code: string;
  /** Payments that the page showed as final. */
  paidIds: Set<string>;
  isCancelled: boolean;
}

interface OpenedLink {
  link: Link;
  linkNumber: number;
  pages: (string | undefined)[];
}

test(`pays a link once, whenever the gateway is killed (seed ${seed})`, async () => {
  const app = await startApp();
  const server = await startServer(app.databaseUrl, graceMs);
  const stop = new AbortController();
  const links: Link[] = [];
  const ready: OpenedLink[] = [];
  let linkCount = 0;

  const request = async (
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string; to: string }> => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(4000),
      ...(body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }),
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response === undefined || text === undefined) return { status: 0, text: '', to: '' };
    return { status: response.status, text, to: response.headers.get('location') ?? '' };
  };

  /** The page behind the link; undefined when the link has ended. */
  const visit = async (link: Link): Promise<string | undefined> => {
    while (!stop.signal.aborted) {
      const { status, to } = await request(`/a/${link.code}`);
      const [, pageKey, sessionId] = /\/hosted\/([^/]+)\/begin\/([^/]+)$/.exec(to) ?? [];
      if (status === 303) return `/hosted/${pageKey}/session/${sessionId}`;
      if (status === 404) return undefined;
      await sleep(50);
    }
    return undefined;
  };

  /** Submits until the result is known. */
  const pay = async (
    link: Link,
    page: string | undefined,
    card: object,
    linkNumber: number,
  ): Promise<void> => {
    if (page === undefined) return;
    for (let tries = 0; !stop.signal.aborted; tries += 1) {
      const submission = `press-${linkNumber}-${tries}-${page.slice(-8)}`.padEnd(16, '0');
      const paysWith = tries === 0 && linkNumber % 5 === 0 && card === good ? declined : card;
      const { status, text } = await request(`${page}/submit`, { submission, card: paysWith });
      const result = status === 200 ? (JSON.parse(text) as Record<string, string>) : {};
      if (result.transactionState === 'SUCCESS') link.paidIds.add(result.transactionId ?? '');
      if (result.step === 'RESULT' || result.step === 'CLOSED' || result.step === 'CHALLENGE') return;
      await sleep(40);
    }
  };

  /** A link that three payers have opened; undefined when the gateway died. */
  const openLink = async (): Promise<OpenedLink | undefined> => {
    const linkNumber = (linkCount += 1);
    // Every fourth link has a payer who leaves during 3-D Secure: another attempt supersedes that one.
    const money = { currency: 'GBP', amount: { fixed: linkNumber % 4 === 3 ? '40.00' : '12.00' } };
    const created = await request('/smartlink/links/5300001/payment', buildLink({}, { money }));
    if (created.status !== 201) return sleep(50).then(() => undefined);
    const { linkId, link } = JSON.parse(created.text).smartLinkResponseDetail;
    const target: Link = { linkId, code: link.slice(-11), paidIds: new Set(), isCancelled: false };
    links.push(target);
    return { link: target, linkNumber, pages: await Promise.all(cards.map(() => visit(target))) };
  };
  const payInGroup = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const next = ready.shift() ?? (await openLink());
      if (!next) continue;
      const { link, linkNumber, pages } = next;
      await Promise.all([
        ...pages.map((page, index) => pay(link, page, cards[index] ?? good, linkNumber)),
        linkNumber % 6 === 5 ? cancel(link) : undefined,
      ]);
    }
  };
  const cancel = async (link: Link): Promise<void> => {
    const { status } = await request(`/smartlink/links/${link.linkId}/cancel`, {});
    link.isCancelled = status === 200;
  };

  // Opened before the first kill, so that payers submit at once even on a slow machine.
  for (const session of await Promise.all(Array.from({ length: 3 * payerGroups }, openLink)))
    if (session) ready.push(session);
  const working = Promise.all(Array.from({ length: payerGroups }, payInGroup));
  // Kills from before the request to the processor to after its response.
  const pauses = fc.sample(fc.integer({ min: 0, max: 60 }), { numRuns: rounds, seed });
  await killUnderWay(app, server, pauses, graceMs);
  // The last gateway stays alive, so that some payers see a result even on a slow machine.
  await expect.poll(() => paidIn(links), { timeout: 90_000 }).toBeGreaterThan(3);
  stop.abort();
  await working;
  server.child.kill('SIGKILL');
  await sweepEverything(app);
  await expireSuspended.run({ ...app.services, clock: { now: () => new Date(Date.now() + 3_600_000) } });

  await expectPaidOnceOrOpen(app, links);
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  await app.stop();
}, 180_000);

const paidIn = (links: readonly Link[]): number => links.filter(({ paidIds }) => paidIds.size > 0).length;

async function expectPaidOnceOrOpen(app: TestApp, links: readonly Link[]): Promise<void> {
  // Clears the rate limits of the visits.
  await app.owner`delete from throttle`;
  let unpaid = 0;
  for (const link of links) {
    const paid = await app.owner<{ id: string; isKnown: boolean }[]>`
      select t.txn_id::text as id, l.txn_id = t.txn_id as is_known from smart_link l
      join hosted_session s on s.link_id = l.link_id
      join hosted_session_attempt a on a.session_id = s.session_id
      join txn t on t.txn_id = a.txn_id and t.txn_status = 'SUCCESS'
      where l.link_id = ${link.linkId}`;
    const { status, notice } = await visitLink(app, link.code);
    for (const id of link.paidIds) expect(paid).toEqual([{ id, isKnown: true }]);
    // A confirmed cancellation has no payment.
    if (link.isCancelled) expect([paid, notice]).toEqual([[], 'link_over']);
    else if (paid.length > 0) {
      expect([paid.length, notice]).toEqual([1, 'link_used']);
      expect(await countChallenges(app, link)).toBe(0);
    } else if (notice !== 'link_over') {
      // An unpaid link is open for the next payer.
      expect([status, notice]).toEqual([303, undefined]);
      const payer = await openAsPayer(app, link);
      expect((await payer.submit({ ...good, pan: '9903000000000017' })).body.transactionState).toBe(
        'SUCCESS',
      );
      unpaid += 1;
    } else expect(await isCancelledInDatabase(app, link)).toBe(true);
  }
  expect(unpaid).toBeLessThan(links.length);
}

/** Expired challenges that no attempt superseded: a paid link has none. */
async function countChallenges(app: TestApp, { linkId }: Link): Promise<number> {
  const found = await app.owner`
    select 1 from hosted_session s join hosted_session_attempt a on a.session_id = s.session_id
    join txn t on t.txn_id = a.txn_id and t.txn_status = 'EXPIRED' where s.link_id = ${linkId}`;
  return found.length;
}

/** The link was cancelled, and the response was lost with the gateway. */
async function isCancelledInDatabase(app: TestApp, { linkId }: Link): Promise<boolean> {
  const found =
    await app.owner`select 1 from smart_link where link_id = ${linkId} and cancelled_at is not null`;
  return found.length === 1;
}
