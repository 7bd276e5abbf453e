/**
 * The names that our clients give to the operations, by group. Python writes them in snake case. A list with a cursor
 * also gets a method over all pages: `listAll`, `listAllEvents`.
 */
export const clientMethods: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payments: {
    take: 'takePayment',
    payOut: 'takePayout',
    verifyCard: 'verifyCard',
    capture: 'captureTransaction',
    cancel: 'cancelTransaction',
    refund: 'refundTransaction',
    repeat: 'repeatTransaction',
    resume: 'resumeTransaction',
    read: 'readPayment',
    readByRef: 'readPaymentByRef',
    ping: 'pingPayments',
  },
  customers: {
    read: 'readCustomer',
    readByRef: 'readCustomerByRef',
    listCards: 'listCustomerCards',
    readCard: 'readCustomerCard',
    removeCard: 'removeCustomerCard',
  },
  sessions: {
    createPayment: 'createPaymentSession',
    createPayout: 'createPayoutSession',
    createCard: 'createCardSession',
    readStatus: 'getSessionStatus',
    invalidate: 'invalidateSession',
    listSkins: 'listSkins',
    listHostedSkins: 'listHostedSkins',
    ping: 'pingSessions',
  },
  links: {
    createPayment: 'createPaymentLink',
    createPayout: 'createPayoutLink',
    createBatch: 'createSmartLinkBatch',
    read: 'readSmartLink',
    change: 'changeSmartLink',
    cancel: 'cancelSmartLink',
    list: 'listInstallationLinks',
  },
  schedules: {
    add: 'addSchedule',
    read: 'getInstallationSchedule',
    suspend: 'suspendInstallationSchedule',
    resume: 'resumeInstallationSchedule',
    cancel: 'cancelInstallationSchedule',
    list: 'listInstallationSchedules',
  },
  disputes: { read: 'readMerchantDispute', list: 'listMerchantDisputes' },
  notifications: {
    readSecret: 'getNotificationSecret',
    listEvents: 'listEvents',
    waitForEvents: 'listenToEvents',
    trigger: 'triggerEvent',
  },
  testClock: { read: 'getCompanyClock', move: 'moveCompanyClock', end: 'endCompanyClock' },
  reporting: { readMetadata: 'getMetadata', search: 'searchTransactions', totals: 'sumTransactions' },
};

/** The one operation that belongs to no group. */
export const accountOperation = 'getAccount';
