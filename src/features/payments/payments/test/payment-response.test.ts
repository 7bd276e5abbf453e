import { buildOutcome } from '#shared/payments/reason-codes.ts';
import { expect, test } from 'vitest';
import {
  type TransactionView,
  notificationContents,
  paymentResponse,
  readResponse,
  refusalResponse,
  topLevelRefusal,
} from '../payment-response.ts';

const at = new Date('2027-03-01T12:00:00.123Z');
const view: TransactionView = {
  id: '10044236139',
  installationId: 5300001,
  type: 'PREAUTH_VOID',
  status: 'SUCCESS',
  stage: 'COMPLETE',
  amountMinor: 489,
  currency: 'GBP',
  merchantRef: null,
  description: null,
  commerceType: 'ECOM',
  channel: 'WEB',
  deferred: false,
  customerInitiated: true,
  receivedAt: at,
  completedAt: at,
  reasonCode: 'S100',
  trace: 'T1',
  related: { id: '10044236138', merchantRef: 'TXN-0001' },
  refundReason: null,
  refundExpectedDate: null,
  disputes: [],
  processing: {
    route: 'MCPE',
    acquirerName: 'Example Acquirer',
    statusCode: '00',
    adviceCode: null,
    message: 'AUTH CODE:116283',
    authCode: '116283',
    gatewayReference: 'a'.repeat(32),
    arn: null,
    settlementDate: null,
    status: 'AUTHORISED',
    avsAddressCheck: 'NOT_CHECKED',
    avsPostcodeCheck: 'NOT_CHECKED',
    cv2Check: 'MATCHED',
    decision: null,
  },
  card: null,
  wallet: null,
  billingAddress: {},
  customer: { id: null, merchantRef: null, displayName: 'Ann', registered: false, ip: null },
  threeDSecure: null,
  exemption: null,
  customFields: [],
  fraudScore: null,
  scheduleId: null,
  sessionId: 'session-1',
  redirect: null,
  locale: 'de',
};

test('nests the response of an operation with its outcome and links', () => {
  const response = paymentResponse(view, ['self', 'related-transaction', 'refund']);
  expect(response).toMatchObject({
    processing: { model: 'MANAGE', authResponse: { authCode: '116283', status: 'AUTHORISED' } },
    transaction: {
      transactionId: '10044236139',
      type: 'CANCEL',
      status: 'SUCCESS',
      amount: 4.89,
      consumerSpend: 4.89,
      relatedTransaction: { transactionId: '10044236138', merchantRef: 'TXN-0001' },
    },
    outcome: { status: 'SUCCESS', reasonCode: 'S100' },
    installationId: 5300001,
    sessionId: 'session-1',
    locale: 'de',
    link: [
      { rel: 'self', href: '/acceptor/rest/transactions/5300001/10044236139' },
      { rel: 'related-transaction', href: '/acceptor/rest/transactions/5300001/10044236138' },
      { rel: 'refund', href: '/acceptor/rest/transactions/5300001/10044236139/refund' },
    ],
  });
  expect(JSON.stringify(response)).not.toContain('null');
});

test('shows history and follow-ups on a read, and no outcome', () => {
  const response = readResponse(
    view,
    [],
    [{ status: 'SUSPENDED', reasonCode: 'U200', at }],
    [
      { name: 'REFUNDED', id: '1', at },
      { name: 'CAPTURED', id: '2', at },
      { name: 'REFUNDED', id: '3', at },
    ],
  );
  expect(response).not.toHaveProperty('outcome');
  expect(response.history).toEqual([
    expect.objectContaining({ transactionStatus: 'PENDING', timeStamp: '2027-03-01T12:00:00.123Z' }),
  ]);
  expect(
    response.followUpStatus.status?.map((group) => [group.name, group.followUpTransaction.length]),
  ).toEqual([
    ['REFUNDED', 2],
    ['CAPTURED', 1],
  ]);
});

test('shows an empty object where nothing followed', () => {
  expect(readResponse(view, [], [], []).followUpStatus).toEqual({});
});

test('notifies with event type, outcome and history', () => {
  expect(notificationContents(view, [], [{ status: 'SUCCESS', reasonCode: 'S100', at }], [])).toMatchObject({
    eventType: 'CANCEL_SUCCESS',
    installationId: 5300001,
    outcome: { reasonCode: 'S100' },
    history: [{ transactionStatus: 'SUCCESS' }],
  });
});

test('notifies of a decline with its advice', () => {
  const declined = { ...view, status: 'FAILED', reasonCode: 'D100', completedAt: at } as const;
  const processing = { ...view.processing, statusCode: '51' };
  expect(notificationContents({ ...declined, processing }, [], [], [])).toMatchObject({
    outcome: {
      reasonCode: 'D100',
      advice: {
        group: 'FUNDS',
        side: 'CUSTOMER',
        retry: 'LATER',
        notBefore: '2027-03-02T12:00:00.123Z',
      },
    },
  });
});

test('advises by the advice code, and names it', () => {
  const declined = { ...view, status: 'FAILED', reasonCode: 'D100', completedAt: at } as const;
  const processing = { ...view.processing, statusCode: '51', adviceCode: '26' };
  expect(paymentResponse({ ...declined, processing }, []).outcome).toMatchObject({
    adviceCode: '26',
    advice: { retry: 'LATER', notBefore: '2027-03-03T12:00:00.123Z' },
  });
});

test('has both error envelopes', () => {
  expect(refusalResponse('S100').outcome).not.toHaveProperty('advice');
  expect(refusalResponse('V402')).toMatchObject({ outcome: { status: 'FAILED', reasonCode: 'V402' } });
  expect(topLevelRefusal('A400')).toMatchObject({ status: 'FAILED', reasonCode: 'A400' });
});

test.each([
  ['S100', 'SUCCESS'],
  ['C107', 'SUCCESS'],
  ['U200', 'PENDING'],
  ['D100', 'FAILED'],
  ['T100', 'FAILED'],
] as const)('%s is an outcome of %s', (code, status) => {
  expect(buildOutcome(code).status).toBe(status);
});
