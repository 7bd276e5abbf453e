import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sessionRequest } from '#features/payments/hosted-sessions/session-request.ts';
import { withEnabled } from '#features/payments/schedules/schedule-form.ts';
import { buildSessionBody } from '../web/terminal-screen.tsx';
import { toOutcome, statusText, parseStoredSession } from '../session-outcome.ts';
import {
  type TerminalForm,
  emptyTerminalForm,
  adaptToConfiguration,
  isTouchedForm,
  nextForm,
  opensNextCard,
  parseLastChoice,
  offeredAuthorities,
  withAuthority,
  withEmail,
  withInstallation,
} from '../terminal-form.ts';
import { buildConfiguration } from './configuration.ts';

const place = { returnUrl: 'https://portal.example/back', skin: '1', locale: 'de' };
const typed: TerminalForm = {
  ...emptyTerminalForm,
  installation: '5300001',
  currency: 'GBP',
  amount: '12.50',
  description: ' Two flat whites ',
};

test('clears only currency and amount for another installation', () => {
  const next = withInstallation(typed, '5300002');
  expect(next).toEqual({ ...typed, installation: '5300002', currency: '', amount: '' });
});

test('keeps place and currency for the next payment, and nothing of the person', () => {
  const next = nextForm({
    ...typed,
    customerEmail: 'ada@example.org',
    emailReceipt: true,
    merchantReference: 'PHONE-1',
  });
  expect(next).toEqual({ ...emptyTerminalForm, installation: '5300001', currency: 'GBP' });
});

test('keeps amount and authorisation for the next payment of a series of one amount', () => {
  const next = nextForm({ ...typed, keepsAmount: true, preauth: true, merchantReference: 'PHONE-1' });
  expect(next).toEqual({
    ...emptyTerminalForm,
    installation: '5300001',
    currency: 'GBP',
    amount: typed.amount,
    keepsAmount: true,
    preauth: true,
  });
});

test.each([
  ['a series of one amount', { keepsAmount: true }, {}, true],
  ['other payments', {}, {}, false],
  ['a customer who agrees to repeats', { keepsAmount: true, continuousAuthority: 'recurring' }, {}, false],
  ['data of a debtor', { keepsAmount: true }, { mcc: '6012' }, false],
  ['no amount', { keepsAmount: true, amount: '' }, {}, false],
] as const)('opens the card of the next payment at once: %s', (_name, part, options, isOpened) => {
  expect(opensNextCard({ ...typed, ...part }, buildConfiguration(options))).toBe(isOpened);
});

test.each([
  ['the last of the installation', { installation: '5300001', currency: 'EUR' }, ['GBP', 'EUR'], 'EUR'],
  ['none of another installation', { installation: '5300002', currency: 'EUR' }, ['GBP', 'EUR'], ''],
  ['none that it takes no more', { installation: '5300001', currency: 'USD' }, ['GBP', 'EUR'], ''],
  ['the only one', { installation: '5300001', currency: 'EUR' }, ['GBP'], 'GBP'],
  ['none at first', undefined, ['GBP', 'EUR'], ''],
])('chooses a currency: %s', (_title, last, currencies, currency) => {
  const form = { ...emptyTerminalForm, installation: '5300001' };
  const configuration = buildConfiguration({ currencies });
  expect(adaptToConfiguration(form, configuration, last).currency).toBe(currency);
  expect(adaptToConfiguration({ ...form, currency: 'CHF' }, configuration, last).currency).toBe('CHF');
});

test.each([
  [
    { installation: '1', currency: 'GBP' },
    { installation: '1', currency: 'GBP' },
  ],
  [{ installation: 1, currency: 'GBP' }, undefined],
  ['text', undefined],
  [null, undefined],
  [undefined, undefined],
])('reads the stored choice %j', (stored, choice) => {
  expect(parseLastChoice(stored)).toEqual(choice);
});

test('is untouched with only an installation and a currency', () => {
  expect(isTouchedForm({ ...emptyTerminalForm, installation: '5300001', currency: 'GBP' })).toBe(false);
  expect(isTouchedForm(typed)).toBe(true);
});

test.each([
  [true, true, ['none', 'recurring', 'instalment']],
  [true, false, ['none', 'recurring']],
  [false, true, ['none', 'instalment']],
  [false, false, ['none']],
])('recurring %s and instalments %s offer %j', (supportsRecurring, supportsInstalments, offered) => {
  expect(offeredAuthorities(buildConfiguration({ supportsRecurring, supportsInstalments }))).toEqual(offered);
});

