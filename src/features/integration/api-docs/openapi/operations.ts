/** The document's data about a call, beyond its contract. */
export interface ApiOperation {
  tag: Tag;
  /** Sentences in Markdown. The contract's summary comes before them. */
  description?: string;
  /** The status of a success, by default 200. */
  success?: 200 | 201;
  /** Statuses of refusals, besides those of every call. `response`: in the shape of the success. */
  refusals?: Readonly<Partial<Record<400 | 404 | 409 | 422, 'Refusal' | 'response'>>>;
  /** The name of the request's schema, with its required fields as dotted paths and the meaning of others. */
  request?: {
    name: string;
    required: readonly string[];
    texts?: Readonly<Record<string, string>>;
    /** Fields that only the portal sends, as dotted paths. */
    hidden?: readonly string[];
  };
  /** Takes an Idempotency-Key. */
  isRepeatable?: true;
}

export const tags = {
  Account: 'The permissions of your API key.',
  Payments: 'Take payments, verify cards, send payouts.',
  'Follow-ups': 'Capture, cancel, refund and repeat a payment.',
  'Payment pages': 'Hosted pages where the payer enters the card.',
  Links: 'Smart links: payment pages that you send to your customers.',
  Customers: 'Customers and their registered cards.',
  Schedules: 'Charge a stored card on a schedule.',
  Disputes: 'Payments that a card holder disputes.',
  Notifications: 'Messages to your system.',
  Reporting: 'Search transactions.',
  Testing: 'The test clock of your company.',
} as const;
export type Tag = keyof typeof tags;

const moneyTexts = {
  'transaction.currency': 'ISO 4217, three letters.',
  'transaction.amount':
    'In the major unit, as number or text: "12.50". At most the decimals of the currency.',
  'transaction.merchantRef': 'Your reference, at most 255 characters.',
};
const paymentTexts = {
  ...moneyTexts,
  'transaction.deferred': 'Authorise now and capture later.',
  'transaction.commerceType':
    'ECOM online, MOTO for mail or telephone orders, CA for continuous authority: a later charge that the card holder has agreed to.',
  'transaction.recurring':
    'The first payment of a series: later charges of the card do not need the card holder.',
  'transaction.do3DSecure':
    'true requests 3-D Secure for an ECOM payment. Without it the risk controls of the installation decide.',
  paymentMethod: 'Exactly one of `card`, `cardToken`, `applePay`, `googlePay` and `paypal`.',
  'paymentMethod.applePay.token': 'JSON of `payment.token`. Passed to the processor and never stored.',
  'paymentMethod.googlePay.token': '`tokenizationData.token`. Passed to the processor and never stored.',
  'paymentMethod.card.pan': '13 to 19 digits. Passed to the processor and never stored.',
  'paymentMethod.card.expiryDate': 'MMYY.',
  'paymentMethod.card.cv2': 'Never stored.',
  'paymentMethod.cardToken.token': 'The token of a registered card.',
  'paymentMethod.registered': 'true stores the card for later payments of the customer.',
  'customer.merchantRef': 'Your id for the customer.',
  'customFields.fieldState': 'Values of your custom fields. Search and fraud rules can use them.',
  'callbacks.preAuthCallback': 'Called before the authorisation.',
  'callbacks.postAuthCallback': 'Called after the authorisation.',
  'callbacks.transactionNotification': 'Receives the results of the payment and of its follow-ups.',
  'threeDSecure.browser':
    'The browser of the card holder, which most processors need for 3-D Secure. An impossible value is rejected with its field.',
  'threeDSecure.browser.acceptHeader': 'The header Accept of the card holder’s request.',
  'threeDSecure.browser.userAgent': 'The header User-Agent of the card holder’s request.',
  'threeDSecure.browser.ip': 'The address of the card holder’s request.',
  'threeDSecure.browser.language': '`navigator.language`.',
  'threeDSecure.browser.javaScriptEnabled': 'false if no script runs there; the next four are then unknown.',
  'threeDSecure.browser.colorDepth': '`screen.colorDepth`: 1, 4, 8, 15, 16, 24, 32 or 48.',
  'threeDSecure.browser.screenHeight': '`screen.height`.',
  'threeDSecure.browser.screenWidth': '`screen.width`.',
  'threeDSecure.browser.timeZoneOffset': '`new Date().getTimezoneOffset()`, from −840 to 720.',
  'threeDSecure.exemption':
    'LOW_VALUE, RISK_ANALYSIS, CORPORATE or TRUSTED: asks for no challenge. You bear the risk then; the issuer decides.',
  returnUrl: 'The page on your site to which the issuer returns the payer after 3-D Secure.',
};
const payment = (name: string, required: readonly string[]) => ({ name, required, texts: paymentTexts });
const money = ['transaction', 'transaction.currency', 'transaction.amount'];

