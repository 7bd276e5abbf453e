import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startMerchant } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { pageLanguages } from '#shared/page-languages.ts';
import { maskTelephone, parseTelephone } from '#shared/telephone.ts';
import { minuteMs } from '#server/clock.ts';
import { countSmsParts, toSmsText } from '#server/mail/gsm-text.ts';
import { maxMailAttempts } from '#server/mail/mail-outbox.ts';
import { queueSms } from '#server/mail/queue-mail.ts';
import { type StoredSms, renderSms } from '#server/mail/render-sms.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { sendMail } from '../server/send-mail.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const to = '+447700900123';
const receipt = {
  merchant: 'Harbour Coffee',
  amount: '£18.40',
  card: '•••• 0010',
  reference: 'PHONE-1',
  at: '2026-11-23T10:00:00.000Z',
  timeZone: 'Europe/London',
  senderName: '',
  replyTo: '',
};
const text = 'Harbour Coffee: you paid £18.40. Card ending 0010. Reference: PHONE-1';

describe('with an address of the operator', () => {
  let app: TestApp;
  let provider: Awaited<ReturnType<typeof startMerchant>>;
  beforeAll(async () => {
    provider = await startMerchant();
    const flags = ['--insecure-callbacks', 'true', '--sms-url', provider.url('/sms'), '--sms-secret', secret];
    app = await startApp({ flags });
  });
  afterAll(async () => {
    provider.stop();
    await app.stop();
  });
  afterEach(async () => {
    provider.respondWith(200);
    provider.received.length = 0;
    await app.owner`delete from mail_outbox`;
  });
  const queue = (key: string, recipient = to) =>
    queueSms(app.services.database, {
      key,
      template: 'paymentReceipt',
      to: recipient,
      locale: 'en',
      values: receipt,
      now: app.clock.now(),
    });
  const run = () => sendMail.run(app.services);
  const readOutbox = () => app.owner`select state, attempts, last_error as error from mail_outbox`;

  test('posts a message once, signed as webhooks are', async () => {
    await queue('a');
    await queue('a');
    await Promise.all([run(), run()]);
    expect(provider.received).toHaveLength(1);
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = provider.received;
    const id = headers['webhook-id'] ?? '';
    expect([path, JSON.parse(body)]).toEqual(['/sms', { id, to, text }]);
    const signed = `${id}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', Buffer.alloc(24, 7)).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(await readOutbox()).toEqual([{ state: 'sent', attempts: 1, error: null }]);
  });

  test('tries a lost response again with the same id, up to the limit', async () => {
    await queue('b');
    provider.respondWith(503);
    for (let attempt = 1; attempt <= maxMailAttempts; attempt += 1) {
      await run();
      app.clock.advance(2 ** attempt * minuteMs);
    }
    await run();
    expect(new Set(provider.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(provider.received).toHaveLength(maxMailAttempts);
    expect(await readOutbox()).toEqual([{ state: 'failed', attempts: maxMailAttempts, error: 'status 503' }]);
  });

  test('does not try a rejected message again', async () => {
    await queue('c');
    provider.respondWith(422);
    await run();
    app.clock.advance(10 * minuteMs);
    await run();
    expect(await readOutbox()).toEqual([{ state: 'failed', attempts: 1, error: 'status 422' }]);
  });

  test('stores a message to an invalid number as failed', async () => {
    await queue('d', '07700 900123');
    await run();
    expect(provider.received).toEqual([]);
    expect(await readOutbox()).toMatchObject([{ state: 'failed', error: 'not a telephone number' }]);
  });

  test('leaves emails in the outbox without a mail server', async () => {
    await queue('e');
    await app.owner`update mail_outbox set channel = 'email', recipient = 'ann@example.org'`;
    await run();
    expect(await readOutbox()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });
});

test('the guarded client refuses a private address', async () => {
  const flags = ['--sms-url', 'https://127.0.0.1:9/sms', '--sms-secret', secret];
  const app = await startApp({ flags });
  const outcome = await app.services.smsSender?.send({ id: 'a', to, text });
  expect(outcome).toEqual({ kind: 'refused', isPermanent: false, reason: 'refused: address' });
  await app.stop();
});

/** Written in letters that GSM 03.38 has no likeness of. All others are sent without accents. */
const inUcs2 = ['bg', 'el', 'ru', 'th', 'zh_CN', 'zh_TW'];

describe('the text', () => {
  test.each(pageLanguages)('of a usual receipt is short in %s', (locale) => {
    for (const template of ['paymentReceipt', 'reservationReceipt', 'refundNotice'] as const) {
      const rendered = renderSms({
        template,
        locale,
        contents: { ...receipt, arn: '', expected: '', amount: '1 234,50 zł' },
      } as StoredSms);
      const isUcs2 = inUcs2.includes(locale);
      expect(rendered).toContain('0010');
      expect(rendered).toContain(isUcs2 ? '1 234,50 zł' : '1 234,50 zl');
      // 71 characters are one message of GSM 03.38, and two of UCS-2.
      expect(countSmsParts(rendered.padEnd(71, 'A').slice(0, 71))).toBe(isUcs2 ? 2 : 1);
      expect(countSmsParts(rendered)).toBeLessThanOrEqual(isUcs2 ? 2 : 1);
    }
  });

  test.each(pageLanguages)('of a link has its address and no cut in %s', (locale) => {
    const linkUrl = 'https://pay.merchant.example/a/0N4djK1NDOM';
    const contents = { ...receipt, description: '', linkUrl, expires: receipt.at };
    const rendered = renderSms({ template: 'smartLink', locale, contents } as StoredSms);
    expect(rendered).toContain('18.40');
    expect(rendered).toMatch(/^Harbour Coffee.*[:：] ?https:\/\/pay\.merchant\.example\/a\/0N4djK1NDOM /);
    const unpriced = { ...contents, amount: '' };
    const open = renderSms({ template: 'smartLink', locale, contents: unpriced } as StoredSms);
    expect(open).toContain(linkUrl);
    expect(open).not.toContain('18.40');
    const allowed = inUcs2.includes(locale) ? 2 : 1;
    expect(countSmsParts(rendered)).toBeLessThanOrEqual(allowed);
    expect(countSmsParts(open)).toBeLessThanOrEqual(allowed);
  });

  test.each([
    ['th', 'Harbour Coffee: คุณชำระ £18.40 แล้ว บัตร *0010 เลขอ้างอิง: PHONE-1'],
    ['el', 'Harbour Coffee: πληρώσατε £18.40. Κάρτα *0010. Αναφορά: PHONE-1'],
    ['ru', 'Harbour Coffee: оплачено £18.40. Карта *0010. Номер: PHONE-1'],
    ['zh_CN', 'Harbour Coffee：您已支付 £18.40。 卡号尾号 0010。 参考号：PHONE-1'],
    ['pl', 'Harbour Coffee: zaplacono £18.40. Karta z koncowka 0010. Numer: PHONE-1'],
    ['hu', 'Harbour Coffee: £18.40 kifizetve. Kartya vége: 0010. Hivatkozas: PHONE-1'],
  ] as const)('arrives whole in %s', (locale, expected) => {
    const rendered = renderSms({ template: 'paymentReceipt', locale, contents: receipt });
    expect(rendered).toBe(expected);
    expect(countSmsParts(rendered)).toBe(1);
  });

  const render = (more: Partial<typeof receipt>) =>
    renderSms({ template: 'paymentReceipt', locale: 'en', contents: { ...receipt, ...more } });

  test('leaves out a long reference, then shortens a long name', () => {
    expect(render({ reference: 'R'.repeat(200) })).toBe(text.replace(' Reference: PHONE-1', ''));
    const long = render({ merchant: 'Long '.repeat(60) });
    expect(long).toMatch(/^Long .*\.\.\.: you paid £18\.40\. Card ending 0010\.$/);
    expect(countSmsParts(long)).toBe(1);
  });

  test('inserts values as they are', () => {
    expect(render({ merchant: '{amount}', card: '' })).toBe('{amount}: you paid £18.40. Reference: PHONE-1');
  });

  test('keeps letters that no message of 160 characters has', () => {
    expect(render({ merchant: '東京' })).toMatch(/^東京: you paid/);
    // A text that is sent as UCS-2 keeps its accents too.
    expect(toSmsText('ร้านที่นี่ – Łódź')).toBe('ร้านที่นี่ – Łódź');
    expect(toSmsText('Łódź – ś')).toBe('Lodz - s');
  });

  test('cuts a name between its characters', () => {
    const rendered = renderSms({
      template: 'paymentReceipt',
      locale: 'th',
      contents: { ...receipt, merchant: 'ร้านที่นี่'.repeat(20) },
    });
    const [name = ''] = rendered.split('...');
    const letters = [...new Intl.Segmenter('th').segment('ร้านที่นี่'.repeat(20))];
    expect(letters.map(({ segment }) => segment).join('')).toContain(name);
    expect(letters.some(({ index }) => index === name.length)).toBe(true);
    expect(countSmsParts(rendered)).toBe(1);
  });

  test.each([
    ['東'.repeat(70), 1],
    ['東'.repeat(71), 2],
    ['東'.repeat(135), 3],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['€'.repeat(81), 2],
  ])('%s takes %i messages', (written, parts) => {
    expect(countSmsParts(written)).toBe(parts);
  });
});

test.each([
  ['+44 7700 900123', to],
  ['0044 (0)7700-900123', to],
  ['＋４４７７００９００１２３', to],
  ['07700 900123', undefined],
  ['+44 7700 9001234567', undefined],
  ['+0 7700 900123', undefined],
  ['+44 7700 90012x', undefined],
  ['', undefined],
])('%j is the number %s', (typed, number) => {
  expect(parseTelephone(typed)).toBe(number);
});

test('records have the last digits of a number only', () => {
  expect(maskTelephone(to)).toBe('•••0123');
});