test('offers a schedule with a series and the scheduler only', () => {
  const requested = { ...typed, continuousAuthority: 'recurring', schedule: withEnabled(true) } as const;
  expect(adaptToConfiguration(requested, buildConfiguration()).schedule.isEnabled).toBe(true);
  expect(withAuthority(requested, 'instalment').schedule.isEnabled).toBe(true);
  expect(withAuthority(requested, 'none').schedule).toEqual(emptyTerminalForm.schedule);
  expect(adaptToConfiguration(requested, buildConfiguration({ features: [] })).schedule.isEnabled).toBe(
    false,
  );
  expect(adaptToConfiguration(requested, buildConfiguration({ supportsRecurring: false }))).toMatchObject({
    continuousAuthority: 'none',
    schedule: { isEnabled: false },
  });
});

test('switches the receipt on for a valid address', () => {
  const sends = buildConfiguration();
  expect(withEmail(typed, 'ada@example.org', sends).emailReceipt).toBe(true);
  expect(withEmail(typed, 'ada@example.org', buildConfiguration({}, false)).emailReceipt).toBe(false);
  expect(withEmail({ ...typed, emailReceipt: true }, 'ada', sends).emailReceipt).toBe(false);
  expect(withEmail({ ...typed, emailReceipt: true }, '', sends).emailReceipt).toBe(false);
  // Typed before the configuration was loaded.
  const early = withEmail(typed, 'ada@example.org', undefined);
  expect([early.emailReceipt, adaptToConfiguration(early, sends).emailReceipt]).toEqual([false, true]);
});

test('keeps the user’s choice of receipt while the address is valid', () => {
  const declined = { ...typed, emailReceipt: false, isReceiptChosen: true };
  expect(withEmail(declined, 'ada@example.org', buildConfiguration()).emailReceipt).toBe(false);
  const requested = { ...typed, emailReceipt: true, isReceiptChosen: true };
  expect(withEmail(requested, 'ada@example.org', buildConfiguration({}, false)).emailReceipt).toBe(true);
  expect(withEmail(requested, '', buildConfiguration()).emailReceipt).toBe(false);
});

test('builds the smallest request without empty fields', () => {
  expect(buildSessionBody(typed, buildConfiguration(), place)).toEqual({
    session: { returnUrl: { url: 'https://portal.example/back' }, skin: '1' },
    transaction: {
      money: { currency: 'GBP', amount: { fixed: '12.50' } },
      commerceType: 'MOTO',
      channel: 'VIRTUAL_TERMINAL',
      deferred: false,
      description: 'Two flat whites',
    },
    customer: { registered: false },
    features: { paymentMethods: ['card'], showResultsPage: false },
    locale: 'de',
  });
});

test('builds the largest request for the session’s schema', () => {
  const full: TerminalForm = {
    ...typed,
    preauth: true,
    continuousAuthority: 'instalment',
    schedule: withEnabled(true),
    merchantReference: 'ORDER-1',
    merchantCustomerReference: 'c-1',
    customerEmail: 'ada@example.org',
    emailReceipt: true,
    addressLine1: '1 Quay',
    city: 'Bristol',
    fsd: { dateOfBirth: '19870818', surname: 'Smith', accountNumber: '', postCode: 'BS20' },
    hasOrder: true,
    orderRef: 'B-1',
    shippingLine1: '2 Quay',
  };
  const body = buildSessionBody(full, buildConfiguration({ mcc: '6051' }), place);
  expect(sessionRequest.parse(body)).toMatchObject({
    transaction: { deferred: true, instalment: true, merchantReference: 'ORDER-1' },
    customer: {
      identity: { merchantCustomerId: 'c-1' },
      details: { emailAddress: 'ada@example.org', address: { line1: '1 Quay', city: 'Bristol' } },
    },
    financialServices: { dateOfBirth: '19870818', surname: 'Smith', postCode: 'BS20' },
    order: { orderRef: 'B-1', shippingAddress: { line1: '2 Quay' } },
    emailReceipt: true,
    schedule: { frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 } },
  });
  const plain = buildSessionBody(
    { ...full, schedule: emptyTerminalForm.schedule },
    buildConfiguration({ mcc: '5812' }),
    place,
  );
  expect(plain).not.toHaveProperty('financialServices');
  expect(plain).not.toHaveProperty('schedule');
});

