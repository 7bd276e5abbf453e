// Generated from the OpenAPI document by `npm run client`. Do not edit.

export type WebhookEvent = TransactionEvent | ScheduleEvent | LinkEvent | DisputeEvent;

export interface Refusal {
  status: 'FAILED';
  /**
   * The reason of the rejection. Every code has an entry in the error reference.
   */
  reasonCode: string;
  /**
   * The reason in English, for your log. Don’t show it to payers.
   */
  reasonMessage: string;
  /**
   * The field of your request that has the error, as a dotted path.
   */
  field?: string;
  /**
   * The error of the field.
   */
  detail?:
    | 'missing'
    | 'wrong_type'
    | 'too_long'
    | 'too_short'
    | 'too_large'
    | 'too_small'
    | 'not_allowed'
    | 'unknown_field'
    | 'repeated'
    | 'invalid';
}
export interface Notification {
  transaction?: {
    /**
     * The id of the transaction: digits as text. Follow-ups need it.
     */
    transactionId?: string;
    /**
     * The result of the transaction, or PENDING while it waits.
     */
    status: 'SUCCESS' | 'FAILED' | 'PENDING' | 'EXPIRED' | 'CANCELLED' | 'VOIDED';
    /**
     * The last stage that the transaction reached.
     */
    stage?: string;
    /**
     * PAYMENT, PREAUTH, REPEAT, CAPTURE, CANCEL, REFUND, PAYOUT and so on.
     */
    type: string;
    /**
     * In the major unit: 12.5 is 12.50 GBP.
     */
    amount?: number;
    consumerSpend?: number;
    /**
     * ISO 4217, three letters.
     */
    currency?: string;
    /**
     * Your reference.
     */
    merchantRef?: string;
    /**
     * Fields of your request that contained a card number, which is masked.
     */
    masked?: string[];
    /**
     * ISO 8601, UTC.
     */
    transactionTime?: string;
    receivedTime?: string;
    /**
     * The original of a follow-up.
     */
    relatedTransaction?: {
      transactionId: string;
      merchantRef?: string;
      [k: string]: unknown;
    };
    /**
     * The reason of a refund, as you sent it.
     */
    refundReason?:
      | 'CUSTOMER_REQUEST'
      | 'DUPLICATE'
      | 'FRAUD'
      | 'GOODS_NOT_RECEIVED'
      | 'GOODS_RETURNED'
      | 'ORDER_CANCELLED'
      | 'OTHER';
    /**
     * Of a refund: the day by which the payer’s bank shows it, yyyy-MM-dd, if the processor sent one.
     */
    refundExpectedDate?: string;
    [k: string]: unknown;
  };
  processing?: {
    model: string;
    authResponse?: {
      /**
       * Of a refund: the acquirer reference number, 23 digits, by which the payer’s bank finds it, if the processor sent one.
       */
      arn?: string;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  paymentMethod?: {
    paymentClass: string;
    wallet?: 'APPLE-PAY' | 'GOOGLE-PAY';
    [k: string]: unknown;
  };
  threeDSecure?: {
    status?: string;
    eci?: string;
    liabilityShift?: boolean;
    redirectUrl?: string;
    acsUrl?: string;
    creq?: string;
    threeDSSessionData?: string;
    PaReq?: string;
    MD?: string;
    TermUrl?: string;
    [k: string]: unknown;
  };
  exemption?: {
    type: string;
    requestedBy: string;
  };
  schedule?: {
    scheduleId: string;
  };
  /**
   * Of a refund: the open disputes of its payment. The card holder may get the money twice.
   */
  disputes?: {
    disputeId: string;
    transactionId: string;
    stage: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION';
    status: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'ACCEPTED' | 'EXPIRED' | 'WITHDRAWN';
    amount: number;
    currency: string;
  }[];
  outcome?: {
    /**
     * SUCCESS, FAILED or PENDING.
     */
    status: string;
    /**
     * S100 on success. Every other code has an entry in the error reference.
     */
    reasonCode: string;
    reasonMessage: string;
    advice?: DeclineAdvice;
    /**
     * Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.
     */
    adviceCode?: string;
    /**
     * The field of your request that has the error, as a dotted path.
     */
    field?: string;
    detail?: string;
  };
  /**
   * Every change of the status, oldest first.
   */
  history?: {
    transactionStatus: string;
    timeStamp: string;
    [k: string]: unknown;
  }[];
  /**
   * The successful follow-ups: REFUNDED, CAPTURED, CANCELLED, REPEATED.
   */
  followUpStatus?: {
    status?: {
      name: string;
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  };
  installationId?: number;
  sessionId?: string;
  locale?: string;
  /**
   * The address where the payer continues. Send the payer’s browser there.
   */
  redirect?: {
    url: string;
    frame: string;
  };
  /**
   * Addresses of the transaction, its customer and card, and its possible actions.
   */
  link?: {
    rel: string;
    href: string;
  }[];
  status?: string;
  reasonCode?: string;
  reasonMessage?: string;
  /**
   * The type of the transaction, an underscore and its status.
   */
  eventType: string;
  [k: string]: unknown;
}
export interface DeclineAdvice {
  /**
   * The type of failure, for your reports.
   */
  group: string;
  /**
   * The party that can act.
   */
  side: 'CUSTOMER' | 'ISSUER' | 'MERCHANT' | 'PROVIDER' | 'PROCESSOR';
  /**
   * Whether another attempt can help: never, after correcting the request, later, or with 3-D Secure.
   */
  retry: 'NEVER' | 'FIX' | 'LATER' | 'AUTHENTICATE';
  /**
   * With LATER: the earliest time of the next attempt.
   */
  notBefore?: string;
}
export interface TransactionEvent {
  /**
   * The id of the event, as in the header `webhook-id`.
   */
  id: string;
  /**
   * The time of the event: ISO 8601, UTC.
   */
  createdAt: string;
  installationId: number;
  test?: true;
  sessionId?: string;
  linkId?: string;
  scheduleId?: string;
  type:
    | 'payment.succeeded'
    | 'payment.authorised'
    | 'payment.failed'
    | 'payment.pending'
    | 'payment.expired'
    | 'capture.succeeded'
    | 'capture.failed'
    | 'capture.pending'
    | 'capture.expired'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'refund.pending'
    | 'refund.expired'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'payout.pending'
    | 'payout.expired'
    | 'card.registered';
  data: Notification;
}
export interface ScheduleEvent {
  /**
   * The id of the event, as in the header `webhook-id`.
   */
  id: string;
  /**
   * The time of the event: ISO 8601, UTC.
   */
  createdAt: string;
  installationId: number;
  test?: true;
  sessionId?: string;
  linkId?: string;
  scheduleId?: string;
  type: 'schedule.charged' | 'schedule.failed' | 'schedule.suspended';
  data: {
    schedule: Schedule;
    transactionId?: string;
  };
}
export interface Schedule {
  id: string;
  owner: string;
  ownerName: string;
  merchantId: number;
  installationId: number;
  status: 'ACTIVE' | 'COMPLETE' | 'CANCELLED' | 'SUSPENDED' | 'TECH_SUSPENDED';
  type: string;
  creationDate: string;
  transactionId: string;
  currencyCode: string;
  definition: {
    episodeData: {
      transactionId: string | null;
      amount: string;
    }[];
    [k: string]: unknown;
  };
  metaData: {
    customerMerchantRef: string | null;
    customerEmail: string | null;
    customerName: string | null;
    maskedPan: string | null;
    lastFour: string | null;
  };
  lastEpisode: {
    episodeDue: string;
    episodeData: {
      amount: string;
    };
    state: ('SUCCESS' | 'FAILED') | null;
  } | null;
  nextEpisode: {
    episodeIndex: number;
    retryIndex: number;
    episodeDue: string;
    episodeData: {
      amount: string;
      currency: string;
    };
  } | null;
  failure: {
    code: 'DECLINED' | 'FAILED' | 'TECH_SUSPENDED' | 'CARD_NEEDED' | 'CONSENT_WITHDRAWN';
    date: string;
    reasonCode: string;
    statusCode: string | null;
    scheme: string | null;
    adviceCode: string | null;
    transactionId: string | null;
  } | null;
}
export interface LinkEvent {
  /**
   * The id of the event, as in the header `webhook-id`.
   */
  id: string;
  /**
   * The time of the event: ISO 8601, UTC.
   */
  createdAt: string;
  installationId: number;
  test?: true;
  sessionId?: string;
  linkId?: string;
  scheduleId?: string;
  type: 'link.authorised' | 'link.paid' | 'link.released' | 'link.refunded' | 'link.expired';
  data: {
    smartLink: {
      linkId: string;
      batchId: string;
      status: 'ACTIVATED' | 'USED' | 'EXPIRED' | 'CANCELLED' | 'DEACTIVATED';
      state:
        | 'OPEN'
        | 'OPENED'
        | 'PROCESSING'
        | 'AUTHORISED'
        | 'IN_REVIEW'
        | 'PAID'
        | 'PARTLY_REFUNDED'
        | 'REFUNDED'
        | 'RELEASED'
        | 'EXPIRED'
        | 'CANCELLED'
        | 'DEACTIVATED';
      isBeingPaid: boolean;
      usage: 'SINGLE' | 'MULTIPLE';
      kind: 'payments' | 'payouts';
      created: string;
      expires: string;
      opened: string | null;
      installationId: number;
      installationName: string;
      merchantName: string;
      currency: string;
      amount: string | null;
      minAmount: string | null;
      maxAmount: string | null;
      authorised: {
        amount: string;
        at: string;
      } | null;
      paid: {
        count: number;
        amount: string;
        at: string;
      } | null;
      refunded: {
        amount: string;
      } | null;
      merchantReference: string | null;
      description: string | null;
      emailAddress: string | null;
      mailedTo: string[];
      mailedAt: string | null;
      reminder: {
        daysBefore: number;
        at: string | null;
        sentAt: string | null;
      } | null;
      onDeadLink: string | null;
      thankYou: string | null;
      returnUrl: string | null;
      transactionId: string | null;
      attempts: number;
      failure: {
        reasonCode: string;
        statusCode: string | null;
        scheme: string | null;
        adviceCode: string | null;
        advice?: DeclineAdvice;
      } | null;
    };
    transactionId?: string;
  };
}
export interface DisputeEvent {
  id: string;
  createdAt: string;
  installationId: number;
  test?: true;
  sessionId?: string;
  linkId?: string;
  scheduleId?: string;
  type: 'dispute.opened' | 'dispute.updated' | 'dispute.closed';
  data: {
    dispute: Dispute;
    transactionId: string;
  };
}
export interface Dispute {
  disputeId: string;
  transactionId: string;
  stage: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION';
  status: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'ACCEPTED' | 'EXPIRED' | 'WITHDRAWN';
  amount: number;
  chargedBack: number;
  currency: string;
  scheme?: string;
  reasonCode?: string;
  reason?: string;
  isFraud: boolean;
  processorReference: string;
  openedAt: string;
  deadline?: string;
  closedAt?: string;
}
export interface TestEvent {
  /**
   * The id of the event, as in the header `webhook-id`.
   */
  id: string;
  /**
   * The time of the event: ISO 8601, UTC.
   */
  createdAt: string;
  type: 'test';
  data: {
    [k: string]: unknown;
  };
}
export interface CallbackRequest {
  availableActions: {
    /**
     * The actions that you can respond with.
     */
    action: ('PROCEED' | 'CANCEL' | 'SUSPEND' | 'SUSPEND_REPLAY')[];
  };
  transaction?: {
    /**
     * The id of the transaction: digits as text. Follow-ups need it.
     */
    transactionId?: string;
    /**
     * The result of the transaction, or PENDING while it waits.
     */
    status: 'SUCCESS' | 'FAILED' | 'PENDING' | 'EXPIRED' | 'CANCELLED' | 'VOIDED';
    /**
     * The last stage that the transaction reached.
     */
    stage?: string;
    /**
     * PAYMENT, PREAUTH, REPEAT, CAPTURE, CANCEL, REFUND, PAYOUT and so on.
     */
    type: string;
    /**
     * In the major unit: 12.5 is 12.50 GBP.
     */
    amount?: number;
    consumerSpend?: number;
    /**
     * ISO 4217, three letters.
     */
    currency?: string;
    /**
     * Your reference.
     */
    merchantRef?: string;
    /**
     * Fields of your request that contained a card number, which is masked.
     */
    masked?: string[];
    /**
     * ISO 8601, UTC.
     */
    transactionTime?: string;
    receivedTime?: string;
    /**
     * The original of a follow-up.
     */
    relatedTransaction?: {
      transactionId: string;
      merchantRef?: string;
      [k: string]: unknown;
    };
    /**
     * The reason of a refund, as you sent it.
     */
    refundReason?:
      | 'CUSTOMER_REQUEST'
      | 'DUPLICATE'
      | 'FRAUD'
      | 'GOODS_NOT_RECEIVED'
      | 'GOODS_RETURNED'
      | 'ORDER_CANCELLED'
      | 'OTHER';
    /**
     * Of a refund: the day by which the payer’s bank shows it, yyyy-MM-dd, if the processor sent one.
     */
    refundExpectedDate?: string;
    [k: string]: unknown;
  };
  processing?: {
    model: string;
    authResponse?: {
      /**
       * Of a refund: the acquirer reference number, 23 digits, by which the payer’s bank finds it, if the processor sent one.
       */
      arn?: string;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  paymentMethod?: {
    paymentClass: string;
    wallet?: 'APPLE-PAY' | 'GOOGLE-PAY';
    [k: string]: unknown;
  };
  threeDSecure?: {
    status?: string;
    eci?: string;
    liabilityShift?: boolean;
    redirectUrl?: string;
    acsUrl?: string;
    creq?: string;
    threeDSSessionData?: string;
    PaReq?: string;
    MD?: string;
    TermUrl?: string;
    [k: string]: unknown;
  };
  exemption?: {
    type: string;
    requestedBy: string;
  };
  schedule?: {
    scheduleId: string;
  };
  /**
   * Of a refund: the open disputes of its payment. The card holder may get the money twice.
   */
  disputes?: {
    disputeId: string;
    transactionId: string;
    stage: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION';
    status: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'ACCEPTED' | 'EXPIRED' | 'WITHDRAWN';
    amount: number;
    currency: string;
  }[];
  outcome?: {
    /**
     * SUCCESS, FAILED or PENDING.
     */
    status: string;
    /**
     * S100 on success. Every other code has an entry in the error reference.
     */
    reasonCode: string;
    reasonMessage: string;
    advice?: DeclineAdvice;
    /**
     * Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.
     */
    adviceCode?: string;
    /**
     * The field of your request that has the error, as a dotted path.
     */
    field?: string;
    detail?: string;
  };
  /**
   * Every change of the status, oldest first.
   */
  history?: {
    transactionStatus: string;
    timeStamp: string;
    [k: string]: unknown;
  }[];
  /**
   * The successful follow-ups: REFUNDED, CAPTURED, CANCELLED, REPEATED.
   */
  followUpStatus?: {
    status?: {
      name: string;
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  };
  installationId?: number;
  sessionId?: string;
  locale?: string;
  /**
   * The address where the payer continues. Send the payer’s browser there.
   */
  redirect?: {
    url: string;
    frame: string;
  };
  /**
   * Addresses of the transaction, its customer and card, and its possible actions.
   */
  link?: {
    rel: string;
    href: string;
  }[];
  status?: string;
  reasonCode?: string;
  reasonMessage?: string;
  [k: string]: unknown;
}
export interface PreAuthCallbackResponse {
  callbackResponse: {
    preAuthCallbackResponse: {
      action: 'PROCEED' | 'CANCEL' | 'SUSPEND' | 'SUSPEND_REPLAY';
      redirect?: {
        url: string;
        frame?: 'CONTAINER' | 'TOP';
      };
    };
  };
}
export interface PostAuthCallbackResponse {
  callbackResponse: {
    postAuthCallbackResponse: {
      action: 'PROCEED' | 'CANCEL';
    };
  };
}
export interface Payment {
  transaction?: {
    /**
     * The id of the transaction: digits as text. Follow-ups need it.
     */
    transactionId?: string;
    /**
     * The result of the transaction, or PENDING while it waits.
     */
    status: 'SUCCESS' | 'FAILED' | 'PENDING' | 'EXPIRED' | 'CANCELLED' | 'VOIDED';
    /**
     * The last stage that the transaction reached.
     */
    stage?: string;
    /**
     * PAYMENT, PREAUTH, REPEAT, CAPTURE, CANCEL, REFUND, PAYOUT and so on.
     */
    type: string;
    /**
     * In the major unit: 12.5 is 12.50 GBP.
     */
    amount?: number;
    consumerSpend?: number;
    /**
     * ISO 4217, three letters.
     */
    currency?: string;
    /**
     * Your reference.
     */
    merchantRef?: string;
    /**
     * Fields of your request that contained a card number, which is masked.
     */
    masked?: string[];
    /**
     * ISO 8601, UTC.
     */
    transactionTime?: string;
    receivedTime?: string;
    /**
     * The original of a follow-up.
     */
    relatedTransaction?: {
      transactionId: string;
      merchantRef?: string;
      [k: string]: unknown;
    };
    /**
     * The reason of a refund, as you sent it.
     */
    refundReason?:
      | 'CUSTOMER_REQUEST'
      | 'DUPLICATE'
      | 'FRAUD'
      | 'GOODS_NOT_RECEIVED'
      | 'GOODS_RETURNED'
      | 'ORDER_CANCELLED'
      | 'OTHER';
    /**
     * Of a refund: the day by which the payer’s bank shows it, yyyy-MM-dd, if the processor sent one.
     */
    refundExpectedDate?: string;
    [k: string]: unknown;
  };
  processing?: {
    model: string;
    authResponse?: {
      /**
       * Of a refund: the acquirer reference number, 23 digits, by which the payer’s bank finds it, if the processor sent one.
       */
      arn?: string;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  paymentMethod?: {
    paymentClass: string;
    wallet?: 'APPLE-PAY' | 'GOOGLE-PAY';
    [k: string]: unknown;
  };
  threeDSecure?: {
    status?: string;
    eci?: string;
    liabilityShift?: boolean;
    redirectUrl?: string;
    acsUrl?: string;
    creq?: string;
    threeDSSessionData?: string;
    PaReq?: string;
    MD?: string;
    TermUrl?: string;
    [k: string]: unknown;
  };
  exemption?: {
    type: string;
    requestedBy: string;
  };
  schedule?: {
    scheduleId: string;
  };
  /**
   * Of a refund: the open disputes of its payment. The card holder may get the money twice.
   */
  disputes?: {
    disputeId: string;
    transactionId: string;
    stage: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION';
    status: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'ACCEPTED' | 'EXPIRED' | 'WITHDRAWN';
    amount: number;
    currency: string;
  }[];
  outcome?: {
    /**
     * SUCCESS, FAILED or PENDING.
     */
    status: string;
    /**
     * S100 on success. Every other code has an entry in the error reference.
     */
    reasonCode: string;
    reasonMessage: string;
    advice?: DeclineAdvice;
    /**
     * Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.
     */
    adviceCode?: string;
    /**
     * The field of your request that has the error, as a dotted path.
     */
    field?: string;
    detail?: string;
  };
  /**
   * Every change of the status, oldest first.
   */
  history?: {
    transactionStatus: string;
    timeStamp: string;
    [k: string]: unknown;
  }[];
  /**
   * The successful follow-ups: REFUNDED, CAPTURED, CANCELLED, REPEATED.
   */
  followUpStatus?: {
    status?: {
      name: string;
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  };
  installationId?: number;
  sessionId?: string;
  locale?: string;
  /**
   * The address where the payer continues. Send the payer’s browser there.
   */
  redirect?: {
    url: string;
    frame: string;
  };
  /**
   * Addresses of the transaction, its customer and card, and its possible actions.
   */
  link?: {
    rel: string;
    href: string;
  }[];
  status?: string;
  reasonCode?: string;
  reasonMessage?: string;
  [k: string]: unknown;
}
export interface StrongCustomerAuthentication {
  transactionType?: string;
  challengeRequested?: string;
  minFrequency?: number;
  numberOfInstalments?: number;
  merchantRisk?: {
    preOrder?: boolean;
    preOrderDate?: string;
    reOrder?: boolean;
    deliveryEmailAddress?: string;
    deliveryTimeframe?: string;
    shippingTo?: string;
    giftCardPurchase?: {
      amount?: number | string;
      count?: number;
      currency?: string;
    };
  };
  accountInfo?: {
    accountOpenedDate?: string;
    accountOpenedPeriod?: string;
    accountLastChangedDate?: string;
    accountLastChangedPeriod?: string;
    passwordLastChangedDate?: string;
    passwordLastChangedPeriod?: string;
    accountRegisteredDate?: string;
    accountRegisteredPeriod?: string;
    shippingAddressFirstUseDate?: string;
    shippingAddressFirstUsePeriod?: string;
    accountEmail?: string;
    suspiciousActivity?: boolean;
    shippingNameSameAsAccountName?: boolean;
    purchasesInLastSixMonths?: number;
    addCardAttemptsInLast24Hours?: number;
    transactionAttemptsInLast24Hours?: number;
    transactionAttemptsInLast12Months?: number;
  };
  authenticationInfo?: {
    method?: string;
    time?: string;
  };
  priorAuthenticationInfo?: {
    method?: string;
    time?: string;
    reference?: string;
  };
}
export interface OrderDetails {
  /**
   * @maxItems 200
   */
  lineItems?: {
    name?: string;
    itemAmount?: number | string;
    quantity?: number;
    totalAmount?: number | string;
  }[];
  shippingAddress?: {
    name?: string;
    line1?: string;
    line2?: string;
    line3?: string;
    line4?: string;
    city?: string;
    district?: string;
    state?: string;
    postcode?: string;
    country?: {
      countryCode?: string;
    };
  };
}
export interface ScheduleDefinition {
  /**
   * yyyy-MM-dd. The first charge is on or after that day.
   */
  startDate?: string;
  /**
   * The days of the charges, instead of a frequency or a pattern.
   */
  fixed?:
    | string[]
    | {
        /**
         * @maxItems 400
         */
        dates: string[];
      };
  /**
   * Charges every given number of days, weeks or months.
   */
  frequency?: {
    rate: 'FIXED' | 'RELATIVE';
    unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
    quantity: number;
  };
  /**
   * Charges on the given days of the week, the month or the year.
   */
  pattern?: {
    /**
     * @maxItems 7
     */
    daysOfWeek?:
      | []
      | ['MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY']
      | [
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
        ]
      | [
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
        ]
      | [
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
        ]
      | [
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
        ]
      | [
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
        ]
      | [
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY',
          'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
        ];
    /**
     * @maxItems 4
     */
    weeksOfMonth?:
      [] | [number] | [number, number] | [number, number, number] | [number, number, number, number];
    /**
     * @maxItems 31
     */
    daysOfMonth?: number[];
    /**
     * @maxItems 12
     */
    monthsOfYear?:
      | []
      | [number]
      | [number, number]
      | [number, number, number]
      | [number, number, number, number]
      | [number, number, number, number, number]
      | [number, number, number, number, number, number]
      | [number, number, number, number, number, number, number]
      | [number, number, number, number, number, number, number, number]
      | [number, number, number, number, number, number, number, number, number]
      | [number, number, number, number, number, number, number, number, number, number]
      | [number, number, number, number, number, number, number, number, number, number, number]
      | [number, number, number, number, number, number, number, number, number, number, number, number];
  };
  /**
   * The end of the schedule: a day, or a number of charges.
   */
  terminator?: {
    endOn?: string;
    episodeLimit?: number;
  };
  /**
   * The amount of every charge. Default: the amount of the first payment.
   */
  amount?: number | string;
  /**
   * An amount for each charge. The last one repeats.
   *
   * @maxItems 400
   */
  amounts?: (number | string)[];
  /**
   * The rules for retrying a failed charge.
   */
  retry?: {
    quantity: number;
    unit: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';
    processWhileRetrying?: boolean;
    catchupAfterRetrying?: boolean;
  };
}
export interface PaymentRequest {
  transaction: {
    /**
     * ISO 4217, three letters.
     */
    currency: string;
    /**
     * In the major unit, as number or text: "12.50". At most the decimals of the currency.
     */
    amount: number | string;
    /**
     * Your reference, at most 255 characters.
     */
    merchantRef?: string;
    description?: string;
    /**
     * ECOM online, MOTO for mail or telephone orders, CA for continuous authority: a later charge that the card holder has agreed to.
     */
    commerceType: string;
    channel?: string;
    /**
     * Authorise now and capture later.
     */
    deferred?: boolean;
    /**
     * The first payment of a series: later charges of the card do not need the card holder.
     */
    recurring?: boolean;
    instalment?: boolean;
    /**
     * true requests 3-D Secure for an ECOM payment. Without it the risk controls of the installation decide.
     */
    do3DSecure?: boolean;
    basketReference?: string;
  };
  /**
   * Exactly one of `card`, `cardToken`, `applePay`, `googlePay` and `paypal`.
   */
  paymentMethod: {
    card?: {
      /**
       * 13 to 19 digits. Passed to the processor and never stored.
       */
      pan?: string;
      /**
       * MMYY.
       */
      expiryDate?: string;
      /**
       * Never stored.
       */
      cv2?: string;
      cardHolderName?: string;
      nickname?: string;
      defaultCard?: boolean;
      startDate?: string;
      clearStart?: boolean;
      issueNumber?: string;
      clearIssue?: boolean;
      cardLockToken?: string;
    };
    cardToken?: {
      /**
       * The token of a registered card.
       */
      token?: string;
      cv2?: string;
    };
    paypal?: {
      returnUrl?: string;
      cancelUrl?: string;
    };
    applePay?: {
      /**
       * JSON of `payment.token`. Passed to the processor and never stored.
       */
      token?: string;
    };
    googlePay?: {
      /**
       * `tokenizationData.token`. Passed to the processor and never stored.
       */
      token?: string;
    };
    /**
     * true stores the card for later payments of the customer.
     */
    registered?: boolean;
    networkTokenDetails?: {
      usage?: string;
      tokenError?: string;
      expiryMonth?: string;
      expiryYear?: string;
    };
    billingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      country?: string;
      countryCode?: string;
    };
  };
  customer?: {
    id?: string;
    /**
     * Your id for the customer.
     */
    merchantRef?: string;
    displayName?: string;
    registered?: boolean;
    email?: string;
    dateOfBirth?: string;
    telephone?: string;
    ip?: string;
    billingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      country?: string;
      countryCode?: string;
    };
  };
  financialServices?: {
    dateOfBirth?: string;
    surname?: string;
    accountNumber?: string;
    postCode?: string;
  };
  customFields?: {
    /**
     * Values of your custom fields. Search and fraud rules can use them.
     *
     * @maxItems 100
     */
    fieldState?: {
      name?: string;
      value?: string;
      transient?: boolean;
    }[];
  };
  callbacks?: {
    /**
     * Called before the authorisation.
     */
    preAuthCallback?: {
      url?: string;
      format?: string;
    };
    /**
     * Called after the authorisation.
     */
    postAuthCallback?: {
      url?: string;
      format?: string;
    };
    /**
     * Receives the results of the payment and of its follow-ups.
     */
    transactionNotification?: {
      url?: string;
      format?: string;
    };
    expiryNotification?: {
      url?: string;
      format?: string;
    };
  };
  strongCustomerAuthentication?: StrongCustomerAuthentication;
  orderDetails?: OrderDetails;
  accountFunding?: {
    accountFundingRecipientDetails?: {
      givenName?: string;
      surname?: string;
      address?: string;
      city?: string;
      state?: string;
      countryCode?: string;
    };
  };
  payoutRecipientData?: {
    givenName?: string;
    surname?: string;
    address?: string;
    city?: string;
    state?: string;
    countryCode?: string;
    dateOfBirth?: string;
    accountNumber?: string;
  };
  threeDSecure?: {
    /**
     * The browser of the card holder, which most processors need for 3-D Secure. An impossible value is rejected with its field.
     */
    browser?: {
      /**
       * The header Accept of the card holder’s request.
       */
      acceptHeader?: string;
      /**
       * The header User-Agent of the card holder’s request.
       */
      userAgent?: string;
      /**
       * The address of the card holder’s request.
       */
      ip?: string;
      /**
       * `navigator.language`.
       */
      language?: string;
      /**
       * false if no script runs there; the next four are then unknown.
       */
      javaScriptEnabled?: boolean;
      javaEnabled?: boolean;
      /**
       * `screen.colorDepth`: 1, 4, 8, 15, 16, 24, 32 or 48.
       */
      colorDepth?: string;
      /**
       * `screen.height`.
       */
      screenHeight?: string;
      /**
       * `screen.width`.
       */
      screenWidth?: string;
      /**
       * `new Date().getTimezoneOffset()`, from −840 to 720.
       */
      timeZoneOffset?: string;
    };
    /**
     * LOW_VALUE, RISK_ANALYSIS, CORPORATE or TRUSTED: asks for no challenge. You bear the risk then; the issuer decides.
     */
    exemption?: string;
  };
  schedule?: ScheduleDefinition;
  /**
   * The page on your site to which the issuer returns the payer after 3-D Secure.
   */
  returnUrl?: string;
  locale?: string;
}
export interface PayoutRequest {
  transaction: {
    /**
     * ISO 4217, three letters.
     */
    currency: string;
    /**
     * In the major unit, as number or text: "12.50". At most the decimals of the currency.
     */
    amount: number | string;
    /**
     * Your reference, at most 255 characters.
     */
    merchantRef?: string;
    description?: string;
    /**
     * ECOM online, MOTO for mail or telephone orders, CA for continuous authority: a later charge that the card holder has agreed to.
     */
    commerceType: string;
    channel?: string;
    /**
     * Authorise now and capture later.
     */
    deferred?: boolean;
    /**
     * The first payment of a series: later charges of the card do not need the card holder.
     */
    recurring?: boolean;
    instalment?: boolean;
    /**
     * true requests 3-D Secure for an ECOM payment. Without it the risk controls of the installation decide.
     */
    do3DSecure?: boolean;
    basketReference?: string;
  };
  /**
   * Exactly one of `card`, `cardToken`, `applePay`, `googlePay` and `paypal`.
   */
  paymentMethod: {
    card?: {
      /**
       * 13 to 19 digits. Passed to the processor and never stored.
       */
      pan?: string;
      /**
       * MMYY.
       */
      expiryDate?: string;
      /**
       * Never stored.
       */
      cv2?: string;
      cardHolderName?: string;
      nickname?: string;
      defaultCard?: boolean;
      startDate?: string;
      clearStart?: boolean;
      issueNumber?: string;
      clearIssue?: boolean;
      cardLockToken?: string;
    };
    cardToken?: {
      /**
       * The token of a registered card.
       */
      token?: string;
      cv2?: string;
    };
    paypal?: {
      returnUrl?: string;
      cancelUrl?: string;
    };
    applePay?: {
      /**
       * JSON of `payment.token`. Passed to the processor and never stored.
       */
      token?: string;
    };
    googlePay?: {
      /**
       * `tokenizationData.token`. Passed to the processor and never stored.
       */
      token?: string;
    };
    /**
     * true stores the card for later payments of the customer.
     */
    registered?: boolean;
    networkTokenDetails?: {
      usage?: string;
      tokenError?: string;
      expiryMonth?: string;
      expiryYear?: string;
    };
    billingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      country?: string;
      countryCode?: string;
    };
  };
  customer?: {
    id?: string;
    /**
     * Your id for the customer.
     */
    merchantRef?: string;
    displayName?: string;
    registered?: boolean;
    email?: string;
    dateOfBirth?: string;
    telephone?: string;
    ip?: string;
    billingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      country?: string;
      countryCode?: string;
    };
  };
  financialServices?: {
    dateOfBirth?: string;
    surname?: string;
    accountNumber?: string;
    postCode?: string;
  };
  customFields?: {
    /**
     * Values of your custom fields. Search and fraud rules can use them.
     *
     * @maxItems 100
     */
    fieldState?: {
      name?: string;
      value?: string;
      transient?: boolean;
    }[];
  };
  callbacks?: {
    /**
     * Called before the authorisation.
     */
    preAuthCallback?: {
      url?: string;
      format?: string;
    };
    /**
     * Called after the authorisation.
     */
    postAuthCallback?: {
      url?: string;
      format?: string;
    };
    /**
     * Receives the results of the payment and of its follow-ups.
     */
    transactionNotification?: {
      url?: string;
      format?: string;
    };
    expiryNotification?: {
      url?: string;
      format?: string;
    };
  };
  strongCustomerAuthentication?: StrongCustomerAuthentication;
  orderDetails?: OrderDetails;
  accountFunding?: {
    accountFundingRecipientDetails?: {
      givenName?: string;
      surname?: string;
      address?: string;
      city?: string;
      state?: string;
      countryCode?: string;
    };
  };
  payoutRecipientData?: {
    givenName?: string;
    surname?: string;
    address?: string;
    city?: string;
    state?: string;
    countryCode?: string;
    dateOfBirth?: string;
    accountNumber?: string;
  };
  threeDSecure?: {
    /**
     * The browser of the card holder, which most processors need for 3-D Secure. An impossible value is rejected with its field.
     */
    browser?: {
      /**
       * The header Accept of the card holder’s request.
       */
      acceptHeader?: string;
      /**
       * The header User-Agent of the card holder’s request.
       */
      userAgent?: string;
      /**
       * The address of the card holder’s request.
       */
      ip?: string;
      /**
       * `navigator.language`.
       */
      language?: string;
      /**
       * false if no script runs there; the next four are then unknown.
       */
      javaScriptEnabled?: boolean;
      javaEnabled?: boolean;
      /**
       * `screen.colorDepth`: 1, 4, 8, 15, 16, 24, 32 or 48.
       */
      colorDepth?: string;
      /**
       * `screen.height`.
       */
      screenHeight?: string;
      /**
       * `screen.width`.
       */
      screenWidth?: string;
      /**
       * `new Date().getTimezoneOffset()`, from −840 to 720.
       */
      timeZoneOffset?: string;
    };
    /**
     * LOW_VALUE, RISK_ANALYSIS, CORPORATE or TRUSTED: asks for no challenge. You bear the risk then; the issuer decides.
     */
    exemption?: string;
  };
  schedule?: ScheduleDefinition;
  /**
   * The page on your site to which the issuer returns the payer after 3-D Secure.
   */
  returnUrl?: string;
  locale?: string;
}
export interface VerificationRequest {
  transaction: {
    /**
     * ISO 4217, three letters.
     */
    currency: string;
    /**
     * In the major unit, as number or text: "12.50". At most the decimals of the currency.
     */
    amount?: number | string;
    /**
     * Your reference, at most 255 characters.
     */
    merchantRef?: string;
    description?: string;
    /**
     * ECOM online, MOTO for mail or telephone orders, CA for continuous authority: a later charge that the card holder has agreed to.
     */
    commerceType: string;
    channel?: string;
    /**
     * Authorise now and capture later.
     */
    deferred?: boolean;
    /**
     * The first payment of a series: later charges of the card do not need the card holder.
     */
    recurring?: boolean;
    instalment?: boolean;
    /**
     * true requests 3-D Secure for an ECOM payment. Without it the risk controls of the installation decide.
     */
    do3DSecure?: boolean;
    basketReference?: string;
  };
  /**
   * Exactly one of `card`, `cardToken`, `applePay`, `googlePay` and `paypal`.
   */
  paymentMethod: {
    card?: {
      /**
       * 13 to 19 digits. Passed to the processor and never stored.
       */
      pan?: string;
      /**
       * MMYY.
       */
      expiryDate?: string;
      /**
       * Never stored.
       */
      cv2?: string;
      cardHolderName?: string;
      nickname?: string;
      defaultCard?: boolean;
      startDate?: string;
      clearStart?: boolean;
      issueNumber?: string;
      clearIssue?: boolean;
      cardLockToken?: string;
    };
    cardToken?: {
      /**
       * The token of a registered card.
       */
      token?: string;
      cv2?: string;
    };
    paypal?: {
      returnUrl?: string;
      cancelUrl?: string;
    };
    applePay?: {
      /**
       * JSON of `payment.token`. Passed to the processor and never stored.
       */
      token?: string;
    };
    googlePay?: {
      /**
       * `tokenizationData.token`. Passed to the processor and never stored.
       */
      token?: string;
    };
    /**
     * true stores the card for later payments of the customer.
     */
    registered?: boolean;
    networkTokenDetails?: {
      usage?: string;
      tokenError?: string;
      expiryMonth?: string;
      expiryYear?: string;
    };
    billingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      country?: string;
      countryCode?: string;
    };
  };
  customer?: {
    id?: string;
    /**
     * Your id for the customer.
     */
    merchantRef?: string;
    displayName?: string;
    registered?: boolean;
    email?: string;
    dateOfBirth?: string;
    telephone?: string;
    ip?: string;
    billingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      country?: string;
      countryCode?: string;
    };
  };
  financialServices?: {
    dateOfBirth?: string;
    surname?: string;
    accountNumber?: string;
    postCode?: string;
  };
  customFields?: {
    /**
     * Values of your custom fields. Search and fraud rules can use them.
     *
     * @maxItems 100
     */
    fieldState?: {
      name?: string;
      value?: string;
      transient?: boolean;
    }[];
  };
  callbacks?: {
    /**
     * Called before the authorisation.
     */
    preAuthCallback?: {
      url?: string;
      format?: string;
    };
    /**
     * Called after the authorisation.
     */
    postAuthCallback?: {
      url?: string;
      format?: string;
    };
    /**
     * Receives the results of the payment and of its follow-ups.
     */
    transactionNotification?: {
      url?: string;
      format?: string;
    };
    expiryNotification?: {
      url?: string;
      format?: string;
    };
  };
  strongCustomerAuthentication?: StrongCustomerAuthentication;
  orderDetails?: OrderDetails;
  accountFunding?: {
    accountFundingRecipientDetails?: {
      givenName?: string;
      surname?: string;
      address?: string;
      city?: string;
      state?: string;
      countryCode?: string;
    };
  };
  payoutRecipientData?: {
    givenName?: string;
    surname?: string;
    address?: string;
    city?: string;
    state?: string;
    countryCode?: string;
    dateOfBirth?: string;
    accountNumber?: string;
  };
  threeDSecure?: {
    /**
     * The browser of the card holder, which most processors need for 3-D Secure. An impossible value is rejected with its field.
     */
    browser?: {
      /**
       * The header Accept of the card holder’s request.
       */
      acceptHeader?: string;
      /**
       * The header User-Agent of the card holder’s request.
       */
      userAgent?: string;
      /**
       * The address of the card holder’s request.
       */
      ip?: string;
      /**
       * `navigator.language`.
       */
      language?: string;
      /**
       * false if no script runs there; the next four are then unknown.
       */
      javaScriptEnabled?: boolean;
      javaEnabled?: boolean;
      /**
       * `screen.colorDepth`: 1, 4, 8, 15, 16, 24, 32 or 48.
       */
      colorDepth?: string;
      /**
       * `screen.height`.
       */
      screenHeight?: string;
      /**
       * `screen.width`.
       */
      screenWidth?: string;
      /**
       * `new Date().getTimezoneOffset()`, from −840 to 720.
       */
      timeZoneOffset?: string;
    };
    /**
     * LOW_VALUE, RISK_ANALYSIS, CORPORATE or TRUSTED: asks for no challenge. You bear the risk then; the issuer decides.
     */
    exemption?: string;
  };
  schedule?: ScheduleDefinition;
  /**
   * The page on your site to which the issuer returns the payer after 3-D Secure.
   */
  returnUrl?: string;
  locale?: string;
}
export interface CaptureRequest {
  transaction?: {
    /**
     * The currency of the original.
     */
    currency?: string;
    /**
     * Default: the full remaining amount.
     */
    amount?: number | string;
    /**
     * Your reference for the follow-up.
     */
    merchantRef?: string;
    description?: string;
    commerceType?: string;
    channel?: string;
    deferred?: boolean;
    recurring?: boolean;
    instalment?: boolean;
    do3DSecure?: boolean;
    basketReference?: string;
  };
  schedule?: ScheduleDefinition;
  skipNext?: {
    scheduleId?: string;
  };
}
export interface CancellationRequest {
  transaction?: {
    currency?: string;
    amount?: number | string;
    merchantRef?: string;
    description?: string;
    commerceType?: string;
    channel?: string;
    deferred?: boolean;
    recurring?: boolean;
    instalment?: boolean;
    do3DSecure?: boolean;
    basketReference?: string;
  };
  schedule?: ScheduleDefinition;
  skipNext?: {
    scheduleId?: string;
  };
}
export interface RefundRequest {
  transaction?: {
    /**
     * The currency of the original.
     */
    currency?: string;
    /**
     * Default: the full remaining amount.
     */
    amount?: number | string;
    /**
     * Your reference for the follow-up.
     */
    merchantRef?: string;
    description?: string;
    commerceType?: string;
    channel?: string;
    deferred?: boolean;
    recurring?: boolean;
    instalment?: boolean;
    do3DSecure?: boolean;
    basketReference?: string;
    /**
     * Why you refund, for your records and reports.
     */
    refundReason?:
      | 'CUSTOMER_REQUEST'
      | 'DUPLICATE'
      | 'FRAUD'
      | 'GOODS_NOT_RECEIVED'
      | 'GOODS_RETURNED'
      | 'ORDER_CANCELLED'
      | 'OTHER';
  };
  schedule?: ScheduleDefinition;
  skipNext?: {
    scheduleId?: string;
  };
}
export interface RepeatRequest {
  transaction?: {
    /**
     * The currency of the original.
     */
    currency?: string;
    /**
     * Default: the full remaining amount.
     */
    amount?: number | string;
    /**
     * Your reference for the follow-up.
     */
    merchantRef?: string;
    description?: string;
    commerceType?: string;
    channel?: string;
    deferred?: boolean;
    recurring?: boolean;
    instalment?: boolean;
    do3DSecure?: boolean;
    basketReference?: string;
  };
  schedule?: ScheduleDefinition;
  skipNext?: {
    scheduleId?: string;
  };
}
export interface ResumeRequest {
  threeDSecureResponse?: {
    /**
     * The response of 3-D Secure version 1.
     */
    pares?: string;
    /**
     * The response that the issuer’s page posted to your return address, version 2.
     */
    cres?: string;
  };
}
export interface Customer {
  id: string;
  merchantRef?: string;
  displayName?: string;
  registered: boolean;
}
export interface Card {
  registered: true;
  paymentClass: 'CARD';
  registeredTime: string;
  card: {
    /**
     * Use it instead of the card in later payments.
     */
    cardToken: string;
    /**
     * The same for every token of one card number.
     */
    cardFingerprint: string;
    cardType: string;
    cardUsageType: string;
    cardScheme: string;
    cardCategory: string;
    maskedPan: string;
    /**
     * MMYY.
     */
    expiryDate: string;
    validDate?: string;
    issuer?: string;
    issuerCountry?: string;
    cardHolderName?: string;
    cardNickname?: string;
    defaultCard: boolean;
  };
}
export interface TestClockMove {
  /**
   * A later time, at most 366 days after the present one. Either `to` or `days`.
   */
  to?: string;
  /**
   * How many days to go forward, from 1 to 366.
   */
  days?: number;
}
export interface SampleEventRequest {
  type:
    | 'payment.succeeded'
    | 'payment.authorised'
    | 'payment.failed'
    | 'payment.pending'
    | 'payment.expired'
    | 'capture.succeeded'
    | 'capture.failed'
    | 'capture.pending'
    | 'capture.expired'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'refund.pending'
    | 'refund.expired'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'payout.pending'
    | 'payout.expired'
    | 'schedule.charged'
    | 'schedule.failed'
    | 'schedule.suspended'
    | 'link.authorised'
    | 'link.paid'
    | 'link.released'
    | 'link.refunded'
    | 'link.expired'
    | 'card.registered'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.closed';
}
export interface Session {
  status: 'SUCCESS' | 'FAILED';
  /**
   * The id of the session, to read its status.
   */
  sessionId?: string;
  /**
   * The payment page. Send the payer’s browser there.
   */
  redirectUrl?: string;
  reasonCode?: string;
  reasonMessage?: string;
  field?: string;
  detail?: string;
}
export interface PaymentSessionRequest {
  session: {
    returnUrl: {
      /**
       * The page to which the payer returns: an https address on a registered site of the installation.
       */
      url?: string;
    };
    cancelUrl?: {
      /**
       * The page to which the payer returns without paying.
       */
      url?: string;
    };
    restoreUrl?: {
      url?: string;
    };
    /**
     * The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
     */
    skin?: string;
    preAuthCallback?: {
      url?: string;
      format?: string;
    };
    postAuthCallback?: {
      url?: string;
      format?: string;
    };
    transactionNotification?: {
      url?: string;
      format?: string;
    };
  };
  transaction: {
    /**
     * Your reference, at most 255 characters.
     */
    merchantReference?: string;
    money: {
      currency: string;
      amount?: {
        /**
         * Decimal text. Without it the payer chooses the amount, between `min` and `max`.
         */
        fixed?: number | string;
        min?: number | string;
        max?: number | string;
      };
    };
    description?: string;
    commerceType?: string;
    channel?: string;
    deferred?: boolean;
    recurring?: boolean;
    instalment?: boolean;
  };
  customer?: {
    registered?: boolean;
    identity?: {
      merchantCustomerId?: string;
    };
    details?: {
      name?: string;
      address?: {
        line1?: string;
        line2?: string;
        line3?: string;
        line4?: string;
        city?: string;
        region?: string;
        postcode?: string;
        countryCode?: string;
      };
      telephone?: string;
      emailAddress?: string;
      dateOfBirth?: string;
      ipAddress?: string;
      defaultCurrency?: string;
    };
  };
  features?: {
    paymentMethodRegistration?: string;
    /**
     * @maxItems 20
     */
    paymentMethods?:
      | []
      | [string]
      | [string, string]
      | [string, string, string]
      | [string, string, string, string]
      | [string, string, string, string, string]
      | [string, string, string, string, string, string]
      | [string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string, string]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ];
    showResultsPage?: boolean;
    newAccountPayoutEnabled?: boolean;
  };
  financialServices?: {
    dateOfBirth?: string;
    surname?: string;
    accountNumber?: string;
    postCode?: string;
  };
  customFields?: {
    /**
     * @maxItems 100
     */
    fieldState?: {
      name?: string;
      value?: string;
      transient?: boolean;
    }[];
  };
  order?: {
    orderRef?: string;
    shippingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      countryCode?: string;
      name?: string;
    };
  };
  schedule?: ScheduleDefinition;
  emailReceipt?: boolean;
  strongCustomerAuthentication?: StrongCustomerAuthentication;
  receiptLocale?: string;
  locale?: string;
}
export interface PayoutSessionRequest {
  session: {
    returnUrl: {
      /**
       * The page to which the payer returns: an https address on a registered site of the installation.
       */
      url?: string;
    };
    cancelUrl?: {
      /**
       * The page to which the payer returns without paying.
       */
      url?: string;
    };
    restoreUrl?: {
      url?: string;
    };
    /**
     * The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
     */
    skin?: string;
    preAuthCallback?: {
      url?: string;
      format?: string;
    };
    postAuthCallback?: {
      url?: string;
      format?: string;
    };
    transactionNotification?: {
      url?: string;
      format?: string;
    };
  };
  transaction: {
    /**
     * Your reference, at most 255 characters.
     */
    merchantReference?: string;
    money: {
      currency: string;
      amount?: {
        /**
         * Decimal text. Without it the payer chooses the amount, between `min` and `max`.
         */
        fixed?: number | string;
        min?: number | string;
        max?: number | string;
      };
    };
    description?: string;
    commerceType?: string;
    channel?: string;
    deferred?: boolean;
    recurring?: boolean;
    instalment?: boolean;
  };
  customer?: {
    registered?: boolean;
    identity?: {
      merchantCustomerId?: string;
    };
    details?: {
      name?: string;
      address?: {
        line1?: string;
        line2?: string;
        line3?: string;
        line4?: string;
        city?: string;
        region?: string;
        postcode?: string;
        countryCode?: string;
      };
      telephone?: string;
      emailAddress?: string;
      dateOfBirth?: string;
      ipAddress?: string;
      defaultCurrency?: string;
    };
  };
  features?: {
    paymentMethodRegistration?: string;
    /**
     * @maxItems 20
     */
    paymentMethods?:
      | []
      | [string]
      | [string, string]
      | [string, string, string]
      | [string, string, string, string]
      | [string, string, string, string, string]
      | [string, string, string, string, string, string]
      | [string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string, string]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ];
    showResultsPage?: boolean;
    newAccountPayoutEnabled?: boolean;
  };
  financialServices?: {
    dateOfBirth?: string;
    surname?: string;
    accountNumber?: string;
    postCode?: string;
  };
  customFields?: {
    /**
     * @maxItems 100
     */
    fieldState?: {
      name?: string;
      value?: string;
      transient?: boolean;
    }[];
  };
  order?: {
    orderRef?: string;
    shippingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      countryCode?: string;
      name?: string;
    };
  };
  schedule?: ScheduleDefinition;
  emailReceipt?: boolean;
  strongCustomerAuthentication?: StrongCustomerAuthentication;
  receiptLocale?: string;
  locale?: string;
}
export interface CardSessionRequest {
  session: {
    returnUrl: {
      /**
       * The page to which the payer returns: an https address on a registered site of the installation.
       */
      url?: string;
    };
    cancelUrl?: {
      /**
       * The page to which the payer returns without paying.
       */
      url?: string;
    };
    restoreUrl?: {
      url?: string;
    };
    /**
     * The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
     */
    skin?: string;
    preAuthCallback?: {
      url?: string;
      format?: string;
    };
    postAuthCallback?: {
      url?: string;
      format?: string;
    };
    transactionNotification?: {
      url?: string;
      format?: string;
    };
  };
  transaction?: {
    /**
     * Your reference, at most 255 characters.
     */
    merchantReference?: string;
    money?: {
      currency?: string;
      amount?: {
        /**
         * Decimal text. Without it the payer chooses the amount, between `min` and `max`.
         */
        fixed?: number | string;
        min?: number | string;
        max?: number | string;
      };
    };
    description?: string;
    commerceType?: string;
    channel?: string;
    deferred?: boolean;
    recurring?: boolean;
    instalment?: boolean;
  };
  customer?: {
    registered?: boolean;
    identity?: {
      merchantCustomerId?: string;
    };
    details?: {
      name?: string;
      address?: {
        line1?: string;
        line2?: string;
        line3?: string;
        line4?: string;
        city?: string;
        region?: string;
        postcode?: string;
        countryCode?: string;
      };
      telephone?: string;
      emailAddress?: string;
      dateOfBirth?: string;
      ipAddress?: string;
      defaultCurrency?: string;
    };
  };
  features?: {
    paymentMethodRegistration?: string;
    /**
     * @maxItems 20
     */
    paymentMethods?:
      | []
      | [string]
      | [string, string]
      | [string, string, string]
      | [string, string, string, string]
      | [string, string, string, string, string]
      | [string, string, string, string, string, string]
      | [string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string, string]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ];
    showResultsPage?: boolean;
    newAccountPayoutEnabled?: boolean;
  };
  financialServices?: {
    dateOfBirth?: string;
    surname?: string;
    accountNumber?: string;
    postCode?: string;
  };
  customFields?: {
    /**
     * @maxItems 100
     */
    fieldState?: {
      name?: string;
      value?: string;
      transient?: boolean;
    }[];
  };
  order?: {
    orderRef?: string;
    shippingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      countryCode?: string;
      name?: string;
    };
  };
  schedule?: ScheduleDefinition;
  emailReceipt?: boolean;
  strongCustomerAuthentication?: StrongCustomerAuthentication;
  receiptLocale?: string;
  locale?: string;
}
export interface SessionStatus {
  status: 'SUCCESS' | 'FAILED';
  hostedSessionStatus?: {
    sessionId: string;
    context: string;
    /**
     * The payer has been inactive for a while.
     */
    stale: boolean;
    /**
     * Milliseconds since 1970.
     */
    lastInteraction: number;
    sessionState: 'CREATED' | 'STARTED' | 'TERMINATED' | 'EXPIRED' | 'INVALIDATED';
    transactionState: {
      /**
       * The transaction of the latest attempt.
       */
      id?: string;
      transactionState:
        | 'NOT_SUBMITTED'
        | 'PROCESSING'
        | 'PENDING'
        | 'SUCCESS'
        | 'FAILED'
        | 'EXPIRED'
        | 'CANCELLED'
        | 'VOIDED';
      heldForReview?: boolean;
      outcome?: {
        reasonCode: string;
        /**
         * The processor’s code, if it responded.
         */
        statusCode?: string;
        scheme?: string;
        /**
         * Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.
         */
        adviceCode?: string;
        advice?: DeclineAdvice;
      };
    };
  };
  reasonCode?: string;
  reasonMessage?: string;
  field?: string;
  detail?: string;
}
export interface CreatedLink {
  smartLinkResponseDetail?: {
    /**
     * ISO 8601, UTC. The link cannot be paid afterwards.
     */
    expires: string;
    usage: 'SINGLE' | 'MULTIPLE';
    status: 'ACTIVATED' | 'USED' | 'EXPIRED' | 'CANCELLED' | 'DEACTIVATED';
    /**
     * The address for your customer.
     */
    link: string;
    linkId: string;
  };
  status: 'SUCCESS' | 'FAILED';
  reasonCode?: string;
  reasonMessage?: string;
  field?: string;
  detail?: string;
}
export interface Link {
  linkId: string;
  batchId: string;
  link: string;
  /**
   * Whether the link can be paid. USED: a payment of a SINGLE link is authorised or paid.
   */
  status: 'ACTIVATED' | 'USED' | 'EXPIRED' | 'CANCELLED' | 'DEACTIVATED';
  /**
   * What became of its payment: PAID is money taken, AUTHORISED and IN_REVIEW are reserved, RELEASED is given up.
   */
  state:
    | 'OPEN'
    | 'OPENED'
    | 'PROCESSING'
    | 'AUTHORISED'
    | 'IN_REVIEW'
    | 'PAID'
    | 'PARTLY_REFUNDED'
    | 'REFUNDED'
    | 'RELEASED'
    | 'EXPIRED'
    | 'CANCELLED'
    | 'DEACTIVATED';
  isBeingPaid: boolean;
  usage: 'SINGLE' | 'MULTIPLE';
  kind: 'payments' | 'payouts';
  created: string;
  expires: string;
  /**
   * The time when a payer first saw the payment page, or null.
   */
  opened: string | null;
  installationId: number;
  installationName: string;
  merchantName: string;
  currency: string;
  amount: string | null;
  minAmount: string | null;
  maxAmount: string | null;
  authorised: {
    amount: string;
    at: string;
  } | null;
  /**
   * The money taken, before refunds.
   */
  paid: {
    count: number;
    amount: string;
    at: string;
  } | null;
  refunded: {
    amount: string;
  } | null;
  merchantReference: string | null;
  description: string | null;
  emailAddress: string | null;
  mailedTo: string[];
  /**
   * The time of the latest email with the link, or null.
   */
  mailedAt: string | null;
  /**
   * The email before the end of the link, or null. `at` is null once it is sent or no longer due.
   */
  reminder: {
    daysBefore: number;
    at: string | null;
    sentAt: string | null;
  } | null;
  onDeadLink: string | null;
  thankYou: string | null;
  returnUrl: string | null;
  transactionId: string | null;
  attempts: number;
  /**
   * The reason why the latest attempt failed, or null.
   */
  failure: {
    reasonCode: string;
    /**
     * The processor’s code, if it responded.
     */
    statusCode: string | null;
    scheme: string | null;
    /**
     * Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.
     */
    adviceCode: string | null;
    advice?: DeclineAdvice;
  } | null;
}
export interface LinkChange {
  expires?: string;
  description?: string;
  remindDaysBefore?: number | null;
  minAmount?: string | null;
  maxAmount?: string | null;
}
export interface PaymentLinkRequest {
  session?: {
    returnUrl?: {
      /**
       * The page to which the payer returns: an https address on a registered site of the installation.
       */
      url?: string;
    };
    cancelUrl?: {
      /**
       * The page to which the payer returns without paying.
       */
      url?: string;
    };
    restoreUrl?: {
      url?: string;
    };
    /**
     * The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
     */
    skin?: string;
    preAuthCallback?: {
      url?: string;
      format?: string;
    };
    postAuthCallback?: {
      url?: string;
      format?: string;
    };
    transactionNotification?: {
      url?: string;
      format?: string;
    };
  };
  transaction: {
    /**
     * Your reference, at most 255 characters.
     */
    merchantReference?: string;
    money: {
      currency: string;
      amount?: {
        /**
         * Decimal text. Without it the payer chooses the amount, between `min` and `max`.
         */
        fixed?: number | string;
        min?: number | string;
        max?: number | string;
      };
    };
    description?: string;
    commerceType?: string;
    channel?: string;
    deferred?: boolean;
    recurring?: boolean;
    instalment?: boolean;
  };
  customer?: {
    registered?: boolean;
    identity?: {
      merchantCustomerId?: string;
    };
    details?: {
      name?: string;
      address?: {
        line1?: string;
        line2?: string;
        line3?: string;
        line4?: string;
        city?: string;
        region?: string;
        postcode?: string;
        countryCode?: string;
      };
      telephone?: string;
      emailAddress?: string;
      dateOfBirth?: string;
      ipAddress?: string;
      defaultCurrency?: string;
    };
  };
  features?: {
    paymentMethodRegistration?: string;
    /**
     * @maxItems 20
     */
    paymentMethods?:
      | []
      | [string]
      | [string, string]
      | [string, string, string]
      | [string, string, string, string]
      | [string, string, string, string, string]
      | [string, string, string, string, string, string]
      | [string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string, string]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ];
    showResultsPage?: boolean;
    newAccountPayoutEnabled?: boolean;
  };
  financialServices?: {
    dateOfBirth?: string;
    surname?: string;
    accountNumber?: string;
    postCode?: string;
  };
  customFields?: {
    /**
     * @maxItems 100
     */
    fieldState?: {
      name?: string;
      value?: string;
      transient?: boolean;
    }[];
  };
  order?: {
    orderRef?: string;
    shippingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      countryCode?: string;
      name?: string;
    };
  };
  schedule?: ScheduleDefinition;
  emailReceipt?: boolean;
  strongCustomerAuthentication?: StrongCustomerAuthentication;
  receiptLocale?: string;
  locale?: string;
  smartLink?: {
    /**
     * The end of the link: ISO 8601.
     */
    expires?: string;
    /**
     * SINGLE: can be paid once. MULTIPLE: any number of times.
     */
    usage?: string;
    onDeadLink?: string;
    /**
     * Emails a reminder so many days before the end, from 1 to 30, to the addresses that got the link or to the customer. SINGLE links only.
     */
    remindDaysBefore?: number;
    /**
     * Your text on the page after the payment, at most 255 characters.
     */
    thankYou?: string;
  };
  batchSize?: number;
}
export interface PayoutLinkRequest {
  session?: {
    returnUrl?: {
      /**
       * The page to which the payer returns: an https address on a registered site of the installation.
       */
      url?: string;
    };
    cancelUrl?: {
      /**
       * The page to which the payer returns without paying.
       */
      url?: string;
    };
    restoreUrl?: {
      url?: string;
    };
    /**
     * The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
     */
    skin?: string;
    preAuthCallback?: {
      url?: string;
      format?: string;
    };
    postAuthCallback?: {
      url?: string;
      format?: string;
    };
    transactionNotification?: {
      url?: string;
      format?: string;
    };
  };
  transaction: {
    /**
     * Your reference, at most 255 characters.
     */
    merchantReference?: string;
    money: {
      currency: string;
      amount?: {
        /**
         * Decimal text. Without it the payer chooses the amount, between `min` and `max`.
         */
        fixed?: number | string;
        min?: number | string;
        max?: number | string;
      };
    };
    description?: string;
    commerceType?: string;
    channel?: string;
    deferred?: boolean;
    recurring?: boolean;
    instalment?: boolean;
  };
  customer?: {
    registered?: boolean;
    identity?: {
      merchantCustomerId?: string;
    };
    details?: {
      name?: string;
      address?: {
        line1?: string;
        line2?: string;
        line3?: string;
        line4?: string;
        city?: string;
        region?: string;
        postcode?: string;
        countryCode?: string;
      };
      telephone?: string;
      emailAddress?: string;
      dateOfBirth?: string;
      ipAddress?: string;
      defaultCurrency?: string;
    };
  };
  features?: {
    paymentMethodRegistration?: string;
    /**
     * @maxItems 20
     */
    paymentMethods?:
      | []
      | [string]
      | [string, string]
      | [string, string, string]
      | [string, string, string, string]
      | [string, string, string, string, string]
      | [string, string, string, string, string, string]
      | [string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string, string]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ];
    showResultsPage?: boolean;
    newAccountPayoutEnabled?: boolean;
  };
  financialServices?: {
    dateOfBirth?: string;
    surname?: string;
    accountNumber?: string;
    postCode?: string;
  };
  customFields?: {
    /**
     * @maxItems 100
     */
    fieldState?: {
      name?: string;
      value?: string;
      transient?: boolean;
    }[];
  };
  order?: {
    orderRef?: string;
    shippingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      countryCode?: string;
      name?: string;
    };
  };
  schedule?: ScheduleDefinition;
  emailReceipt?: boolean;
  strongCustomerAuthentication?: StrongCustomerAuthentication;
  receiptLocale?: string;
  locale?: string;
  smartLink?: {
    /**
     * The end of the link: ISO 8601.
     */
    expires?: string;
    /**
     * SINGLE: can be paid once. MULTIPLE: any number of times.
     */
    usage?: string;
    onDeadLink?: string;
    /**
     * Emails a reminder so many days before the end, from 1 to 30, to the addresses that got the link or to the customer. SINGLE links only.
     */
    remindDaysBefore?: number;
    /**
     * Your text on the page after the payment, at most 255 characters.
     */
    thankYou?: string;
  };
  batchSize?: number;
}
export interface CreatedLinks {
  smartLinkResponseDetail?: {
    links: {
      linkId: string;
      link: string;
    }[];
  };
  status: 'SUCCESS' | 'FAILED';
  reasonCode?: string;
  reasonMessage?: string;
  field?: string;
  detail?: string;
}
export interface LinkBatchRequest {
  session?: {
    returnUrl?: {
      /**
       * The page to which the payer returns: an https address on a registered site of the installation.
       */
      url?: string;
    };
    cancelUrl?: {
      /**
       * The page to which the payer returns without paying.
       */
      url?: string;
    };
    restoreUrl?: {
      url?: string;
    };
    /**
     * The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
     */
    skin?: string;
    preAuthCallback?: {
      url?: string;
      format?: string;
    };
    postAuthCallback?: {
      url?: string;
      format?: string;
    };
    transactionNotification?: {
      url?: string;
      format?: string;
    };
  };
  transaction: {
    /**
     * Your reference, at most 255 characters.
     */
    merchantReference?: string;
    money: {
      currency: string;
      amount?: {
        /**
         * Decimal text. Without it the payer chooses the amount, between `min` and `max`.
         */
        fixed?: number | string;
        min?: number | string;
        max?: number | string;
      };
    };
    description?: string;
    commerceType?: string;
    channel?: string;
    deferred?: boolean;
    recurring?: boolean;
    instalment?: boolean;
  };
  customer?: {
    registered?: boolean;
    identity?: {
      merchantCustomerId?: string;
    };
    details?: {
      name?: string;
      address?: {
        line1?: string;
        line2?: string;
        line3?: string;
        line4?: string;
        city?: string;
        region?: string;
        postcode?: string;
        countryCode?: string;
      };
      telephone?: string;
      emailAddress?: string;
      dateOfBirth?: string;
      ipAddress?: string;
      defaultCurrency?: string;
    };
  };
  features?: {
    paymentMethodRegistration?: string;
    /**
     * @maxItems 20
     */
    paymentMethods?:
      | []
      | [string]
      | [string, string]
      | [string, string, string]
      | [string, string, string, string]
      | [string, string, string, string, string]
      | [string, string, string, string, string, string]
      | [string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string]
      | [string, string, string, string, string, string, string, string, string, string, string, string]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ]
      | [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string,
          string
        ];
    showResultsPage?: boolean;
    newAccountPayoutEnabled?: boolean;
  };
  financialServices?: {
    dateOfBirth?: string;
    surname?: string;
    accountNumber?: string;
    postCode?: string;
  };
  customFields?: {
    /**
     * @maxItems 100
     */
    fieldState?: {
      name?: string;
      value?: string;
      transient?: boolean;
    }[];
  };
  order?: {
    orderRef?: string;
    shippingAddress?: {
      line1?: string;
      line2?: string;
      line3?: string;
      line4?: string;
      city?: string;
      region?: string;
      postcode?: string;
      countryCode?: string;
      name?: string;
    };
  };
  schedule?: ScheduleDefinition;
  emailReceipt?: boolean;
  strongCustomerAuthentication?: StrongCustomerAuthentication;
  receiptLocale?: string;
  locale?: string;
  smartLink?: {
    /**
     * The end of the link: ISO 8601.
     */
    expires?: string;
    /**
     * SINGLE: can be paid once. MULTIPLE: any number of times.
     */
    usage?: string;
    onDeadLink?: string;
    /**
     * Emails a reminder so many days before the end, from 1 to 30, to the addresses that got the link or to the customer. SINGLE links only.
     */
    remindDaysBefore?: number;
    /**
     * Your text on the page after the payment, at most 255 characters.
     */
    thankYou?: string;
  };
  batchSize: number;
}
export interface SearchRequest {
  startFrom: number;
  limit: number;
  dataSource?: 'REAL-TIME' | 'REPORT';
  /**
   * @maxItems 5000
   */
  orgIds?: number[];
  /**
   * @minItems 1
   * @maxItems 300
   */
  fields: [
    {
      field: string;
      display?: boolean;
      sort?: 'ASC' | 'DESC';
      sortOrder?: number;
      aggregation?: 'SUM' | 'COUNT';
      filter?: {
        operation:
          | 'EQUALS'
          | 'NOT_EQUALS'
          | 'IN'
          | 'NOT_IN'
          | 'IS_NULL'
          | 'IS_NOT_NULL'
          | 'GT'
          | 'GTE'
          | 'LT'
          | 'LTE'
          | 'BETWEEN';
        /**
         * @maxItems 5000
         */
        value?: (string | number)[];
      };
    },
    ...{
      field: string;
      display?: boolean;
      sort?: 'ASC' | 'DESC';
      sortOrder?: number;
      aggregation?: 'SUM' | 'COUNT';
      filter?: {
        operation:
          | 'EQUALS'
          | 'NOT_EQUALS'
          | 'IN'
          | 'NOT_IN'
          | 'IS_NULL'
          | 'IS_NOT_NULL'
          | 'GT'
          | 'GTE'
          | 'LT'
          | 'LTE'
          | 'BETWEEN';
        /**
         * @maxItems 5000
         */
        value?: (string | number)[];
      };
    }[]
  ];
  includeFieldNames?: boolean;
  timezone?: string;
}
export interface ScheduleRequest {
  schedule: ScheduleDefinition;
}
export interface ListedSchedule {
  scheduleId: string;
  owner: string;
  ownerName: string;
  status: 'ACTIVE' | 'COMPLETE' | 'CANCELLED' | 'SUSPENDED' | 'TECH_SUSPENDED';
  type: string;
  creationDate: string;
  currencyCode: string;
  maskedPan: string | null;
  customerName: string | null;
  customerEmail: string | null;
  customerMerchantRef: string | null;
  lastEpisodeDate: string | null;
  lastEpisodeAmount: string | null;
  lastEpisodeState: string | null;
  nextEpisodeDate: string | null;
  nextEpisodeAmount: string | null;
  nextEpisodeRetry: string | null;
  transactionId: string;
}
export interface GetAccountResponse {
  apiId: string;
  name: string;
  company: string;
  permissions: string[];
  installations: {
    installationId: number;
    name: string;
    merchantName: string;
  }[];
  expiresAt: string | null;
  testMode: boolean;
}
export interface ReadPaymentByRefQuery {
  merchantRef: string;
}
export interface ReadCustomerByRefQuery {
  merchantRef?: string;
}
export interface RemoveCustomerCardResponse {
  status: 'SUCCESS';
  reasonCode: string;
  reasonMessage: string;
}
export interface ListMerchantDisputesQuery {
  cursor?: string;
  limit?: number;
  status?: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'ACCEPTED' | 'EXPIRED' | 'WITHDRAWN';
  transactionId?: string;
  openedFrom?: string;
  openedTo?: string;
}
export interface ListMerchantDisputesResponse {
  items: Dispute[];
  nextCursor: string | null;
}
export interface GetNotificationSecretResponse {
  secret: string;
  algorithm: 'HMAC-SHA256';
  previousValidUntil: string | null;
}
export interface ListEventsQuery {
  cursor?: string;
  limit?: number;
  type?:
    | 'payment.succeeded'
    | 'payment.authorised'
    | 'payment.failed'
    | 'payment.pending'
    | 'payment.expired'
    | 'capture.succeeded'
    | 'capture.failed'
    | 'capture.pending'
    | 'capture.expired'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'refund.pending'
    | 'refund.expired'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'payout.pending'
    | 'payout.expired'
    | 'schedule.charged'
    | 'schedule.failed'
    | 'schedule.suspended'
    | 'link.authorised'
    | 'link.paid'
    | 'link.released'
    | 'link.refunded'
    | 'link.expired'
    | 'card.registered'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.closed';
  createdFrom?: string;
  createdTo?: string;
}
export interface ListEventsResponse {
  items: WebhookEvent[];
  nextCursor: string | null;
}
export interface ListenToEventsQuery {
  cursor?: string;
  waitSeconds?: number;
}
export interface ListenToEventsResponse {
  items: WebhookEvent[];
  cursor: string;
}
export interface GetCompanyClockResponse {
  state: 'REAL' | 'SET' | 'MOVING' | 'ENDING';
  now: string;
  target: string | null;
}
export interface EndCompanyClockResponse {
  state: 'REAL' | 'SET' | 'MOVING' | 'ENDING';
  now: string;
  target: string | null;
}
export interface MoveCompanyClockResponse {
  state: 'REAL' | 'SET' | 'MOVING' | 'ENDING';
  now: string;
  target: string | null;
}
export interface TriggerEventResponse {
  event: WebhookEvent;
}
export interface InvalidateSessionResponse {
  status: 'SUCCESS' | 'FAILED';
  reasonCode?: string;
  reasonMessage?: string;
  field?: string;
  detail?: string;
}
export interface ListSkinsResponse {
  items: {
    id: '1' | '2' | '3' | '4';
    name: string;
    isDefault: boolean;
  }[];
  nextCursor: string | null;
}
export interface ListHostedSkinsResponse {
  status: 'SUCCESS';
  code: 'S100';
  message: string;
  skins: {
    id: number;
    name: string;
    organisation: string;
  }[];
}
export interface ListInstallationLinksQuery {
  cursor?: string;
  limit?: number;
  status?: 'ACTIVATED' | 'USED' | 'EXPIRED' | 'CANCELLED' | 'DEACTIVATED';
  state?:
    | 'OPEN'
    | 'OPENED'
    | 'PROCESSING'
    | 'AUTHORISED'
    | 'IN_REVIEW'
    | 'PAID'
    | 'PARTLY_REFUNDED'
    | 'REFUNDED'
    | 'RELEASED'
    | 'EXPIRED'
    | 'CANCELLED'
    | 'DEACTIVATED';
  reference?: string;
  emailAddress?: string;
  amount?: string;
  createdFrom?: string;
  createdTo?: string;
  expiresTo?: string;
  batchId?: string;
}
export interface ListInstallationLinksResponse {
  items: Link[];
  nextCursor: string | null;
}
export interface GetMetadataResponse {
  description: string;
  version: string;
  fields: {
    field: string;
    description: string;
    type: string;
    filters: string[];
    values?: string[];
    aggregations: string[];
  }[];
}
export interface SearchTransactionsResponse {
  data: (string | number | boolean | null)[][];
  fieldNames?: string[];
  resultsAvailable: number;
  snapshotTime?: string;
}
export interface SumTransactionsResponse {
  countedAt: string;
  totals: {
    ccyCode: string;
    number: number;
    taken: string;
    refunded: string;
    paidOut: string;
    net: string;
  }[];
}
export interface ListInstallationSchedulesQuery {
  cursor?: string;
  limit?: number;
  status?: 'ACTIVE' | 'COMPLETE' | 'CANCELLED' | 'SUSPENDED' | 'TECH_SUSPENDED';
  customerMerchantRef?: string;
  createdFrom?: string;
  createdTo?: string;
}
export interface ListInstallationSchedulesResponse {
  items: ListedSchedule[];
  nextCursor: string | null;
}