const paying = {
  tag: 'Payments',
  success: 201,
  refusals: { 400: 'response', 404: 'Refusal' },
  isRepeatable: true,
} as const satisfies ApiOperation;
const followUp = {
  ...paying,
  tag: 'Follow-ups',
  refusals: { 400: 'response', 404: 'response' },
} as const satisfies ApiOperation;
const amountTexts = {
  'transaction.amount': 'Default: the full remaining amount.',
  'transaction.currency': 'The currency of the original.',
  'transaction.merchantRef': 'Your reference for the follow-up.',
};

const session = {
  tag: 'Payment pages',
  success: 201,
  refusals: { 400: 'response' },
  isRepeatable: true,
} as const satisfies ApiOperation;
const sessionTexts = {
  'session.returnUrl.url':
    'The page to which the payer returns: an https address on a registered site of the installation.',
  'session.cancelUrl.url': 'The page to which the payer returns without paying.',
  'session.skin': 'The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.',
  'transaction.money.amount.fixed':
    'Decimal text. Without it the payer chooses the amount, between `min` and `max`.',
  'transaction.merchantReference': 'Your reference, at most 255 characters.',
};
const linkTexts = {
  ...sessionTexts,
  'smartLink.usage': 'SINGLE: can be paid once. MULTIPLE: any number of times.',
  'smartLink.expires': 'The end of the link: ISO 8601.',
  'smartLink.thankYou': 'Your text on the page after the payment, at most 255 characters.',
  'smartLink.remindDaysBefore':
    'Emails a reminder so many days before the end, from 1 to 30, to the addresses that got the link or to the customer. SINGLE links only.',
};
const link = {
  tag: 'Links',
  success: 201,
  refusals: { 400: 'response' },
  isRepeatable: true,
} as const satisfies ApiOperation;
const readOperation = (tag: Tag, ...statuses: (400 | 404)[]): ApiOperation => ({
  tag,
  refusals: Object.fromEntries(statuses.map((status) => [status, 'Refusal'])),
});
const schedule = { tag: 'Schedules', refusals: { 400: 'Refusal', 404: 'Refusal' } } as const;

