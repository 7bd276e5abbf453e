import type { ExampleRequest } from './example-request.ts';

const returnUrl = { url: 'https://shop.harbour.example/done' };
const customer = {
  identity: { merchantCustomerId: 'payer-1' },
  details: { name: 'Ada Lovell', emailAddress: 'ada@example.org' },
};
const money = (fixed: string) => ({ currency: 'GBP', amount: { fixed } });
const sale = (merchantReference: string, fixed: string) => ({
  merchantReference,
  money: money(fixed),
  description: 'Two flat whites',
  commerceType: 'ECOM',
  channel: 'WEB',
});

/** Schedules, payment pages, links, events and reports. They use what payment-examples.ts has created. */
export const otherExamples: readonly ExampleRequest[] = [
  { operation: 'getInstallationSchedule', path: { scheduleId: '{scheduleId}' } },
  { operation: 'listInstallationSchedules', query: { limit: 10, status: 'ACTIVE' } },
  { operation: 'suspendInstallationSchedule', path: { scheduleId: '{scheduleId}' } },
  { operation: 'resumeInstallationSchedule', path: { scheduleId: '{scheduleId}' } },
  { operation: 'cancelInstallationSchedule', path: { scheduleId: '{scheduleId}' } },
  { operation: 'pingSessions' },
  { operation: 'listSkins' },
  { operation: 'listHostedSkins' },
  {
    operation: 'createPaymentSession',
    body: { session: { returnUrl, skin: '2' }, transaction: sale('order-8', '25.00'), customer },
    saveAs: { sessionId: 'sessionId' },
  },
  { operation: 'getSessionStatus', path: { sessionId: '{sessionId}' } },
  { operation: 'invalidateSession', path: { sessionId: '{sessionId}' } },
  {
    operation: 'createPayoutSession',
    body: { session: { returnUrl }, transaction: sale('payout-8', '4.00'), customer },
  },
  {
    operation: 'createCardSession',
    body: { session: { returnUrl }, transaction: { merchantReference: 'card-8' }, customer },
  },
  {
    operation: 'createPaymentLink',
    body: {
      smartLink: { usage: 'SINGLE' },
      transaction: { merchantReference: 'invoice-9', money: money('25.00'), description: 'Catering' },
      customer,
    },
    saveAs: { linkId: 'smartLinkResponseDetail.linkId' },
  },
  {
    operation: 'createPayoutLink',
    body: {
      smartLink: { usage: 'SINGLE' },
      transaction: { merchantReference: 'deposit-9', money: money('4.00') },
      customer,
    },
  },
  {
    operation: 'createSmartLinkBatch',
    body: {
      batchSize: 2,
      smartLink: { usage: 'SINGLE' },
      transaction: { merchantReference: 'tickets-9', money: money('15.00') },
    },
  },
  { operation: 'readSmartLink', path: { linkId: '{linkId}' } },
  { operation: 'listInstallationLinks', query: { limit: 10, reference: 'invoice-9' } },
  {
    operation: 'changeSmartLink',
    path: { linkId: '{linkId}' },
    body: { description: 'Catering for twelve', remindDaysBefore: 2 },
  },
  { operation: 'cancelSmartLink', path: { linkId: '{linkId}' } },
  // The sandbox disputes it because of its amount.
  {
    operation: 'takePayment',
    body: {
      transaction: { currency: 'GBP', amount: '25.88', commerceType: 'ECOM', merchantRef: 'order-8' },
      paymentMethod: {
        card: { pan: '9902000000000018', expiryDate: '1230', cv2: '123', cardHolderName: 'A Buyer' },
      },
    },
  },
  {
    operation: 'listMerchantDisputes',
    query: { limit: 10, status: 'NEEDS_RESPONSE' },
    saveAs: { disputeId: 'items.0.disputeId' },
  },
  { operation: 'readMerchantDispute', path: { disputeId: '{disputeId}' } },
  { operation: 'getNotificationSecret' },
  { operation: 'listEvents', query: { limit: 2, type: 'payment.succeeded' } },
  { operation: 'listenToEvents' },
  { operation: 'triggerEvent', body: { type: 'refund.failed' } },
  { operation: 'getMetadata' },
  {
    operation: 'searchTransactions',
    body: {
      startFrom: 1,
      limit: 25,
      fields: [
        { field: 'txn_id', sort: 'DESC' },
        { field: 'txn_datetime' },
        { field: 'merch_ref', filter: { operation: 'EQUALS', value: ['order-7'] } },
      ],
    },
  },
  {
    operation: 'sumTransactions',
    body: {
      startFrom: 1,
      limit: 1,
      fields: [{ field: 'txn_status', filter: { operation: 'EQUALS', value: ['SUCCESS'] } }],
    },
  },
  // At the end: the time of the examples before is real.
  { operation: 'moveCompanyClock', body: { days: 31 } },
  { operation: 'getCompanyClock' },
  { operation: 'endCompanyClock' },
];