/** What each operation takes and returns. */
export interface Operations {
  pingPayments: {
    response: undefined;
  };
  getAccount: {
    response: GetAccountResponse;
  };
  takePayment: {
    response: Payment;
    body: PaymentRequest;
  };
  takePayout: {
    response: Payment;
    body: PayoutRequest;
  };
  verifyCard: {
    response: Payment;
    body: VerificationRequest;
  };
  captureTransaction: {
    response: Payment;
    body?: CaptureRequest;
  };
  cancelTransaction: {
    response: Payment;
    body?: CancellationRequest;
  };
  refundTransaction: {
    response: Payment;
    body?: RefundRequest;
  };
  repeatTransaction: {
    response: Payment;
    body?: RepeatRequest;
  };
  resumeTransaction: {
    response: Payment;
    body?: ResumeRequest;
  };
  readPayment: {
    response: Payment;
  };
  readPaymentByRef: {
    response: Payment[];
    query: ReadPaymentByRefQuery;
  };
  readCustomer: {
    response: Customer;
  };
  readCustomerByRef: {
    response: Customer;
    query?: ReadCustomerByRefQuery;
  };
  listCustomerCards: {
    response: Card[];
  };
  readCustomerCard: {
    response: Card;
  };
  removeCustomerCard: {
    response: RemoveCustomerCardResponse;
  };
  listMerchantDisputes: {
    response: ListMerchantDisputesResponse;
    query?: ListMerchantDisputesQuery;
  };
  readMerchantDispute: {
    response: Dispute;
  };
  getNotificationSecret: {
    response: GetNotificationSecretResponse;
  };
  listEvents: {
    response: ListEventsResponse;
    query?: ListEventsQuery;
  };
  listenToEvents: {
    response: ListenToEventsResponse;
    query?: ListenToEventsQuery;
  };
  getCompanyClock: {
    response: GetCompanyClockResponse;
  };
  endCompanyClock: {
    response: EndCompanyClockResponse;
  };
  moveCompanyClock: {
    response: MoveCompanyClockResponse;
    body?: TestClockMove;
  };
  triggerEvent: {
    response: TriggerEventResponse;
    body: SampleEventRequest;
  };
  createPaymentSession: {
    response: Session;
    body: PaymentSessionRequest;
  };
  createPayoutSession: {
    response: Session;
    body: PayoutSessionRequest;
  };
  createCardSession: {
    response: Session;
    body: CardSessionRequest;
  };
  getSessionStatus: {
    response: SessionStatus;
  };
  invalidateSession: {
    response: InvalidateSessionResponse;
  };
  pingSessions: {
    response: undefined;
  };
  listSkins: {
    response: ListSkinsResponse;
  };
  listHostedSkins: {
    response: ListHostedSkinsResponse;
  };
  cancelSmartLink: {
    response: CreatedLink;
  };
  changeSmartLink: {
    response: Link;
    body?: LinkChange;
  };
  createPaymentLink: {
    response: CreatedLink;
    body: PaymentLinkRequest;
  };
  createPayoutLink: {
    response: CreatedLink;
    body: PayoutLinkRequest;
  };
  createSmartLinkBatch: {
    response: CreatedLinks;
    body: LinkBatchRequest;
  };
  listInstallationLinks: {
    response: ListInstallationLinksResponse;
    query?: ListInstallationLinksQuery;
  };
  readSmartLink: {
    response: Link;
  };
  getMetadata: {
    response: GetMetadataResponse;
  };
  searchTransactions: {
    response: SearchTransactionsResponse;
    body?: SearchRequest;
  };
  sumTransactions: {
    response: SumTransactionsResponse;
    body?: SearchRequest;
  };
  addSchedule: {
    response: Payment;
    body: ScheduleRequest;
  };
  getInstallationSchedule: {
    response: Schedule;
  };
  listInstallationSchedules: {
    response: ListInstallationSchedulesResponse;
    query?: ListInstallationSchedulesQuery;
  };
  suspendInstallationSchedule: {
    response: Schedule;
  };
  resumeInstallationSchedule: {
    response: Schedule;
  };
  cancelInstallationSchedule: {
    response: Schedule;
  };
}
