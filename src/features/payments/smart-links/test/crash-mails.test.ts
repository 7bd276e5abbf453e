import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant, signedIn } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { sendLinkReminders } from '../server/send-link-reminders.ts';
import type { CrashWork } from './crash-process.ts';
import { actAsClerk, buildLink, createLink } from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  clerk = await actAsClerk(app);
});
afterAll(() => app.stop());
beforeEach(() => app.owner`delete from mail_outbox`);

/** A process of its own, until it has killed itself. */
async function runUntilKilled(work: CrashWork): Promise<void> {
  const file = new URL('crash-process.ts', import.meta.url).pathname;
  const now = String(app.clock.now().getTime());
  const child = spawn(process.execPath, [file, app.databaseUrl, now, '', JSON.stringify(work)], {
    stdio: 'inherit',
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
}

const mails = async () =>
  (
    await app.owner<{ recipient: string }[]>`
      select recipient from mail_outbox where template like 'smartLink%' order by recipient`
  ).map(({ recipient }) => recipient);

test('sends each reminder once though workers are killed between and within links', async () => {
  const addresses: string[] = [];
  for (const number of [1, 2, 3]) {
    const { linkId } = await createLink(merchant, buildLink({ remindDaysBefore: 2 }));
    for (const part of ['a', 'b']) {
      const emailAddress = `${part}${number}@example.org`;
      addresses.push(emailAddress);
      const sent = await clerk('POST', `/proxy/sync/sl/links/${linkId}/send`, { emailAddress });
      expect(sent.status).toBe(200);
    }
    // One becomes due after the other.
    app.clock.advance(1000);
  }
  await app.owner`delete from mail_outbox`;
  app.clock.advance(5 * dayMs + minuteMs);
  // In the middle of the second link, then of the next one, then after the last.
  await runUntilKilled({ atEmail: 4 });
  expect(await mails()).toEqual(['a1@example.org', 'b1@example.org']);
  await runUntilKilled({ atEmail: 2 });
  expect(await mails()).toHaveLength(2);
  await runUntilKilled({ atEmail: null });
  await sendLinkReminders.run(app.services);
  expect(await mails()).toEqual(addresses.toSorted());
  const recorded = await app.owner`select 1 from smart_link_mail where is_reminder`;
  expect(recorded).toHaveLength(addresses.length);
  const open = await app.owner`select 1 from smart_link where remind_at is not null or reminded_at is null`;
  expect(open).toEqual([]);
});

test('creates and emails the links of a file once though the portal is killed', async () => {
  const fileId = randomUUID();
  const csv = ['reference,amount,email', ...[1, 2, 3, 4].map((n) => `K-${n},10.00,k${n}@example.org`)];
  const buildForm = () => {
    const form = new FormData();
    const expires = new Date(app.clock.now().getTime() + 7 * dayMs).toISOString();
    const fields = { currency: 'GBP', language: 'en', expires, timeZone: 'UTC', send: 'true', fileId };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new File([csv.join('\r\n')], 'links.csv'));
    return form;
  };
  clerk = await actAsClerk(app);
  const url = '/proxy/sync/sl/links/5300001/file';
  const { cookies } = await signedIn(app, 'coffee@harbour.example');
  const upload = new Request('http://localhost', { method: 'POST', body: buildForm() });
  const request = {
    url,
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      'content-type': upload.headers.get('content-type') ?? '',
    },
    payload: await upload.text(),
  };
  const links = () => app.owner`
    select request #>> '{transaction,merchantReference}' as reference from smart_link
    where request #>> '{transaction,merchantReference}' like 'K-%' order by 1`;
  const files = () => app.owner`select 1 from smart_link_file where file_id = ${fileId}`;

  // In the middle of the file: nothing of it is left.
  await runUntilKilled({ atEmail: 3, request });
  expect([await links(), await mails(), await files()]).toEqual([[], [], []]);
  // After the commit: the response is lost with the portal.
  await runUntilKilled({ atEmail: null, request });
  const all = [1, 2, 3, 4].map((number) => `k${number}@example.org`);
  expect([(await links()).length, await mails()]).toEqual([4, all]);
  const repeated = await clerk('POST', url, buildForm());
  expect([repeated.status, repeated.body]).toMatchObject([200, { created: 4, sent: 4 }]);
  expect(repeated.body.rows.every(({ link }: { link?: string }) => link !== undefined)).toBe(true);
  expect([(await links()).length, await mails()]).toEqual([4, all]);
});
