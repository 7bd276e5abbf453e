import type { ExampleRequest } from './example-request.ts';

/** A test card of the sandbox, and one whose issuer challenges the payer. */
const card = { pan: '9902000000000018', expiryDate: '1230', cv2: '123', cardHolderName: 'A Buyer' };
const challengedCard = { ...card, pan: '9902000000005132' };
const money = (amount: string) => ({ currency: 'GBP', amount, commerceType: 'ECOM' });
const customer = { merchantRef: 'customer-7', displayName: 'Ada Lovell', registered: true };
const monthly = { frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 } };

/** Payments, what follows them, and the customer's card. */
export const paymentExamples: readonly ExampleRequest[] = [
  { operation: 'getAccount' },
  { operation: 'pingPayments' },
  {
    operation: 'takePayment',
    body: {
      transaction: {
        ...money('12.50'),
        merchantRef: 'order-7',
        description: 'Two flat whites',
        recurring: true,
      },
      paymentMethod: { card },
      customer,
    },
    saveAs: { paid: 'transaction.transactionId', customerId: 'customer.id' },
  },
  { operation: 'readPayment', path: { transactionId: '{paid}' } },
  { operation: 'readPaymentByRef', query: { merchantRef: 'order-7' } },
  {
    operation: 'refundTransaction',
    path: { transactionId: '{paid}' },
    body: { transaction: { amount: '2.50', merchantRef: 'return-7', refundReason: 'GOODS_RETURNED' } },
  },
  {
    operation: 'repeatTransaction',
    path: { transactionId: '{paid}' },
    body: { transaction: { amount: '5.00', currency: 'GBP', merchantRef: 'order-7-again' } },
  },
  {
    operation: 'addSchedule',
    path: { transactionId: '{paid}' },
    body: { schedule: monthly },
    saveAs: { scheduleId: 'schedule.scheduleId' },
  },
  {
    operation: 'verifyCard',
    body: { transaction: { currency: 'GBP', commerceType: 'ECOM' }, paymentMethod: { card }, customer },
    saveAs: { cardToken: 'paymentMethod.card.cardToken' },
  },
  {
    operation: 'takePayout',
    body: { transaction: { ...money('3.00'), merchantRef: 'payout-7' }, paymentMethod: { card } },
  },
  // The second example of an operation is run for the calls after it, and is not in the document.
  {
    operation: 'takePayment',
    body: { transaction: { ...money('40.00'), deferred: true }, paymentMethod: { card } },
    saveAs: { authorised: 'transaction.transactionId' },
  },
  {
    operation: 'captureTransaction',
    path: { transactionId: '{authorised}' },
    body: { transaction: { amount: '35.00' } },
  },
  {
    operation: 'takePayment',
    body: { transaction: { ...money('9.00'), deferred: true }, paymentMethod: { card } },
    saveAs: { cancelled: 'transaction.transactionId' },
  },
  { operation: 'cancelTransaction', path: { transactionId: '{cancelled}' }, body: {} },
  {
    operation: 'takePayment',
    body: { transaction: { ...money('60.00'), do3DSecure: true }, paymentMethod: { card: challengedCard } },
    saveAs: { challenged: 'transaction.transactionId' },
  },
  {
    operation: 'resumeTransaction',
    path: { transactionId: '{challenged}' },
    body: { threeDSecureResponse: { cres: '{cres}' } },
  },
  { operation: 'readCustomer', path: { customerId: '{customerId}' } },
  { operation: 'readCustomerByRef', query: { merchantRef: 'customer-7' } },
  { operation: 'listCustomerCards', path: { customerId: '{customerId}' } },
  { operation: 'readCustomerCard', path: { customerId: '{customerId}', cardToken: '{cardToken}' } },
  { operation: 'removeCustomerCard', path: { customerId: '{customerId}', cardToken: '{cardToken}' } },
];
