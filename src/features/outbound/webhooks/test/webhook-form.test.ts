import { expect, test } from 'vitest';
import { choicesWith, eventTypes } from '../event-types.ts';
import { newWebhookForm, toWebhookContent, toggleEvent, webhookErrors } from '../webhook-form.ts';
import { isWebhookUrl } from '../webhook-rules.ts';
import { readDeliveriesSearch } from '../webhooks-search.ts';

const webInstallation = { installationId: 5300001, name: 'Web', merchantName: 'Coffee' };

test('chooses the only installation of a new webhook', () => {
  expect(newWebhookForm([webInstallation]).installationIds).toEqual(['5300001']);
  expect(
    newWebhookForm([webInstallation, { ...webInstallation, installationId: 2 }]).installationIds,
  ).toEqual([]);
});

test('names every field that is missing', () => {
  const form = { ...newWebhookForm([]), isEveryEvent: false };
  expect(webhookErrors(form)).toEqual({ url: 'required', installationIds: 'required', events: 'required' });
});

test('sends all events as one pattern', () => {
  const form = { ...newWebhookForm([webInstallation]), url: ' https://shop.example/hooks ' };
  expect(toWebhookContent(form)).toEqual({
    url: 'https://shop.example/hooks',
    events: ['*'],
    installationIds: [5300001],
    format: 'REST_JSON',
  });
});

test('replaces single events by all events of their subject', () => {
  expect(toggleEvent(['refund.failed', 'payment.failed'], 'refund.*', true)).toEqual([
    'payment.failed',
    'refund.*',
  ]);
});

test('keeps the other events when one of all is removed', () => {
  expect(toggleEvent(['link.*'], 'link.paid', false)).toEqual([
    'link.authorised',
    'link.released',
    'link.refunded',
    'link.expired',
  ]);
});

test('finds three choices for every event', () => {
  for (const type of eventTypes) expect(choicesWith(type)).toHaveLength(3);
  expect(choicesWith('payment.failed')).toEqual(['*', 'payment.*', 'payment.failed']);
});

test.each([
  ['https://shop.example', true],
  ['https://shop.example:8443/a/b?c=d', true],
  ['https://[2001:db8::1]/hooks', true],
  ['http://shop.example', false],
  ['ftp://shop.example', false],
  ['https://user@shop.example', false],
  ['https://shop.example/#part', false],
  ['https://', false],
  ['https://shop.example/with space', false],
  [`https://shop.example/${'a'.repeat(1000)}`, false],
])('accepts %s: %s', (url, isAccepted) => {
  expect(isWebhookUrl(url, false)).toBe(isAccepted);
});

test.each([
  [
    { status: 'failed', day: '2026-11-22' },
    { status: 'failed', day: '2026-11-22' },
  ],
  [{ status: 'unknown', day: '2026-02-30' }, {}],
  [{}, {}],
])('reads the filters of the log from %j', (raw, expected) => {
  expect(readDeliveriesSearch(raw)).toEqual(expected);
});
