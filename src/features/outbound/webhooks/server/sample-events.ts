import type { EventType } from '../event-types.ts';

/** Ids of samples belong to nothing: no transaction has so few digits. */
const sampleId = '1';

type Ending = 'succeeded' | 'authorised' | 'failed' | 'pending' | 'expired' | 'registered';

const outcomes: Readonly<Record<Ending, { status: string; reasonCode: string; reasonMessage: string }>> = {
  succeeded: { status: 'SUCCESS', reasonCode: 'S100', reasonMessage: 'Authorised' },
  authorised: { status: 'SUCCESS', reasonCode: 'S100', reasonMessage: 'Authorised' },
  registered: { status: 'SUCCESS', reasonCode: 'S100', reasonMessage: 'Authorised' },
  failed: { status: 'FAILED', reasonCode: 'D100', reasonMessage: 'The issuer declined the transaction' },
  pending: { status: 'PENDING', reasonCode: 'U200', reasonMessage: 'The result is not known yet' },
  expired: { status: 'EXPIRED', reasonCode: 'T100', reasonMessage: 'The transaction has expired' },
};

const transactionTypes: Readonly<Record<string, string>> = {
  capture: 'CAPTURE',
  refund: 'REFUND',
  payout: 'PAYOUT',
};

/** Invented data of an event, in the shape of a real one. */
export function sampleData(type: EventType, installationId: number, now: Date): object {
  const [subject = '', ending = ''] = type.split('.');
  const at = now.toISOString();
  switch (subject) {
    case 'schedule':
      return { schedule: sampleSchedule(installationId, ending, at), transactionId: sampleId };
    case 'link':
      return { smartLink: sampleLink(installationId, ending, at), transactionId: sampleId };
    case 'dispute':
      return { dispute: sampleDispute(ending, at), transactionId: sampleId };
    default:
      return sampleTransaction(type, installationId, at);
  }
}

function sampleTransaction(type: EventType, installationId: number, at: string): object {
  const [subject = '', ending = ''] = type.split('.');
  const outcome = outcomes[ending as Ending];
  const transactionType =
    transactionTypes[subject] ?? (type === 'payment.authorised' ? 'PREAUTH' : 'PAYMENT');
  const path = `/acceptor/rest/transactions/${installationId}/${sampleId}`;
  const times = { transactionTime: at, receivedTime: at };
  return {
    eventType: `${transactionType}_${outcome.status}`,
    processing: { model: 'MANAGE' },
    paymentMethod: {
      registered: ending === 'registered',
      card: {
        new: true,
        cardScheme: 'VISA',
        cardType: 'VISA_DEBIT',
        maskedPan: '990200******0018',
        expiryDate: '1230',
        cardHolderName: 'A Buyer',
        ...(ending === 'registered' ? { cardToken: 'MT_sample' } : {}),
      },
      billingAddress: {},
      paymentClass: 'CARD',
    },
    customer: { registered: ending === 'registered' },
    customFields: { fieldState: [] },
    transaction: {
      transactionId: sampleId,
      deferred: transactionType === 'PREAUTH',
      merchantRef: 'sample-order',
      status: outcome.status,
      stage: ending === 'pending' ? 'AUTHORISATION' : 'COMPLETE',
      type: transactionType,
      amount: 12.5,
      consumerSpend: ending === 'failed' ? 0 : 12.5,
      currency: 'GBP',
      ...times,
      commerceType: 'ECOM',
      channel: 'WEB',
      customerInitiated: subject !== 'refund' && subject !== 'capture',
    },
    installationId,
    link: [{ rel: 'self', href: path }],
    history: [
      {
        transactionStatus: outcome.status,
        reasonCode: outcome.reasonCode,
        reasonMessage: outcome.reasonMessage,
        timeStamp: at,
      },
    ],
    followUpStatus: {},
    outcome,
  };
}

const sampleSchedule = (installationId: number, ending: string, at: string): object => ({
  id: '00000000000000000000000000000001',
  owner: 'merchant:1',
  ownerName: 'Sample merchant',
  merchantId: 1,
  installationId,
  status: ending === 'suspended' ? 'SUSPENDED' : 'ACTIVE',
  type: 'frequency',
  creationDate: at,
  transactionId: sampleId,
  currencyCode: 'GBP',
  definition: {
    frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 },
    episodeData: [{ transactionId: sampleId, amount: '12.50' }],
  },
  metaData: {
    customerMerchantRef: 'sample-customer',
    customerEmail: null,
    customerName: 'A Buyer',
    maskedPan: '990200******0018',
    lastFour: '0018',
  },
  lastEpisode: null,
  nextEpisode: null,
  failure: null,
});

const sampleLink = (installationId: number, ending: string, at: string): object => ({
  linkId: '00000000-0000-4000-8000-000000000001',
  batchId: '00000000-0000-4000-8000-000000000002',
  status: ending === 'expired' ? 'EXPIRED' : 'USED',
  state: ending === 'expired' ? 'EXPIRED' : 'PAID',
  isBeingPaid: false,
  usage: 'SINGLE',
  kind: 'payments',
  created: at,
  expires: at,
  opened: at,
  installationId,
  installationName: 'Sample installation',
  merchantName: 'Sample merchant',
  currency: 'GBP',
  amount: '12.50',
  authorised: ending === 'authorised' || ending === 'released' ? { amount: '12.50', at } : null,
  paid: ending === 'paid' || ending === 'refunded' ? { count: 1, amount: '12.50', at } : null,
  refunded: ending === 'refunded' ? { amount: '12.50' } : null,
  merchantReference: 'sample-order',
  description: 'Sample',
  emailAddress: null,
  mailedTo: [],
  mailedAt: null,
  reminder: null,
  onDeadLink: null,
  thankYou: null,
  returnUrl: null,
  minAmount: null,
  maxAmount: null,
  transactionId: ending === 'expired' ? null : sampleId,
  attempts: ending === 'expired' ? 0 : 1,
  failure: null,
});

const sampleDispute = (ending: string, at: string): object => ({
  disputeId: sampleId,
  transactionId: sampleId,
  stage: 'CHARGEBACK',
  status: { opened: 'NEEDS_RESPONSE', updated: 'UNDER_REVIEW' }[ending] ?? 'WON',
  amount: 12.5,
  chargedBack: ending === 'closed' ? 0 : 12.5,
  currency: 'GBP',
  scheme: 'Visa',
  reasonCode: '10.4',
  reason: 'fraudulent',
  isFraud: true,
  processorReference: 'sample',
  openedAt: at,
  deadline: at,
  ...(ending === 'closed' ? { closedAt: at } : {}),
});
