interface ChangesOfDay {
  /** yyyy-MM-dd. */
  date: string;
  /** Sentences in Markdown. */
  changes: readonly string[];
}

/** What merchants' programs notice, newest first. The page /docs/changelog shows it. */
export const apiChanges: readonly ChangesOfDay[] = [
  {
    date: '2026-11-28',
    changes: [
      'New: a [test clock](/docs/rehearse) moves the time of a company in test: `GET /acceptor/rest/testClock/{installationId}`, `POST …/move` and `DELETE`.',
      'New: the portal shows your [API requests](/docs/find-a-request) of the last 30 days.',
      'New: tokens of [Apple Pay and Google Pay](/docs/apple-pay-and-google-pay) as `paymentMethod.applePay` and `paymentMethod.googlePay`. Responses have `paymentMethod.wallet`.',
      'New: cards of the sandbox that [rehearse what goes wrong](/docs/rehearse): lost, late and pending results, refunds that fail, every result of 3-D Secure.',
      'New: events are kept for keys that may read them, also without a webhook. `POST /acceptor/rest/events/{installationId}/trigger` sends a sample, and `GET /acceptor/rest/events/{installationId}/listen` waits for the next ones, both with test keys.',
      'New: responses of a refund have `disputes` while a dispute of its payment is open.',
      'New: `RateLimit` and `RateLimit-Policy` also name what is left of your searches, and of wrong secrets with 401 and 429.',
      'New: disputes. `GET /acceptor/rest/disputes/{installationId}` lists them, and the events `dispute.opened`, `dispute.updated` and `dispute.closed` report them.',
      'New: `threeDSecure.browser` of a payment describes your customer’s browser, and `threeDSecure.exemption` asks for no challenge. Responses have `threeDSecure.liabilityShift` and `exemption`.',
      'New: API keys are test keys (`cs_test_`) or live keys (`cs_live_`). Existing keys are test keys.',
      'New: `POST /smartlink/links/{linkId}/change` changes a link. Links have `batchId`, `state`, `opened` and `refunded`, and lists filter by `batchId` and `state`.',
      'New: the events `link.authorised`, `link.released` and `link.refunded`. A link whose payment is only authorised is no longer paid.',
      'New: the event `payment.authorised`. Webhooks of before receive `payment.succeeded` for authorisations until you change them.',
      'New: `transaction.refundReason` of a refund, `processing.authResponse.arn` and `transaction.refundExpectedDate` where the processor sends them.',
      'New: `SUM` and `COUNT` by currency in a search, `POST /reporting/transactions/totals`, and the fields `money_moved`, `original_txn_id` and `original_reference`.',
      'New: `features.paymentMethodRegistration: optional` of a payment page shows saved cards and saves a new one with consent.',
      'Changed: `resume` is X208 while the 3-D Secure server does not respond. It was V108.',
    ],
  },
  {
    date: '2026-11-27',
    changes: [
      'New: `RateLimit` and `RateLimit-Policy` in every response.',
      'Changed: the response of `ping` has no body.',
    ],
  },
  {
    date: '2026-11-26',
    changes: [
      'Changed: `GET /acceptor/rest/customers/{installationId}/{customerId}/paymentMethods` returns a list of cards.',
    ],
  },
  {
    date: '2026-11-23',
    changes: [
      'New: `outcome.adviceCode`, Mastercard’s merchant advice code, which `outcome.advice` follows.',
      'New: `GET /acceptor/rest/account` shows the permissions and installations of a key.',
    ],
  },
];
