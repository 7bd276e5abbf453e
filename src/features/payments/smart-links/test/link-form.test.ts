import { expect, test } from 'vitest';
import { type LinkForm, emptyLinkForm, linkErrors, toLinkBody } from '../link-form.ts';

const installations = [{ id: 5_300_001, currencies: ['GBP'] }];
const now = new Date('2026-11-21T12:00:00Z');
const origins = ['https://shop.example', 'http://localhost:*'];

const form = (part: Partial<LinkForm> = {}): LinkForm => ({
  ...emptyLinkForm(installations, { today: '2026-11-21', language: 'en' }),
  ...part,
});
const errorsOf = (part: Partial<LinkForm>) => linkErrors(form(part), 100, 'UTC', now, origins);

test('sends a link of many payments with bounds of the amount', () => {
  const part: Partial<LinkForm> = {
    usage: 'MULTIPLE',
    isAmountOpen: true,
    min: '5.00',
    amount: '7.00',
    remind: '2',
  };
  const body = toLinkBody(form(part), 'UTC');
  expect(body.smartLink).toEqual({ usage: 'MULTIPLE', expires: '2026-11-28T23:59:59.000Z' });
  expect(body.transaction.money).toEqual({ currency: 'GBP', amount: { min: '5.00' } });
  expect(body).not.toHaveProperty('session');
});

test('sends thank-you text, redirect and reminder', () => {
  const redirectUrl = 'https://shop.example/thanks';
  const whole = toLinkBody(
    form({ amount: '7.00', remind: '2', thankYou: ' See you soon ', redirectUrl }),
    'UTC',
  );
  expect(whole).toMatchObject({
    smartLink: { usage: 'SINGLE', remindDaysBefore: 2, thankYou: 'See you soon' },
    transaction: { money: { amount: { fixed: '7.00' } } },
    session: { returnUrl: { url: redirectUrl } },
    features: { showResultsPage: true },
  });
  expect(toLinkBody(form({ redirectUrl }), 'UTC')).toMatchObject({ features: { showResultsPage: false } });
});

test.each<[Partial<LinkForm>, object]>([
  [{ isAmountOpen: true, min: '5.00', max: '5.00' }, {}],
  [{ isAmountOpen: true, min: '0.00' }, { min: 'bound' }],
  [{ isAmountOpen: true, max: 'x' }, { max: 'bound' }],
  [{ isAmountOpen: true, min: '5.00', max: '4.99' }, { max: 'bounds' }],
  [{ isAmountOpen: false, min: '5.00', max: '4.99' }, {}],
  [{ thankYou: '<b>' }, { thankYou: 'signs' }],
  [{ thankYou: 'x'.repeat(256) }, { thankYou: 'long' }],
  [{ remind: '2' }, { remind: 'remind_email' }],
  [{ remind: '2', emailAddress: 'ada@example.org' }, {}],
  [{ remind: '2', usage: 'MULTIPLE' }, {}],
  [{ remind: '7', emailAddress: 'ada@example.org', expires: '2026-11-27' }, { remind: 'remind' }],
  [{ redirectUrl: 'https://shop.example/a?b=c' }, {}],
  [{ redirectUrl: 'http://localhost:3000/a' }, {}],
  [{ redirectUrl: 'shop.example' }, { redirectUrl: 'url' }],
  [{ redirectUrl: 'javascript:alert(1)' }, { redirectUrl: 'url' }],
  [{ redirectUrl: 'https://shop.example@evil.example' }, { redirectUrl: 'url' }],
  [{ redirectUrl: 'https://shop.example.evil.example/' }, { redirectUrl: 'origin' }],
  [{ redirectUrl: 'http://shop.example/' }, { redirectUrl: 'origin' }],
  [{ redirectUrl: 'https://shop.example:8443/' }, { redirectUrl: 'origin' }],
])('checks %j', (part, expected) => {
  expect(errorsOf(part)).toEqual(expected);
});
