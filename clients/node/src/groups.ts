import { eachItem } from './pages.ts';
import type { CallOptions } from './options.ts';
import type { Call } from './transport.ts';
import type * as api from './types.ts';

/** An id of the merchant API: digits as text, or a number. */
type Id = string | number;

export const paymentCalls = (call: Call) => ({
  /** Takes a payment. A declined one throws a CountinghouseError with `advice`. */
  take: (body: api.PaymentRequest, options?: CallOptions) => call('takePayment', { body }, options),
  /** Pays out to a card. */
  payOut: (body: api.PayoutRequest, options?: CallOptions) => call('takePayout', { body }, options),
  /** Verifies a card, and keeps it if it is registered. */
  verifyCard: (body: api.VerificationRequest, options?: CallOptions) => call('verifyCard', { body }, options),
  /** Captures an authorised payment, by default all of it. */
  capture: (transactionId: Id, body: api.CaptureRequest = {}, options?: CallOptions) =>
    call('captureTransaction', { path: { transactionId }, body }, options),
  /** Cancels an authorised or suspended payment. */
  cancel: (transactionId: Id, body: api.CancellationRequest = {}, options?: CallOptions) =>
    call('cancelTransaction', { path: { transactionId }, body }, options),
  /** Refunds a payment, by default all that is left. */
  refund: (transactionId: Id, body: api.RefundRequest = {}, options?: CallOptions) =>
    call('refundTransaction', { path: { transactionId }, body }, options),
  /** Charges the card of an earlier payment again. */
  repeat: (transactionId: Id, body: api.RepeatRequest = {}, options?: CallOptions) =>
    call('repeatTransaction', { path: { transactionId }, body }, options),
  /** Continues a payment that waits for 3-D Secure or for you. */
  resume: (transactionId: Id, body: api.ResumeRequest = {}, options?: CallOptions) =>
    call('resumeTransaction', { path: { transactionId }, body }, options),
  read: (transactionId: Id, options?: CallOptions) =>
    call('readPayment', { path: { transactionId } }, options),
  /** The transactions with a reference of yours. */
  readByRef: (merchantRef: string, options?: CallOptions) =>
    call('readPaymentByRef', { query: { merchantRef } }, options),
  ping: (options?: CallOptions) => call('pingPayments', {}, options),
});

export const customerCalls = (call: Call) => ({
  read: (customerId: Id, options?: CallOptions) => call('readCustomer', { path: { customerId } }, options),
  readByRef: (merchantRef: string, options?: CallOptions) =>
    call('readCustomerByRef', { query: { merchantRef } }, options),
  listCards: (customerId: Id, options?: CallOptions) =>
    call('listCustomerCards', { path: { customerId } }, options),
  readCard: (customerId: Id, cardToken: string, options?: CallOptions) =>
    call('readCustomerCard', { path: { customerId, cardToken } }, options),
  removeCard: (customerId: Id, cardToken: string, options?: CallOptions) =>
    call('removeCustomerCard', { path: { customerId, cardToken } }, options),
});

export const sessionCalls = (call: Call) => ({
  /** Opens a payment page for a payment. */
  createPayment: (body: api.PaymentSessionRequest, options?: CallOptions) =>
    call('createPaymentSession', { body }, options),
  createPayout: (body: api.PayoutSessionRequest, options?: CallOptions) =>
    call('createPayoutSession', { body }, options),
  /** Opens a payment page on which the payer registers a card. */
  createCard: (body: api.CardSessionRequest, options?: CallOptions) =>
    call('createCardSession', { body }, options),
  readStatus: (sessionId: string, options?: CallOptions) =>
    call('getSessionStatus', { path: { sessionId } }, options),
  /** Ends a session, so that it can no longer be paid. */
  invalidate: (sessionId: string, options?: CallOptions) =>
    call('invalidateSession', { path: { sessionId } }, options),
  listSkins: (options?: CallOptions) => call('listSkins', {}, options),
  listHostedSkins: (options?: CallOptions) => call('listHostedSkins', {}, options),
  ping: (options?: CallOptions) => call('pingSessions', {}, options),
});

