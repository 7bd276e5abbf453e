import { describe, expect, test } from 'vitest';
import {
  notificationSecret,
  signedHeaders,
} from '#features/outbound/notifications/server/sign-notification.ts';
import { webhookHeaders, webhookSecret } from '#features/outbound/webhooks/server/webhook-secret.ts';
import { testKeys } from '#testing/template-contents.ts';
import {
  SignatureError,
  verifyNotification,
  verifySignature,
  verifyWebhook,
} from '../../../../../../clients/node/src/countinghouse.ts';

const now = new Date('2026-11-20T10:00:00Z');
const later = new Date('2026-11-20T11:00:00Z');
const body = JSON.stringify({ id: 'e-1', type: 'test', data: { name: 'Zoë' } });
const generations = { keyGeneration: 1, previousGeneration: 1 };
const endpoint = { endpointId: 'wh_1', eventId: 'e-1', version: 3, ...generations };
const headers = webhookHeaders(testKeys, { ...endpoint, previousUntil: null }, body, now);
const secret = webhookSecret(testKeys, 'wh_1', { version: 3, keyGeneration: 1 });
const previous = webhookSecret(testKeys, 'wh_1', { version: 2, keyGeneration: 1 });
const selectHeaders = (pattern: RegExp, all: Record<string, string> = headers) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => pattern.test(name)));
const formats: [name: string, headers: Record<string, string>][] = [
  ['Standard Webhooks', selectHeaders(/^webhook-/)],
  ['notifications', selectHeaders(/^x-countinghouse-/)],
];
const verifyOutcome = (verify: () => unknown): string => {
  try {
    verify();
  } catch (error) {
    if (error instanceof SignatureError) return error.reason;
    throw error;
  }
  return 'genuine';
};

describe.each(formats)('the signature of %s', (_name, formatHeaders) => {
  const check = (
    payload: string | Uint8Array = body,
    key: string | string[] = secret,
    sent: object = formatHeaders,
    at = now,
  ) => verifyOutcome(() => verifyWebhook(payload, sent as typeof formatHeaders, key, { now: at }));

  test('is accepted of text and of bytes', () => {
    expect(verifyWebhook(body, formatHeaders, secret, { now })).toEqual(JSON.parse(body));
    expect(verifyWebhook(Buffer.from(body), new Headers(formatHeaders), secret, { now })).toEqual(
      JSON.parse(body),
    );
  });

  test('does not fit another body, secret, time or id', () => {
    expect(check(`${body} `)).toBe('signature');
    expect(check(body, previous)).toBe('signature');
    const [timeHeader = ''] = Object.keys(formatHeaders).filter((name) => name.endsWith('timestamp'));
    expect(check(body, secret, { ...formatHeaders, [timeHeader]: String(now.getTime() / 1000 + 1) })).toBe(
      'signature',
    );
    if ('webhook-id' in formatHeaders)
      expect(check(body, secret, { ...formatHeaders, 'webhook-id': 'e-2' })).toBe('signature');
  });

  test('is accepted within the tolerance only', () => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    expect([300, 301, -300, -301].map((seconds) => check(body, secret, formatHeaders, at(seconds)))).toEqual([
      'genuine',
      'timestamp',
      'genuine',
      'timestamp',
    ]);
    expect(
      verifyOutcome(() => verifyWebhook(body, formatHeaders, secret, { now: later, tolerance: 3600 })),
    ).toBe('genuine');
  });

  test('is needed with its headers', () => {
    for (const name of Object.keys(formatHeaders).filter(
      (header) => header !== 'x-countinghouse-notification',
    )) {
      const { [name]: _left, ...incomplete } = formatHeaders;
      expect(check(body, secret, incomplete), name).toBe('header');
    }
    expect(
      check(body, secret, Object.fromEntries(Object.keys(formatHeaders).map((name) => [name, '']))),
    ).toBe('timestamp');
  });

  test('is accepted of either secret during a rotation', () => {
    const doublySigned = webhookHeaders(testKeys, { ...endpoint, previousUntil: later }, body, now);
    const sent = selectHeaders(formatHeaders['webhook-id'] ? /^webhook-/ : /^x-countinghouse-/, doublySigned);
    expect(check(body, secret, sent)).toBe('genuine');
    expect(check(body, previous, sent)).toBe('genuine');
    expect(check(body, ['whsec_b3RoZXI=', previous], sent)).toBe('genuine');
    expect(check(body, 'whsec_b3RoZXI=', sent)).toBe('signature');
  });
});

test('names of headers can be in any case', () => {
  const upperCased = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  expect(verifyOutcome(() => verifyWebhook(body, upperCased, secret, { now }))).toBe('genuine');
});

test('notifications are signed with the secret of the installation', () => {
  const sent = signedHeaders(
    testKeys,
    5_300_001,
    { version: 0, previousUntil: null, ...generations },
    body,
    now,
  );
  const ownSecret = notificationSecret(testKeys, 5_300_001, { version: 0, keyGeneration: 1 });
  expect(verifyNotification(body, sent, ownSecret, { now })).toEqual(JSON.parse(body));
  const otherSecret = notificationSecret(testKeys, 5_300_002, { version: 0, keyGeneration: 1 });
  expect(verifyOutcome(() => verifyNotification(body, sent, otherSecret, { now }))).toBe('signature');
});

test('XML is verified, not read', () => {
  const sent = webhookHeaders(testKeys, { ...endpoint, previousUntil: null }, '<event/>', now);
  expect(verifyOutcome(() => verifySignature('<event/>', sent, secret, { now }))).toBe('genuine');
  expect(verifyOutcome(() => verifyWebhook('<event/>', sent, secret, { now }))).toBe('body');
});

test('an empty secret is an error of the caller', () => {
  for (const none of ['', [], ['']])
    expect(() => verifyWebhook(body, headers, none, { now })).toThrow('A secret is needed');
});