const buildStatus = (sessionState: string, transactionState?: object) =>
  ({
    status: 'SUCCESS',
    hostedSessionStatus: {
      sessionId: 's',
      context: 'c',
      stale: false,
      lastInteraction: 0,
      sessionState,
      transactionState,
    },
  }) as never;

test.each([
  ['CREATED', { transactionState: 'NOT_SUBMITTED' }, { kind: 'open', waitsFor: 'card' }],
  ['STARTED', { id: '1', transactionState: 'FAILED' }, { kind: 'open', waitsFor: 'card' }],
  ['STARTED', { id: '1', transactionState: 'PENDING' }, { kind: 'open', waitsFor: 'issuer' }],
  [
    'STARTED',
    { id: '1', transactionState: 'PENDING', outcome: { reasonCode: 'U101' } },
    { kind: 'open', waitsFor: 'merchant' },
  ],
  ['TERMINATED', { id: '1', transactionState: 'PROCESSING' }, { kind: 'open', waitsFor: 'processor' }],
  [
    'TERMINATED',
    { id: '1', transactionState: 'SUCCESS' },
    { kind: 'finished', transactionId: '1', state: 'SUCCESS', isHeld: false },
  ],
  [
    'TERMINATED',
    { id: '1', transactionState: 'FAILED' },
    { kind: 'finished', transactionId: '1', state: 'FAILED', isHeld: false },
  ],
  [
    'STARTED',
    { id: '1', transactionState: 'FAILED', outcome: { reasonCode: 'D100', statusCode: '51' } },
    { kind: 'open', waitsFor: 'card', decline: { reason: '51' } },
  ],
  [
    'TERMINATED',
    { id: '1', transactionState: 'FAILED', outcome: { reasonCode: 'A116', statusCode: '00' } },
    { kind: 'finished', transactionId: '1', state: 'FAILED', isHeld: false, decline: { reason: 'A116' } },
  ],
  [
    'STARTED',
    {
      id: '1',
      transactionState: 'FAILED',
      outcome: { reasonCode: 'D100', statusCode: '82', scheme: 'MASTERCARD', adviceCode: '26' },
    },
    { kind: 'open', waitsFor: 'card', decline: { reason: 'MASTERCARD_82', adviceCode: '26' } },
  ],
  ['INVALIDATED', { transactionState: 'CANCELLED' }, { kind: 'closed', state: 'CANCELLED' }],
  ['EXPIRED', { transactionState: 'EXPIRED' }, { kind: 'closed', state: 'EXPIRED' }],
  ['TERMINATED', undefined, { kind: 'missing' }],
])('a session that is %s with %j', (sessionState, transactionState, outcome) => {
  expect(toOutcome(buildStatus(sessionState, transactionState))).toEqual(outcome);
});

test('a response without a session is missing', () => {
  expect(toOutcome({ status: 'FAILED' })).toEqual({ kind: 'missing' });
});

test.each([
  ['SUCCESS', 'Success'],
  ['CANCELLED', 'Cancelled'],
  ['NOT_SUBMITTED', 'Not_submitted'],
])('%s is shown as %s', (state, text) => {
  expect(statusText(state)).toBe(text);
});

test('English status texts follow the rule', () => {
  const file = new URL('../../../../app/web/public/locales/en.json', import.meta.url);
  const { terminal } = JSON.parse(readFileSync(file, 'utf8')) as {
    terminal: { state: Record<string, string> };
  };
  expect(Object.keys(terminal.state)).toContain('SUCCESS');
  for (const [state, text] of Object.entries(terminal.state)) expect(text).toBe(statusText(state));
});

test.each([
  [undefined, undefined],
  ['x', undefined],
  [{ sessionId: 's' }, undefined],
  [{ sessionId: 's', installationId: 5 }, undefined],
  [
    { sessionId: 's', installationId: '5', more: 1 },
    { sessionId: 's', installationId: '5', userId: 'dana', isDone: false },
  ],
  [{ sessionId: 's', installationId: '5', userId: 'eve' }, undefined],
])('reads the stored %j as %j', (stored, session) => {
  expect(parseStoredSession(stored, 'dana')).toEqual(session);
});