export const linkCalls = (call: Call) => {
  const list = (query: api.ListInstallationLinksQuery = {}, options?: CallOptions) =>
    call('listInstallationLinks', { query }, options);
  return {
    createPayment: (body: api.PaymentLinkRequest, options?: CallOptions) =>
      call('createPaymentLink', { body }, options),
    createPayout: (body: api.PayoutLinkRequest, options?: CallOptions) =>
      call('createPayoutLink', { body }, options),
    /** Creates up to a hundred links that differ only in their address. */
    createBatch: (body: api.LinkBatchRequest, options?: CallOptions) =>
      call('createSmartLinkBatch', { body }, options),
    read: (linkId: string, options?: CallOptions) => call('readSmartLink', { path: { linkId } }, options),
    /** Changes the terms of a link that can still be paid. */
    change: (linkId: string, body: api.LinkChange, options?: CallOptions) =>
      call('changeSmartLink', { path: { linkId }, body }, options),
    cancel: (linkId: string, options?: CallOptions) => call('cancelSmartLink', { path: { linkId } }, options),
    /** One page. */
    list,
    /** All pages. */
    listAll: (query: api.ListInstallationLinksQuery = {}, options?: CallOptions) =>
      eachItem((next) => list(next, options), query),
  };
};

export const scheduleCalls = (call: Call) => {
  const list = (query: api.ListInstallationSchedulesQuery = {}, options?: CallOptions) =>
    call('listInstallationSchedules', { query }, options);
  return {
    /** Adds a schedule to a payment that has been taken. */
    add: (transactionId: Id, body: api.ScheduleRequest, options?: CallOptions) =>
      call('addSchedule', { path: { transactionId }, body }, options),
    read: (scheduleId: string, options?: CallOptions) =>
      call('getInstallationSchedule', { path: { scheduleId } }, options),
    suspend: (scheduleId: string, options?: CallOptions) =>
      call('suspendInstallationSchedule', { path: { scheduleId } }, options),
    resume: (scheduleId: string, options?: CallOptions) =>
      call('resumeInstallationSchedule', { path: { scheduleId } }, options),
    cancel: (scheduleId: string, options?: CallOptions) =>
      call('cancelInstallationSchedule', { path: { scheduleId } }, options),
    /** One page. */
    list,
    /** All pages. */
    listAll: (query: api.ListInstallationSchedulesQuery = {}, options?: CallOptions) =>
      eachItem((next) => list(next, options), query),
  };
};

export const disputeCalls = (call: Call) => {
  const list = (query: api.ListMerchantDisputesQuery = {}, options?: CallOptions) =>
    call('listMerchantDisputes', { query }, options);
  return {
    read: (disputeId: Id, options?: CallOptions) =>
      call('readMerchantDispute', { path: { disputeId } }, options),
    /** One page. */
    list,
    /** All pages. */
    listAll: (query: api.ListMerchantDisputesQuery = {}, options?: CallOptions) =>
      eachItem((next) => list(next, options), query),
  };
};

export const notificationCalls = (call: Call) => {
  const listEvents = (query: api.ListEventsQuery = {}, options?: CallOptions) =>
    call('listEvents', { query }, options);
  return {
    /** The secret that signs notifications and callbacks of the installation. */
    readSecret: (options?: CallOptions) => call('getNotificationSecret', {}, options),
    /** One page of the events of webhooks. */
    listEvents,
    /** All pages. */
    listAllEvents: (query: api.ListEventsQuery = {}, options?: CallOptions) =>
      eachItem((next) => listEvents(next, options), query),
    /** Waits for the events after a cursor, oldest first; without one it returns the present cursor. Only with a test key. */
    waitForEvents: (query: api.ListenToEventsQuery = {}, options?: CallOptions) =>
      call('listenToEvents', { query }, options),
    /** Records a sample event, which your webhooks receive like a real one. Only with a test key. */
    trigger: (body: api.SampleEventRequest, options?: CallOptions) => call('triggerEvent', { body }, options),
  };
};

/** The clock of a company in test. Only with a test key. */
export const testClockCalls = (call: Call) => ({
  read: (options?: CallOptions) => call('getCompanyClock', {}, options),
  /** Everything that is due until then happens: read the clock until its state is SET. */
  move: (body: api.TestClockMove, options?: CallOptions) => call('moveCompanyClock', { body }, options),
  /** Back to real time. */
  end: (options?: CallOptions) => call('endCompanyClock', {}, options),
});

export const reportingCalls = (call: Call) => ({
  /** The fields that a search can use. */
  readMetadata: (options?: CallOptions) => call('getMetadata', {}, options),
  search: (body: api.SearchRequest, options?: CallOptions) => call('searchTransactions', { body }, options),
  /** What the transactions of a search took, refunded and paid out, by currency. */
  totals: (body: api.SearchRequest, options?: CallOptions) => call('sumTransactions', { body }, options),
});