/** Every call of the merchant API, by the name of its contract. */
export const operations: Readonly<Record<string, ApiOperation>> = {
  pingPayments: readOperation('Payments'),
  getAccount: readOperation('Account'),
  takePayment: {
    ...paying,
    description:
      'The status is 201 for an approved and for a pending payment: read `outcome`. With `U100` the payment waits for 3-D Secure: send the payer to `redirect`, then call resume.',
    request: payment('PaymentRequest', [...money, 'paymentMethod', 'transaction.commerceType']),
  },
  takePayout: {
    ...paying,
    description: 'A card that has never paid you is rejected (A138), unless the installation permits it.',
    request: payment('PayoutRequest', [...money, 'paymentMethod', 'transaction.commerceType']),
  },
  verifyCard: {
    ...paying,
    request: payment('VerificationRequest', [
      'transaction',
      'paymentMethod',
      'transaction.currency',
      'transaction.commerceType',
    ]),
  },
  captureTransaction: { ...followUp, request: { name: 'CaptureRequest', required: [], texts: amountTexts } },
  cancelTransaction: { ...followUp, request: { name: 'CancellationRequest', required: [] } },
  refundTransaction: {
    ...followUp,
    description: 'A payment can have several refunds, up to the captured amount (V402).',
    request: {
      name: 'RefundRequest',
      required: [],
      texts: { ...amountTexts, 'transaction.refundReason': 'Why you refund, for your records and reports.' },
      hidden: ['transaction.refundNote'],
    },
  },
  repeatTransaction: { ...followUp, request: { name: 'RepeatRequest', required: [], texts: amountTexts } },
  resumeTransaction: {
    ...paying,
    refusals: { 400: 'response', 404: 'Refusal' },
    request: {
      name: 'ResumeRequest',
      required: [],
      texts: {
        'threeDSecureResponse.cres':
          'The response that the issuer’s page posted to your return address, version 2.',
        'threeDSecureResponse.pares': 'The response of 3-D Secure version 1.',
      },
    },
  },
  readPayment: readOperation('Payments', 400, 404),
  readPaymentByRef: readOperation('Payments', 400, 404),
  readCustomer: readOperation('Customers', 400, 404),
  readCustomerByRef: readOperation('Customers', 400, 404),
  listCustomerCards: readOperation('Customers', 400, 404),
  readCustomerCard: readOperation('Customers', 400, 404),
  removeCustomerCard: { ...readOperation('Customers', 400, 404), isRepeatable: true },
  listMerchantDisputes: {
    ...readOperation('Disputes', 400),
    description: 'Respond to them in the portal before `deadline`. `chargedBack` cannot be refunded.',
  },
  readMerchantDispute: readOperation('Disputes', 400, 404),
  getNotificationSecret: readOperation('Notifications', 400),
  listEvents: {
    ...readOperation('Notifications', 400),
    description:
      'For systems that poll, or that have missed a delivery. From the first payment after a key that may read them was created, with or without a webhook.',
  },
  listenToEvents: {
    ...readOperation('Notifications', 400),
    description:
      'For development: `countinghouse-listen` of the Node client reads it. The first call, without `cursor`, returns the present position. Each ' +
      'following call returns the events after its `cursor`, or waits for one up to `waitSeconds`, at most 25. A key has at most 5 calls that wait.',
  },
  getCompanyClock: {
    ...readOperation('Testing', 400),
    description:
      '`state` is `REAL` without a clock, `SET`, `MOVING` to `target`, or `ENDING` for some seconds after its end. Payments have the time of `now`.',
  },
  moveCompanyClock: {
    tag: 'Testing',
    refusals: { 400: 'Refusal', 409: 'Refusal' },
    description:
      'Everything that is due until then happens in its order: read the clock until its `state` is `SET`. 409 while it moves, and for a company ' +
      'that can reach a live connection or has a live key.',
    request: {
      name: 'TestClockMove',
      required: [],
      texts: {
        to: 'A later time, at most 366 days after the present one. Either `to` or `days`.',
        days: 'How many days to go forward, from 1 to 366.',
      },
    },
  },
  endCompanyClock: {
    tag: 'Testing',
    refusals: { 400: 'Refusal' },
    description:
      'Real time applies at once. What was made under the clock keeps its dates, in the future. Without a clock nothing changes.',
  },
  triggerEvent: {
    tag: 'Notifications',
    success: 201,
    refusals: { 400: 'Refusal' },
    description:
      'Sends a sample to the webhooks of the installation that have chosen its type, signed like a real event. `test` is true, its data are ' +
      'invented, and `transactionId` belongs to nothing.',
    request: { name: 'SampleEventRequest', required: ['type'] },
  },
  createPaymentSession: {
    ...session,
    request: {
      name: 'PaymentSessionRequest',
      required: [
        'session',
        'session.returnUrl',
        'transaction',
        'transaction.money',
        'transaction.money.currency',
      ],
      texts: sessionTexts,
    },
  },
  createPayoutSession: {
    ...session,
    request: {
      name: 'PayoutSessionRequest',
      required: [
        'session',
        'session.returnUrl',
        'transaction',
        'transaction.money',
        'transaction.money.currency',
      ],
      texts: sessionTexts,
    },
  },
  createCardSession: {
    ...session,
    request: { name: 'CardSessionRequest', required: ['session', 'session.returnUrl'], texts: sessionTexts },
  },
  getSessionStatus: { tag: 'Payment pages', refusals: { 400: 'Refusal', 404: 'response' } },
  invalidateSession: { tag: 'Payment pages', refusals: { 400: 'Refusal', 404: 'response', 409: 'response' } },
  pingSessions: readOperation('Payment pages'),
  listSkins: readOperation('Payment pages', 400),
  listHostedSkins: readOperation('Payment pages', 400),
  cancelSmartLink: { tag: 'Links', refusals: { 400: 'Refusal', 404: 'Refusal', 409: 'response' } },
  changeSmartLink: {
    tag: 'Links',
    refusals: { 400: 'Refusal', 404: 'Refusal', 409: 'Refusal' },
    request: { name: 'LinkChange', required: [] },
  },
  createPaymentLink: {
    ...link,
    request: {
      name: 'PaymentLinkRequest',
      required: ['transaction', 'transaction.money', 'transaction.money.currency'],
      texts: linkTexts,
    },
  },
  createPayoutLink: {
    ...link,
    request: {
      name: 'PayoutLinkRequest',
      required: ['transaction', 'transaction.money', 'transaction.money.currency'],
      texts: linkTexts,
    },
  },
  createSmartLinkBatch: {
    ...link,
    request: {
      name: 'LinkBatchRequest',
      required: ['batchSize', 'transaction', 'transaction.money', 'transaction.money.currency'],
      texts: linkTexts,
    },
  },
  listInstallationLinks: readOperation('Links', 400),
  readSmartLink: readOperation('Links', 400, 404),
  getMetadata: readOperation('Reporting'),
  searchTransactions: {
    ...readOperation('Reporting', 400),
    description:
      'The fields, their operations and their aggregations are those of `GET /reporting/transactions/metadata`. With an `aggregation`, ' +
      'the response has one row for each currency.',
    request: { name: 'SearchRequest', required: [] },
  },
  sumTransactions: {
    ...readOperation('Reporting', 400),
    description:
      'Takes the body of a search, and returns what its transactions took, refunded and paid out in each currency.',
    request: { name: 'SearchRequest', required: [] },
  },
  addSchedule: {
    ...followUp,
    tag: 'Schedules',
    request: { name: 'ScheduleRequest', required: ['schedule'] },
  },
  getInstallationSchedule: schedule,
  listInstallationSchedules: readOperation('Schedules', 400),
  suspendInstallationSchedule: { ...schedule, isRepeatable: true },
  resumeInstallationSchedule: { ...schedule, isRepeatable: true },
  cancelInstallationSchedule: { ...schedule, isRepeatable: true },
};
