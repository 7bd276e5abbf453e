// Generated from the OpenAPI document by `npm run client`. Do not edit.

/** Method and address of each operation, and whether it takes an Idempotency-Key and responds with a body. */
export const operations = {
  /** Checks the connection and the credentials. */
  pingPayments: { method: 'GET', path: '/acceptor/rest/transactions/ping', takesKey: false, hasBody: false },
  /** The permissions and installations of the API key. */
  getAccount: { method: 'GET', path: '/acceptor/rest/account', takesKey: false, hasBody: true },
  /** A payment, or with `deferred` an authorisation to be captured; from the portal by card token only. */
  takePayment: { method: 'POST', path: '/acceptor/rest/transactions/{installationId}/payment', takesKey: true, hasBody: true },
  /** Money out to a card; with `deferred` it waits to be completed. */
  takePayout: { method: 'POST', path: '/acceptor/rest/transactions/{installationId}/payout', takesKey: true, hasBody: true },
  /** Checks a card and registers it, moving no money. */
  verifyCard: { method: 'POST', path: '/acceptor/rest/transactions/{installationId}/verify', takesKey: true, hasBody: true },
  /** Captures an authorisation, or completes a deferred payout; once. */
  captureTransaction: { method: 'POST', path: '/acceptor/rest/transactions/{installationId}/{transactionId}/capture', takesKey: true, hasBody: true },
  /** Releases an authorisation or a deferred payout, or ends a suspended payment. */
  cancelTransaction: { method: 'POST', path: '/acceptor/rest/transactions/{installationId}/{transactionId}/cancel', takesKey: true, hasBody: true },
  /** Refunds the captured amount or a part of it; without an amount, all that remains. */
  refundTransaction: { method: 'POST', path: '/acceptor/rest/transactions/{installationId}/{transactionId}/refund', takesKey: true, hasBody: true },
  /** Charges the same card again, recurring or as an instalment. */
  repeatTransaction: { method: 'POST', path: '/acceptor/rest/transactions/{installationId}/{transactionId}/repeat', takesKey: true, hasBody: true },
  /** Continues a payment after 3-D Secure, or one that its merchant suspended. */
  resumeTransaction: { method: 'POST', path: '/acceptor/rest/transactions/{installationId}/{transactionId}/resume', takesKey: true, hasBody: true },
  /** A transaction with its history and follow-ups. */
  readPayment: { method: 'GET', path: '/acceptor/rest/transactions/{installationId}/{transactionId}', takesKey: false, hasBody: true },
  /** All transactions with the merchant’s own reference, newest first; at most 100. */
  readPaymentByRef: { method: 'GET', path: '/acceptor/rest/transactions/{installationId}/byRef', takesKey: false, hasBody: true },
  /** A customer of the merchant, by id. */
  readCustomer: { method: 'GET', path: '/acceptor/rest/customers/{installationId}/{customerId}', takesKey: false, hasBody: true },
  /** A customer, by the merchant’s own reference. */
  readCustomerByRef: { method: 'GET', path: '/acceptor/rest/customers/{installationId}/byRef', takesKey: false, hasBody: true },
  /** The registered cards of a customer, the default first; at most 20. */
  listCustomerCards: { method: 'GET', path: '/acceptor/rest/customers/{installationId}/{customerId}/paymentMethods', takesKey: false, hasBody: true },
  /** One registered card of a customer, by its token. */
  readCustomerCard: { method: 'GET', path: '/acceptor/rest/customers/{installationId}/{customerId}/paymentMethods/{cardToken}', takesKey: false, hasBody: true },
  /** Removes a registered card: payments with its token are rejected (A123). */
  removeCustomerCard: { method: 'POST', path: '/acceptor/rest/customers/{installationId}/{customerId}/paymentMethod/{cardToken}/remove', takesKey: true, hasBody: true },
  /** The disputes of an installation, newest first, in pages of at most 100. */
  listMerchantDisputes: { method: 'GET', path: '/acceptor/rest/disputes/{installationId}', takesKey: false, hasBody: true },
  /** One dispute of an installation. */
  readMerchantDispute: { method: 'GET', path: '/acceptor/rest/disputes/{installationId}/{disputeId}', takesKey: false, hasBody: true },
  /** The secret that verifies the signature of notifications (docs/notifications.md). */
  getNotificationSecret: { method: 'GET', path: '/acceptor/rest/notifications/{installationId}/secret', takesKey: false, hasBody: true },
  /** The events of an installation, newest first, in pages of at most 100. */
  listEvents: { method: 'GET', path: '/acceptor/rest/events/{installationId}', takesKey: false, hasBody: true },
  /** Waits for the next events of an installation, oldest first. Only for test keys. */
  listenToEvents: { method: 'GET', path: '/acceptor/rest/events/{installationId}/listen', takesKey: false, hasBody: true },
  /** The test clock of the installation’s company. Only for test keys. */
  getCompanyClock: { method: 'GET', path: '/acceptor/rest/testClock/{installationId}', takesKey: false, hasBody: true },
  /** Ends the test clock of the company. Only for test keys of all its installations. */
  endCompanyClock: { method: 'DELETE', path: '/acceptor/rest/testClock/{installationId}', takesKey: false, hasBody: true },
  /** Moves the test clock of the company forward. Only for test keys of all its installations. */
  moveCompanyClock: { method: 'POST', path: '/acceptor/rest/testClock/{installationId}/move', takesKey: false, hasBody: true },
  /** Records a sample event, which is delivered like a real one. Only for test keys. */
  triggerEvent: { method: 'POST', path: '/acceptor/rest/events/{installationId}/trigger', takesKey: false, hasBody: true },
  /** Opens a hosted page where a payer enters a card and pays. */
  createPaymentSession: { method: 'POST', path: '/hosted/rest/sessions/{installationId}/payments', takesKey: true, hasBody: true },
  /** Opens a hosted page where a payee enters the card to pay; `deferred` announces the payout. */
  createPayoutSession: { method: 'POST', path: '/hosted/rest/sessions/{installationId}/payouts', takesKey: true, hasBody: true },
  /** Opens a hosted page where a customer registers a card, moving no money. */
  createCardSession: { method: 'POST', path: '/hosted/rest/sessions/{installationId}/cards', takesKey: true, hasBody: true },
  /** The status of a hosted session and its transaction. */
  getSessionStatus: { method: 'GET', path: '/hosted/rest/sessions/{installationId}/{sessionId}/status', takesKey: false, hasBody: true },
  /** Closes a hosted session; repeatable, but not while its payment is being processed. */
  invalidateSession: { method: 'POST', path: '/hosted/rest/sessions/{installationId}/{sessionId}/invalidate', takesKey: false, hasBody: true },
  /** Checks that hosted sessions are available and the credentials are valid. */
  pingSessions: { method: 'GET', path: '/hosted/rest/sessions/ping', takesKey: false, hasBody: false },
  /** The skins of the payment page, for `session.skin`. */
  listSkins: { method: 'GET', path: '/acceptor/rest/skins/{installationId}', takesKey: false, hasBody: true },
  /** The skins of the payment page with numbers as ids, at the address of earlier clients. */
  listHostedSkins: { method: 'GET', path: '/hosted/rest/skins/{installationId}/list', takesKey: false, hasBody: true },
  /** Cancels a smart link permanently; repeatable, but not after or during its payment. */
  cancelSmartLink: { method: 'POST', path: '/smartlink/links/{linkId}/cancel', takesKey: false, hasBody: true },
  /** Changes the end, the description, the reminder or the bounds of the amount of a smart link that can still be paid. */
  changeSmartLink: { method: 'POST', path: '/smartlink/links/{linkId}/change', takesKey: false, hasBody: true },
  /** Creates a smart link for a payment. */
  createPaymentLink: { method: 'POST', path: '/smartlink/links/{installationId}/payment', takesKey: true, hasBody: true },
  /** Creates a smart link for a payout, where a payee enters the card to pay. */
  createPayoutLink: { method: 'POST', path: '/smartlink/links/{installationId}/payout', takesKey: true, hasBody: true },
  /** Creates up to a hundred smart links that differ only in their URL. */
  createSmartLinkBatch: { method: 'POST', path: '/smartlink/links/{installationId}/batch', takesKey: true, hasBody: true },
  /** The smart links of an installation, newest first, in pages of at most 100. */
  listInstallationLinks: { method: 'GET', path: '/smartlink/links/{installationId}', takesKey: false, hasBody: true },
  /** One smart link with its status, its payments and the reason why the latest attempt failed. */
  readSmartLink: { method: 'GET', path: '/smartlink/links/{installationId}/{linkId}', takesKey: false, hasBody: true },
  /** Columns of transactions that the caller may see, with types and operations. */
  getMetadata: { method: 'GET', path: '/reporting/transactions/metadata', takesKey: false, hasBody: true },
  /** Searches transactions; also the related transactions of one. */
  searchTransactions: { method: 'POST', path: '/reporting/transactions/search', takesKey: false, hasBody: true },
  /** The money that the transactions of a search moved, by currency. */
  sumTransactions: { method: 'POST', path: '/reporting/transactions/totals', takesKey: false, hasBody: true },
  /** Adds a schedule to a paid transaction, which charges its card again. */
  addSchedule: { method: 'POST', path: '/acceptor/rest/transactions/{installationId}/{transactionId}/addSchedule', takesKey: true, hasBody: true },
  /** One schedule of an installation with its dates, its card and its status. */
  getInstallationSchedule: { method: 'GET', path: '/acceptor/rest/schedules/{installationId}/{scheduleId}', takesKey: false, hasBody: true },
  /** The schedules of an installation, newest first, in pages of at most 100. */
  listInstallationSchedules: { method: 'GET', path: '/acceptor/rest/schedules/{installationId}', takesKey: false, hasBody: true },
  /** Suspends an ACTIVE schedule: nothing is charged until it is resumed. */
  suspendInstallationSchedule: { method: 'POST', path: '/acceptor/rest/schedules/{installationId}/{scheduleId}/suspend', takesKey: true, hasBody: true },
  /** Resumes a SUSPENDED schedule; episodes missed in the meantime are skipped. */
  resumeInstallationSchedule: { method: 'POST', path: '/acceptor/rest/schedules/{installationId}/{scheduleId}/resume', takesKey: true, hasBody: true },
  /** Cancels a schedule permanently. A charge in progress completes. */
  cancelInstallationSchedule: { method: 'POST', path: '/acceptor/rest/schedules/{installationId}/{scheduleId}/cancel', takesKey: true, hasBody: true },
} as const;
