# Generated from the OpenAPI document by `npm run client`. Do not edit.
"""The bodies of requests and responses. A response can have more fields than these."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


class _RefusalRequired(TypedDict):
    status: Literal["FAILED"]
    # The reason of the rejection. Every code has an entry in the error reference.
    reasonCode: str
    # The reason in English, for your log. Don’t show it to payers.
    reasonMessage: str


class Refusal(_RefusalRequired, total=False):
    # The field of your request that has the error, as a dotted path.
    field: str
    # The error of the field.
    detail: Literal["missing", "wrong_type", "too_long", "too_short", "too_large", "too_small", "not_allowed", "unknown_field", "repeated", "invalid"]


class _NotificationRequired(TypedDict):
    # The type of the transaction, an underscore and its status.
    eventType: str


class Notification(_NotificationRequired, total=False):
    transaction: NotificationTransaction
    processing: NotificationProcessing
    paymentMethod: NotificationPaymentMethod
    threeDSecure: NotificationThreeDSecure
    exemption: NotificationExemption
    schedule: NotificationSchedule
    # Of a refund: the open disputes of its payment. The card holder may get the money twice.
    disputes: List[NotificationDisputes]
    outcome: NotificationOutcome
    # Every change of the status, oldest first.
    history: List[NotificationHistory]
    # The successful follow-ups: REFUNDED, CAPTURED, CANCELLED, REPEATED.
    followUpStatus: NotificationFollowUpStatus
    installationId: float
    sessionId: str
    locale: str
    # The address where the payer continues. Send the payer’s browser there.
    redirect: NotificationRedirect
    # Addresses of the transaction, its customer and card, and its possible actions.
    link: List[NotificationLink]
    status: str
    reasonCode: str
    reasonMessage: str


class _NotificationTransactionRequired(TypedDict):
    # The result of the transaction, or PENDING while it waits.
    status: Literal["SUCCESS", "FAILED", "PENDING", "EXPIRED", "CANCELLED", "VOIDED"]
    # PAYMENT, PREAUTH, REPEAT, CAPTURE, CANCEL, REFUND, PAYOUT and so on.
    type: str


class NotificationTransaction(_NotificationTransactionRequired, total=False):
    # The id of the transaction: digits as text. Follow-ups need it.
    transactionId: str
    # The last stage that the transaction reached.
    stage: str
    # In the major unit: 12.5 is 12.50 GBP.
    amount: float
    consumerSpend: float
    # ISO 4217, three letters.
    currency: str
    # Your reference.
    merchantRef: str
    # Fields of your request that contained a card number, which is masked.
    masked: List[str]
    # ISO 8601, UTC.
    transactionTime: str
    receivedTime: str
    # The original of a follow-up.
    relatedTransaction: NotificationTransactionRelatedTransaction
    # The reason of a refund, as you sent it.
    refundReason: Literal["CUSTOMER_REQUEST", "DUPLICATE", "FRAUD", "GOODS_NOT_RECEIVED", "GOODS_RETURNED", "ORDER_CANCELLED", "OTHER"]
    # Of a refund: the day by which the payer’s bank shows it, yyyy-MM-dd, if the processor sent one.
    refundExpectedDate: str


class _NotificationTransactionRelatedTransactionRequired(TypedDict):
    transactionId: str


class NotificationTransactionRelatedTransaction(_NotificationTransactionRelatedTransactionRequired, total=False):
    merchantRef: str


class _NotificationProcessingRequired(TypedDict):
    model: str


class NotificationProcessing(_NotificationProcessingRequired, total=False):
    authResponse: NotificationProcessingAuthResponse


class NotificationProcessingAuthResponse(TypedDict, total=False):
    # Of a refund: the acquirer reference number, 23 digits, by which the payer’s bank finds it, if the processor sent one.
    arn: str


class _NotificationPaymentMethodRequired(TypedDict):
    paymentClass: str


class NotificationPaymentMethod(_NotificationPaymentMethodRequired, total=False):
    wallet: Literal["APPLE-PAY", "GOOGLE-PAY"]


class NotificationThreeDSecure(TypedDict, total=False):
    status: str
    eci: str
    liabilityShift: bool
    redirectUrl: str
    acsUrl: str
    creq: str
    threeDSSessionData: str
    PaReq: str
    MD: str
    TermUrl: str


class NotificationExemption(TypedDict):
    type: str
    requestedBy: str


class NotificationSchedule(TypedDict):
    scheduleId: str


class NotificationDisputes(TypedDict):
    disputeId: str
    transactionId: str
    stage: Literal["INQUIRY", "CHARGEBACK", "PRE_ARBITRATION", "ARBITRATION"]
    status: Literal["NEEDS_RESPONSE", "UNDER_REVIEW", "WON", "LOST", "ACCEPTED", "EXPIRED", "WITHDRAWN"]
    amount: float
    currency: str


class _NotificationOutcomeRequired(TypedDict):
    # SUCCESS, FAILED or PENDING.
    status: str
    # S100 on success. Every other code has an entry in the error reference.
    reasonCode: str
    reasonMessage: str


class NotificationOutcome(_NotificationOutcomeRequired, total=False):
    advice: DeclineAdvice
    # Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.
    adviceCode: str
    # The field of your request that has the error, as a dotted path.
    field: str
    detail: str


class NotificationHistory(TypedDict):
    transactionStatus: str
    timeStamp: str


class NotificationFollowUpStatus(TypedDict, total=False):
    status: List[NotificationFollowUpStatusStatus]


class NotificationFollowUpStatusStatus(TypedDict):
    name: str


class NotificationRedirect(TypedDict):
    url: str
    frame: str


class NotificationLink(TypedDict):
    rel: str
    href: str


class _DeclineAdviceRequired(TypedDict):
    # The type of failure, for your reports.
    group: str
    # The party that can act.
    side: Literal["CUSTOMER", "ISSUER", "MERCHANT", "PROVIDER", "PROCESSOR"]
    # Whether another attempt can help: never, after correcting the request, later, or with 3-D Secure.
    retry: Literal["NEVER", "FIX", "LATER", "AUTHENTICATE"]


class DeclineAdvice(_DeclineAdviceRequired, total=False):
    # With LATER: the earliest time of the next attempt.
    notBefore: str


class _TransactionEventRequired(TypedDict):
    # The id of the event, as in the header `webhook-id`.
    id: str
    # The time of the event: ISO 8601, UTC.
    createdAt: str
    installationId: float
    type: Literal["payment.succeeded", "payment.authorised", "payment.failed", "payment.pending", "payment.expired", "capture.succeeded", "capture.failed", "capture.pending", "capture.expired", "refund.succeeded", "refund.failed", "refund.pending", "refund.expired", "payout.succeeded", "payout.failed", "payout.pending", "payout.expired", "card.registered"]
    data: Notification


class TransactionEvent(_TransactionEventRequired, total=False):
    test: Literal[True]
    sessionId: str
    linkId: str
    scheduleId: str


class _ScheduleEventRequired(TypedDict):
    # The id of the event, as in the header `webhook-id`.
    id: str
    # The time of the event: ISO 8601, UTC.
    createdAt: str
    installationId: float
    type: Literal["schedule.charged", "schedule.failed", "schedule.suspended"]
    data: ScheduleEventData


class ScheduleEvent(_ScheduleEventRequired, total=False):
    test: Literal[True]
    sessionId: str
    linkId: str
    scheduleId: str


class _ScheduleEventDataRequired(TypedDict):
    schedule: Schedule


class ScheduleEventData(_ScheduleEventDataRequired, total=False):
    transactionId: str


class Schedule(TypedDict):
    id: str
    owner: str
    ownerName: str
    merchantId: float
    installationId: float
    status: Literal["ACTIVE", "COMPLETE", "CANCELLED", "SUSPENDED", "TECH_SUSPENDED"]
    type: str
    creationDate: str
    transactionId: str
    currencyCode: str
    definition: ScheduleDefinitionFields
    metaData: ScheduleMetaData
    lastEpisode: Optional[ScheduleLastEpisode]
    nextEpisode: Optional[ScheduleNextEpisode]
    failure: Optional[ScheduleFailure]


class ScheduleDefinitionFields(TypedDict):
    episodeData: List[ScheduleDefinitionFieldsEpisodeData]


class ScheduleDefinitionFieldsEpisodeData(TypedDict):
    transactionId: Optional[str]
    amount: str


class ScheduleMetaData(TypedDict):
    customerMerchantRef: Optional[str]
    customerEmail: Optional[str]
    customerName: Optional[str]
    maskedPan: Optional[str]
    lastFour: Optional[str]


class ScheduleLastEpisode(TypedDict):
    episodeDue: str
    episodeData: ScheduleLastEpisodeEpisodeData
    state: Optional[Literal["SUCCESS", "FAILED"]]


class ScheduleLastEpisodeEpisodeData(TypedDict):
    amount: str


class ScheduleNextEpisode(TypedDict):
    episodeIndex: float
    retryIndex: float
    episodeDue: str
    episodeData: ScheduleNextEpisodeEpisodeData


class ScheduleNextEpisodeEpisodeData(TypedDict):
    amount: str
    currency: str


class ScheduleFailure(TypedDict):
    code: Literal["DECLINED", "FAILED", "TECH_SUSPENDED", "CARD_NEEDED", "CONSENT_WITHDRAWN"]
    date: str
    reasonCode: str
    statusCode: Optional[str]
    scheme: Optional[str]
    adviceCode: Optional[str]
    transactionId: Optional[str]


class _LinkEventRequired(TypedDict):
    # The id of the event, as in the header `webhook-id`.
    id: str
    # The time of the event: ISO 8601, UTC.
    createdAt: str
    installationId: float
    type: Literal["link.authorised", "link.paid", "link.released", "link.refunded", "link.expired"]
    data: LinkEventData


class LinkEvent(_LinkEventRequired, total=False):
    test: Literal[True]
    sessionId: str
    linkId: str
    scheduleId: str


class _LinkEventDataRequired(TypedDict):
    smartLink: LinkEventDataSmartLink


class LinkEventData(_LinkEventDataRequired, total=False):
    transactionId: str


class LinkEventDataSmartLink(TypedDict):
    linkId: str
    batchId: str
    status: Literal["ACTIVATED", "USED", "EXPIRED", "CANCELLED", "DEACTIVATED"]
    state: Literal["OPEN", "OPENED", "PROCESSING", "AUTHORISED", "IN_REVIEW", "PAID", "PARTLY_REFUNDED", "REFUNDED", "RELEASED", "EXPIRED", "CANCELLED", "DEACTIVATED"]
    isBeingPaid: bool
    usage: Literal["SINGLE", "MULTIPLE"]
    kind: Literal["payments", "payouts"]
    created: str
    expires: str
    opened: Optional[str]
    installationId: float
    installationName: str
    merchantName: str
    currency: str
    amount: Optional[str]
    minAmount: Optional[str]
    maxAmount: Optional[str]
    authorised: Optional[LinkEventDataSmartLinkAuthorised]
    paid: Optional[LinkEventDataSmartLinkPaid]
    refunded: Optional[LinkEventDataSmartLinkRefunded]
    merchantReference: Optional[str]
    description: Optional[str]
    emailAddress: Optional[str]
    mailedTo: List[str]
    mailedAt: Optional[str]
    reminder: Optional[LinkEventDataSmartLinkReminder]
    onDeadLink: Optional[str]
    thankYou: Optional[str]
    returnUrl: Optional[str]
    transactionId: Optional[str]
    attempts: float
    failure: Optional[LinkEventDataSmartLinkFailure]


class LinkEventDataSmartLinkAuthorised(TypedDict):
    amount: str
    at: str


class LinkEventDataSmartLinkPaid(TypedDict):
    count: float
    amount: str
    at: str


class LinkEventDataSmartLinkRefunded(TypedDict):
    amount: str


class LinkEventDataSmartLinkReminder(TypedDict):
    daysBefore: float
    at: Optional[str]
    sentAt: Optional[str]


class _LinkEventDataSmartLinkFailureRequired(TypedDict):
    reasonCode: str
    statusCode: Optional[str]
    scheme: Optional[str]
    adviceCode: Optional[str]


class LinkEventDataSmartLinkFailure(_LinkEventDataSmartLinkFailureRequired, total=False):
    advice: DeclineAdvice


class _DisputeEventRequired(TypedDict):
    id: str
    createdAt: str
    installationId: float
    type: Literal["dispute.opened", "dispute.updated", "dispute.closed"]
    data: DisputeEventData


class DisputeEvent(_DisputeEventRequired, total=False):
    test: Literal[True]
    sessionId: str
    linkId: str
    scheduleId: str


class DisputeEventData(TypedDict):
    dispute: Dispute
    transactionId: str


class _DisputeRequired(TypedDict):
    disputeId: str
    transactionId: str
    stage: Literal["INQUIRY", "CHARGEBACK", "PRE_ARBITRATION", "ARBITRATION"]
    status: Literal["NEEDS_RESPONSE", "UNDER_REVIEW", "WON", "LOST", "ACCEPTED", "EXPIRED", "WITHDRAWN"]
    amount: float
    chargedBack: float
    currency: str
    isFraud: bool
    processorReference: str
    openedAt: str


class Dispute(_DisputeRequired, total=False):
    scheme: str
    reasonCode: str
    reason: str
    deadline: str
    closedAt: str


class TestEvent(TypedDict):
    # The id of the event, as in the header `webhook-id`.
    id: str
    # The time of the event: ISO 8601, UTC.
    createdAt: str
    type: Literal["test"]
    data: Dict[str, Any]


class _CallbackRequestRequired(TypedDict):
    availableActions: CallbackRequestAvailableActions


class CallbackRequest(_CallbackRequestRequired, total=False):
    transaction: CallbackRequestTransaction
    processing: CallbackRequestProcessing
    paymentMethod: CallbackRequestPaymentMethod
    threeDSecure: CallbackRequestThreeDSecure
    exemption: CallbackRequestExemption
    schedule: CallbackRequestSchedule
    # Of a refund: the open disputes of its payment. The card holder may get the money twice.
    disputes: List[CallbackRequestDisputes]
    outcome: CallbackRequestOutcome
    # Every change of the status, oldest first.
    history: List[CallbackRequestHistory]
    # The successful follow-ups: REFUNDED, CAPTURED, CANCELLED, REPEATED.
    followUpStatus: CallbackRequestFollowUpStatus
    installationId: float
    sessionId: str
    locale: str
    # The address where the payer continues. Send the payer’s browser there.
    redirect: CallbackRequestRedirect
    # Addresses of the transaction, its customer and card, and its possible actions.
    link: List[CallbackRequestLink]
    status: str
    reasonCode: str
    reasonMessage: str


class CallbackRequestAvailableActions(TypedDict):
    # The actions that you can respond with.
    action: List[Literal["PROCEED", "CANCEL", "SUSPEND", "SUSPEND_REPLAY"]]


class _CallbackRequestTransactionRequired(TypedDict):
    # The result of the transaction, or PENDING while it waits.
    status: Literal["SUCCESS", "FAILED", "PENDING", "EXPIRED", "CANCELLED", "VOIDED"]
    # PAYMENT, PREAUTH, REPEAT, CAPTURE, CANCEL, REFUND, PAYOUT and so on.
    type: str


class CallbackRequestTransaction(_CallbackRequestTransactionRequired, total=False):
    # The id of the transaction: digits as text. Follow-ups need it.
    transactionId: str
    # The last stage that the transaction reached.
    stage: str
    # In the major unit: 12.5 is 12.50 GBP.
    amount: float
    consumerSpend: float
    # ISO 4217, three letters.
    currency: str
    # Your reference.
    merchantRef: str
    # Fields of your request that contained a card number, which is masked.
    masked: List[str]
    # ISO 8601, UTC.
    transactionTime: str
    receivedTime: str
    # The original of a follow-up.
    relatedTransaction: CallbackRequestTransactionRelatedTransaction
    # The reason of a refund, as you sent it.
    refundReason: Literal["CUSTOMER_REQUEST", "DUPLICATE", "FRAUD", "GOODS_NOT_RECEIVED", "GOODS_RETURNED", "ORDER_CANCELLED", "OTHER"]
    # Of a refund: the day by which the payer’s bank shows it, yyyy-MM-dd, if the processor sent one.
    refundExpectedDate: str


class _CallbackRequestTransactionRelatedTransactionRequired(TypedDict):
    transactionId: str


class CallbackRequestTransactionRelatedTransaction(_CallbackRequestTransactionRelatedTransactionRequired, total=False):
    merchantRef: str


class _CallbackRequestProcessingRequired(TypedDict):
    model: str


class CallbackRequestProcessing(_CallbackRequestProcessingRequired, total=False):
    authResponse: CallbackRequestProcessingAuthResponse


class CallbackRequestProcessingAuthResponse(TypedDict, total=False):
    # Of a refund: the acquirer reference number, 23 digits, by which the payer’s bank finds it, if the processor sent one.
    arn: str


class _CallbackRequestPaymentMethodRequired(TypedDict):
    paymentClass: str


class CallbackRequestPaymentMethod(_CallbackRequestPaymentMethodRequired, total=False):
    wallet: Literal["APPLE-PAY", "GOOGLE-PAY"]


class CallbackRequestThreeDSecure(TypedDict, total=False):
    status: str
    eci: str
    liabilityShift: bool
    redirectUrl: str
    acsUrl: str
    creq: str
    threeDSSessionData: str
    PaReq: str
    MD: str
    TermUrl: str


class CallbackRequestExemption(TypedDict):
    type: str
    requestedBy: str


class CallbackRequestSchedule(TypedDict):
    scheduleId: str


class CallbackRequestDisputes(TypedDict):
    disputeId: str
    transactionId: str
    stage: Literal["INQUIRY", "CHARGEBACK", "PRE_ARBITRATION", "ARBITRATION"]
    status: Literal["NEEDS_RESPONSE", "UNDER_REVIEW", "WON", "LOST", "ACCEPTED", "EXPIRED", "WITHDRAWN"]
    amount: float
    currency: str


class _CallbackRequestOutcomeRequired(TypedDict):
    # SUCCESS, FAILED or PENDING.
    status: str
    # S100 on success. Every other code has an entry in the error reference.
    reasonCode: str
    reasonMessage: str


class CallbackRequestOutcome(_CallbackRequestOutcomeRequired, total=False):
    advice: DeclineAdvice
    # Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.
    adviceCode: str
    # The field of your request that has the error, as a dotted path.
    field: str
    detail: str


class CallbackRequestHistory(TypedDict):
    transactionStatus: str
    timeStamp: str


class CallbackRequestFollowUpStatus(TypedDict, total=False):
    status: List[CallbackRequestFollowUpStatusStatus]


class CallbackRequestFollowUpStatusStatus(TypedDict):
    name: str


class CallbackRequestRedirect(TypedDict):
    url: str
    frame: str


class CallbackRequestLink(TypedDict):
    rel: str
    href: str


class PreAuthCallbackResponse(TypedDict):
    callbackResponse: PreAuthCallbackResponseCallbackResponse


class PreAuthCallbackResponseCallbackResponse(TypedDict):
    preAuthCallbackResponse: PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponse


class _PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponseRequired(TypedDict):
    action: Literal["PROCEED", "CANCEL", "SUSPEND", "SUSPEND_REPLAY"]


class PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponse(_PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponseRequired, total=False):
    redirect: PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponseRedirect


class _PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponseRedirectRequired(TypedDict):
    url: str


class PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponseRedirect(_PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponseRedirectRequired, total=False):
    frame: Literal["CONTAINER", "TOP"]


class PostAuthCallbackResponse(TypedDict):
    callbackResponse: PostAuthCallbackResponseCallbackResponse


class PostAuthCallbackResponseCallbackResponse(TypedDict):
    postAuthCallbackResponse: PostAuthCallbackResponseCallbackResponsePostAuthCallbackResponse


class PostAuthCallbackResponseCallbackResponsePostAuthCallbackResponse(TypedDict):
    action: Literal["PROCEED", "CANCEL"]


class Payment(TypedDict, total=False):
    transaction: PaymentTransaction
    processing: PaymentProcessing
    paymentMethod: PaymentPaymentMethod
    threeDSecure: PaymentThreeDSecure
    exemption: PaymentExemption
    schedule: PaymentSchedule
    # Of a refund: the open disputes of its payment. The card holder may get the money twice.
    disputes: List[PaymentDisputes]
    outcome: PaymentOutcome
    # Every change of the status, oldest first.
    history: List[PaymentHistory]
    # The successful follow-ups: REFUNDED, CAPTURED, CANCELLED, REPEATED.
    followUpStatus: PaymentFollowUpStatus
    installationId: float
    sessionId: str
    locale: str
    # The address where the payer continues. Send the payer’s browser there.
    redirect: PaymentRedirect
    # Addresses of the transaction, its customer and card, and its possible actions.
    link: List[PaymentLink]
    status: str
    reasonCode: str
    reasonMessage: str


class _PaymentTransactionRequired(TypedDict):
    # The result of the transaction, or PENDING while it waits.
    status: Literal["SUCCESS", "FAILED", "PENDING", "EXPIRED", "CANCELLED", "VOIDED"]
    # PAYMENT, PREAUTH, REPEAT, CAPTURE, CANCEL, REFUND, PAYOUT and so on.
    type: str


class PaymentTransaction(_PaymentTransactionRequired, total=False):
    # The id of the transaction: digits as text. Follow-ups need it.
    transactionId: str
    # The last stage that the transaction reached.
    stage: str
    # In the major unit: 12.5 is 12.50 GBP.
    amount: float
    consumerSpend: float
    # ISO 4217, three letters.
    currency: str
    # Your reference.
    merchantRef: str
    # Fields of your request that contained a card number, which is masked.
    masked: List[str]
    # ISO 8601, UTC.
    transactionTime: str
    receivedTime: str
    # The original of a follow-up.
    relatedTransaction: PaymentTransactionRelatedTransaction
    # The reason of a refund, as you sent it.
    refundReason: Literal["CUSTOMER_REQUEST", "DUPLICATE", "FRAUD", "GOODS_NOT_RECEIVED", "GOODS_RETURNED", "ORDER_CANCELLED", "OTHER"]
    # Of a refund: the day by which the payer’s bank shows it, yyyy-MM-dd, if the processor sent one.
    refundExpectedDate: str


class _PaymentTransactionRelatedTransactionRequired(TypedDict):
    transactionId: str


class PaymentTransactionRelatedTransaction(_PaymentTransactionRelatedTransactionRequired, total=False):
    merchantRef: str


class _PaymentProcessingRequired(TypedDict):
    model: str


class PaymentProcessing(_PaymentProcessingRequired, total=False):
    authResponse: PaymentProcessingAuthResponse


class PaymentProcessingAuthResponse(TypedDict, total=False):
    # Of a refund: the acquirer reference number, 23 digits, by which the payer’s bank finds it, if the processor sent one.
    arn: str


class _PaymentPaymentMethodRequired(TypedDict):
    paymentClass: str


class PaymentPaymentMethod(_PaymentPaymentMethodRequired, total=False):
    wallet: Literal["APPLE-PAY", "GOOGLE-PAY"]


class PaymentThreeDSecure(TypedDict, total=False):
    status: str
    eci: str
    liabilityShift: bool
    redirectUrl: str
    acsUrl: str
    creq: str
    threeDSSessionData: str
    PaReq: str
    MD: str
    TermUrl: str


class PaymentExemption(TypedDict):
    type: str
    requestedBy: str


class PaymentSchedule(TypedDict):
    scheduleId: str


class PaymentDisputes(TypedDict):
    disputeId: str
    transactionId: str
    stage: Literal["INQUIRY", "CHARGEBACK", "PRE_ARBITRATION", "ARBITRATION"]
    status: Literal["NEEDS_RESPONSE", "UNDER_REVIEW", "WON", "LOST", "ACCEPTED", "EXPIRED", "WITHDRAWN"]
    amount: float
    currency: str


class _PaymentOutcomeRequired(TypedDict):
    # SUCCESS, FAILED or PENDING.
    status: str
    # S100 on success. Every other code has an entry in the error reference.
    reasonCode: str
    reasonMessage: str


class PaymentOutcome(_PaymentOutcomeRequired, total=False):
    advice: DeclineAdvice
    # Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.
    adviceCode: str
    # The field of your request that has the error, as a dotted path.
    field: str
    detail: str


class PaymentHistory(TypedDict):
    transactionStatus: str
    timeStamp: str


class PaymentFollowUpStatus(TypedDict, total=False):
    status: List[PaymentFollowUpStatusStatus]


class PaymentFollowUpStatusStatus(TypedDict):
    name: str


class PaymentRedirect(TypedDict):
    url: str
    frame: str


class PaymentLink(TypedDict):
    rel: str
    href: str


class StrongCustomerAuthentication(TypedDict, total=False):
    transactionType: str
    challengeRequested: str
    minFrequency: int
    numberOfInstalments: int
    merchantRisk: StrongCustomerAuthenticationMerchantRisk
    accountInfo: StrongCustomerAuthenticationAccountInfo
    authenticationInfo: StrongCustomerAuthenticationAuthenticationInfo
    priorAuthenticationInfo: StrongCustomerAuthenticationPriorAuthenticationInfo


class StrongCustomerAuthenticationMerchantRisk(TypedDict, total=False):
    preOrder: bool
    preOrderDate: str
    reOrder: bool
    deliveryEmailAddress: str
    deliveryTimeframe: str
    shippingTo: str
    giftCardPurchase: StrongCustomerAuthenticationMerchantRiskGiftCardPurchase


class StrongCustomerAuthenticationMerchantRiskGiftCardPurchase(TypedDict, total=False):
    amount: Union[float, str]
    count: int
    currency: str


class StrongCustomerAuthenticationAccountInfo(TypedDict, total=False):
    accountOpenedDate: str
    accountOpenedPeriod: str
    accountLastChangedDate: str
    accountLastChangedPeriod: str
    passwordLastChangedDate: str
    passwordLastChangedPeriod: str
    accountRegisteredDate: str
    accountRegisteredPeriod: str
    shippingAddressFirstUseDate: str
    shippingAddressFirstUsePeriod: str
    accountEmail: str
    suspiciousActivity: bool
    shippingNameSameAsAccountName: bool
    purchasesInLastSixMonths: int
    addCardAttemptsInLast24Hours: int
    transactionAttemptsInLast24Hours: int
    transactionAttemptsInLast12Months: int


class StrongCustomerAuthenticationAuthenticationInfo(TypedDict, total=False):
    method: str
    time: str


class StrongCustomerAuthenticationPriorAuthenticationInfo(TypedDict, total=False):
    method: str
    time: str
    reference: str


class OrderDetails(TypedDict, total=False):
    lineItems: List[OrderDetailsLineItems]
    shippingAddress: OrderDetailsShippingAddress


class OrderDetailsLineItems(TypedDict, total=False):
    name: str
    itemAmount: Union[float, str]
    quantity: int
    totalAmount: Union[float, str]


class OrderDetailsShippingAddress(TypedDict, total=False):
    name: str
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    district: str
    state: str
    postcode: str
    country: OrderDetailsShippingAddressCountry


class OrderDetailsShippingAddressCountry(TypedDict, total=False):
    countryCode: str


class ScheduleDefinition(TypedDict, total=False):
    # yyyy-MM-dd. The first charge is on or after that day.
    startDate: str
    # The days of the charges, instead of a frequency or a pattern.
    fixed: Union[List[str], ScheduleDefinitionFixed]
    # Charges every given number of days, weeks or months.
    frequency: ScheduleDefinitionFrequency
    # Charges on the given days of the week, the month or the year.
    pattern: ScheduleDefinitionPattern
    # The end of the schedule: a day, or a number of charges.
    terminator: ScheduleDefinitionTerminator
    # The amount of every charge. Default: the amount of the first payment.
    amount: Union[float, str]
    # An amount for each charge. The last one repeats.
    amounts: List[Union[float, str]]
    # The rules for retrying a failed charge.
    retry: ScheduleDefinitionRetry


class ScheduleDefinitionFixed(TypedDict):
    dates: List[str]


class ScheduleDefinitionFrequency(TypedDict):
    rate: Literal["FIXED", "RELATIVE"]
    unit: Literal["DAY", "WEEK", "MONTH", "YEAR"]
    quantity: int


class ScheduleDefinitionPattern(TypedDict, total=False):
    daysOfWeek: List[Literal["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]]
    weeksOfMonth: List[int]
    daysOfMonth: List[int]
    monthsOfYear: List[int]


class ScheduleDefinitionTerminator(TypedDict, total=False):
    endOn: str
    episodeLimit: int


class _ScheduleDefinitionRetryRequired(TypedDict):
    quantity: int
    unit: Literal["HOUR", "DAY", "WEEK", "MONTH"]


class ScheduleDefinitionRetry(_ScheduleDefinitionRetryRequired, total=False):
    processWhileRetrying: bool
    catchupAfterRetrying: bool


class _PaymentRequestRequired(TypedDict):
    transaction: PaymentRequestTransaction
    # Exactly one of `card`, `cardToken`, `applePay`, `googlePay` and `paypal`.
    paymentMethod: PaymentRequestPaymentMethod


class PaymentRequest(_PaymentRequestRequired, total=False):
    customer: PaymentRequestCustomer
    financialServices: PaymentRequestFinancialServices
    customFields: PaymentRequestCustomFields
    callbacks: PaymentRequestCallbacks
    strongCustomerAuthentication: StrongCustomerAuthentication
    orderDetails: OrderDetails
    accountFunding: PaymentRequestAccountFunding
    payoutRecipientData: PaymentRequestPayoutRecipientData
    threeDSecure: PaymentRequestThreeDSecure
    schedule: ScheduleDefinition
    # The page on your site to which the issuer returns the payer after 3-D Secure.
    returnUrl: str
    locale: str


class _PaymentRequestTransactionRequired(TypedDict):
    # ISO 4217, three letters.
    currency: str
    # In the major unit, as number or text: "12.50". At most the decimals of the currency.
    amount: Union[float, str]
    # ECOM online, MOTO for mail or telephone orders, CA for continuous authority: a later charge that the card holder has agreed to.
    commerceType: str


class PaymentRequestTransaction(_PaymentRequestTransactionRequired, total=False):
    # Your reference, at most 255 characters.
    merchantRef: str
    description: str
    channel: str
    # Authorise now and capture later.
    deferred: bool
    # The first payment of a series: later charges of the card do not need the card holder.
    recurring: bool
    instalment: bool
    # true requests 3-D Secure for an ECOM payment. Without it the risk controls of the installation decide.
    do3DSecure: bool
    basketReference: str


class PaymentRequestPaymentMethod(TypedDict, total=False):
    card: PaymentRequestPaymentMethodCard
    cardToken: PaymentRequestPaymentMethodCardToken
    paypal: PaymentRequestPaymentMethodPaypal
    applePay: PaymentRequestPaymentMethodApplePay
    googlePay: PaymentRequestPaymentMethodGooglePay
    # true stores the card for later payments of the customer.
    registered: bool
    networkTokenDetails: PaymentRequestPaymentMethodNetworkTokenDetails
    billingAddress: PaymentRequestPaymentMethodBillingAddress


class PaymentRequestPaymentMethodCard(TypedDict, total=False):
    # 13 to 19 digits. Passed to the processor and never stored.
    pan: str
    # MMYY.
    expiryDate: str
    # Never stored.
    cv2: str
    cardHolderName: str
    nickname: str
    defaultCard: bool
    startDate: str
    clearStart: bool
    issueNumber: str
    clearIssue: bool
    cardLockToken: str


class PaymentRequestPaymentMethodCardToken(TypedDict, total=False):
    # The token of a registered card.
    token: str
    cv2: str


class PaymentRequestPaymentMethodPaypal(TypedDict, total=False):
    returnUrl: str
    cancelUrl: str


class PaymentRequestPaymentMethodApplePay(TypedDict, total=False):
    # JSON of `payment.token`. Passed to the processor and never stored.
    token: str


class PaymentRequestPaymentMethodGooglePay(TypedDict, total=False):
    # `tokenizationData.token`. Passed to the processor and never stored.
    token: str


class PaymentRequestPaymentMethodNetworkTokenDetails(TypedDict, total=False):
    usage: str
    tokenError: str
    expiryMonth: str
    expiryYear: str


class PaymentRequestPaymentMethodBillingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    country: str
    countryCode: str


class PaymentRequestCustomer(TypedDict, total=False):
    id: str
    # Your id for the customer.
    merchantRef: str
    displayName: str
    registered: bool
    email: str
    dateOfBirth: str
    telephone: str
    ip: str
    billingAddress: PaymentRequestCustomerBillingAddress


class PaymentRequestCustomerBillingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    country: str
    countryCode: str


class PaymentRequestFinancialServices(TypedDict, total=False):
    dateOfBirth: str
    surname: str
    accountNumber: str
    postCode: str


class PaymentRequestCustomFields(TypedDict, total=False):
    # Values of your custom fields. Search and fraud rules can use them.
    fieldState: List[PaymentRequestCustomFieldsFieldState]


class PaymentRequestCustomFieldsFieldState(TypedDict, total=False):
    name: str
    value: str
    transient: bool


class PaymentRequestCallbacks(TypedDict, total=False):
    # Called before the authorisation.
    preAuthCallback: PaymentRequestCallbacksPreAuthCallback
    # Called after the authorisation.
    postAuthCallback: PaymentRequestCallbacksPostAuthCallback
    # Receives the results of the payment and of its follow-ups.
    transactionNotification: PaymentRequestCallbacksTransactionNotification
    expiryNotification: PaymentRequestCallbacksExpiryNotification


class PaymentRequestCallbacksPreAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PaymentRequestCallbacksPostAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PaymentRequestCallbacksTransactionNotification(TypedDict, total=False):
    url: str
    format: str


class PaymentRequestCallbacksExpiryNotification(TypedDict, total=False):
    url: str
    format: str


class PaymentRequestAccountFunding(TypedDict, total=False):
    accountFundingRecipientDetails: PaymentRequestAccountFundingAccountFundingRecipientDetails


class PaymentRequestAccountFundingAccountFundingRecipientDetails(TypedDict, total=False):
    givenName: str
    surname: str
    address: str
    city: str
    state: str
    countryCode: str


class PaymentRequestPayoutRecipientData(TypedDict, total=False):
    givenName: str
    surname: str
    address: str
    city: str
    state: str
    countryCode: str
    dateOfBirth: str
    accountNumber: str


class PaymentRequestThreeDSecure(TypedDict, total=False):
    # The browser of the card holder, which most processors need for 3-D Secure. An impossible value is rejected with its field.
    browser: PaymentRequestThreeDSecureBrowser
    # LOW_VALUE, RISK_ANALYSIS, CORPORATE or TRUSTED: asks for no challenge. You bear the risk then; the issuer decides.
    exemption: str


class PaymentRequestThreeDSecureBrowser(TypedDict, total=False):
    # The header Accept of the card holder’s request.
    acceptHeader: str
    # The header User-Agent of the card holder’s request.
    userAgent: str
    # The address of the card holder’s request.
    ip: str
    # `navigator.language`.
    language: str
    # false if no script runs there; the next four are then unknown.
    javaScriptEnabled: bool
    javaEnabled: bool
    # `screen.colorDepth`: 1, 4, 8, 15, 16, 24, 32 or 48.
    colorDepth: str
    # `screen.height`.
    screenHeight: str
    # `screen.width`.
    screenWidth: str
    # `new Date().getTimezoneOffset()`, from −840 to 720.
    timeZoneOffset: str


class _PayoutRequestRequired(TypedDict):
    transaction: PayoutRequestTransaction
    # Exactly one of `card`, `cardToken`, `applePay`, `googlePay` and `paypal`.
    paymentMethod: PayoutRequestPaymentMethod


class PayoutRequest(_PayoutRequestRequired, total=False):
    customer: PayoutRequestCustomer
    financialServices: PayoutRequestFinancialServices
    customFields: PayoutRequestCustomFields
    callbacks: PayoutRequestCallbacks
    strongCustomerAuthentication: StrongCustomerAuthentication
    orderDetails: OrderDetails
    accountFunding: PayoutRequestAccountFunding
    payoutRecipientData: PayoutRequestPayoutRecipientData
    threeDSecure: PayoutRequestThreeDSecure
    schedule: ScheduleDefinition
    # The page on your site to which the issuer returns the payer after 3-D Secure.
    returnUrl: str
    locale: str


class _PayoutRequestTransactionRequired(TypedDict):
    # ISO 4217, three letters.
    currency: str
    # In the major unit, as number or text: "12.50". At most the decimals of the currency.
    amount: Union[float, str]
    # ECOM online, MOTO for mail or telephone orders, CA for continuous authority: a later charge that the card holder has agreed to.
    commerceType: str


class PayoutRequestTransaction(_PayoutRequestTransactionRequired, total=False):
    # Your reference, at most 255 characters.
    merchantRef: str
    description: str
    channel: str
    # Authorise now and capture later.
    deferred: bool
    # The first payment of a series: later charges of the card do not need the card holder.
    recurring: bool
    instalment: bool
    # true requests 3-D Secure for an ECOM payment. Without it the risk controls of the installation decide.
    do3DSecure: bool
    basketReference: str


class PayoutRequestPaymentMethod(TypedDict, total=False):
    card: PayoutRequestPaymentMethodCard
    cardToken: PayoutRequestPaymentMethodCardToken
    paypal: PayoutRequestPaymentMethodPaypal
    applePay: PayoutRequestPaymentMethodApplePay
    googlePay: PayoutRequestPaymentMethodGooglePay
    # true stores the card for later payments of the customer.
    registered: bool
    networkTokenDetails: PayoutRequestPaymentMethodNetworkTokenDetails
    billingAddress: PayoutRequestPaymentMethodBillingAddress


class PayoutRequestPaymentMethodCard(TypedDict, total=False):
    # 13 to 19 digits. Passed to the processor and never stored.
    pan: str
    # MMYY.
    expiryDate: str
    # Never stored.
    cv2: str
    cardHolderName: str
    nickname: str
    defaultCard: bool
    startDate: str
    clearStart: bool
    issueNumber: str
    clearIssue: bool
    cardLockToken: str


class PayoutRequestPaymentMethodCardToken(TypedDict, total=False):
    # The token of a registered card.
    token: str
    cv2: str


class PayoutRequestPaymentMethodPaypal(TypedDict, total=False):
    returnUrl: str
    cancelUrl: str


class PayoutRequestPaymentMethodApplePay(TypedDict, total=False):
    # JSON of `payment.token`. Passed to the processor and never stored.
    token: str


class PayoutRequestPaymentMethodGooglePay(TypedDict, total=False):
    # `tokenizationData.token`. Passed to the processor and never stored.
    token: str


class PayoutRequestPaymentMethodNetworkTokenDetails(TypedDict, total=False):
    usage: str
    tokenError: str
    expiryMonth: str
    expiryYear: str


class PayoutRequestPaymentMethodBillingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    country: str
    countryCode: str


class PayoutRequestCustomer(TypedDict, total=False):
    id: str
    # Your id for the customer.
    merchantRef: str
    displayName: str
    registered: bool
    email: str
    dateOfBirth: str
    telephone: str
    ip: str
    billingAddress: PayoutRequestCustomerBillingAddress


class PayoutRequestCustomerBillingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    country: str
    countryCode: str


class PayoutRequestFinancialServices(TypedDict, total=False):
    dateOfBirth: str
    surname: str
    accountNumber: str
    postCode: str


class PayoutRequestCustomFields(TypedDict, total=False):
    # Values of your custom fields. Search and fraud rules can use them.
    fieldState: List[PayoutRequestCustomFieldsFieldState]


class PayoutRequestCustomFieldsFieldState(TypedDict, total=False):
    name: str
    value: str
    transient: bool


class PayoutRequestCallbacks(TypedDict, total=False):
    # Called before the authorisation.
    preAuthCallback: PayoutRequestCallbacksPreAuthCallback
    # Called after the authorisation.
    postAuthCallback: PayoutRequestCallbacksPostAuthCallback
    # Receives the results of the payment and of its follow-ups.
    transactionNotification: PayoutRequestCallbacksTransactionNotification
    expiryNotification: PayoutRequestCallbacksExpiryNotification


class PayoutRequestCallbacksPreAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PayoutRequestCallbacksPostAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PayoutRequestCallbacksTransactionNotification(TypedDict, total=False):
    url: str
    format: str


class PayoutRequestCallbacksExpiryNotification(TypedDict, total=False):
    url: str
    format: str


class PayoutRequestAccountFunding(TypedDict, total=False):
    accountFundingRecipientDetails: PayoutRequestAccountFundingAccountFundingRecipientDetails


class PayoutRequestAccountFundingAccountFundingRecipientDetails(TypedDict, total=False):
    givenName: str
    surname: str
    address: str
    city: str
    state: str
    countryCode: str


class PayoutRequestPayoutRecipientData(TypedDict, total=False):
    givenName: str
    surname: str
    address: str
    city: str
    state: str
    countryCode: str
    dateOfBirth: str
    accountNumber: str


class PayoutRequestThreeDSecure(TypedDict, total=False):
    # The browser of the card holder, which most processors need for 3-D Secure. An impossible value is rejected with its field.
    browser: PayoutRequestThreeDSecureBrowser
    # LOW_VALUE, RISK_ANALYSIS, CORPORATE or TRUSTED: asks for no challenge. You bear the risk then; the issuer decides.
    exemption: str


class PayoutRequestThreeDSecureBrowser(TypedDict, total=False):
    # The header Accept of the card holder’s request.
    acceptHeader: str
    # The header User-Agent of the card holder’s request.
    userAgent: str
    # The address of the card holder’s request.
    ip: str
    # `navigator.language`.
    language: str
    # false if no script runs there; the next four are then unknown.
    javaScriptEnabled: bool
    javaEnabled: bool
    # `screen.colorDepth`: 1, 4, 8, 15, 16, 24, 32 or 48.
    colorDepth: str
    # `screen.height`.
    screenHeight: str
    # `screen.width`.
    screenWidth: str
    # `new Date().getTimezoneOffset()`, from −840 to 720.
    timeZoneOffset: str


class _VerificationRequestRequired(TypedDict):
    transaction: VerificationRequestTransaction
    # Exactly one of `card`, `cardToken`, `applePay`, `googlePay` and `paypal`.
    paymentMethod: VerificationRequestPaymentMethod


class VerificationRequest(_VerificationRequestRequired, total=False):
    customer: VerificationRequestCustomer
    financialServices: VerificationRequestFinancialServices
    customFields: VerificationRequestCustomFields
    callbacks: VerificationRequestCallbacks
    strongCustomerAuthentication: StrongCustomerAuthentication
    orderDetails: OrderDetails
    accountFunding: VerificationRequestAccountFunding
    payoutRecipientData: VerificationRequestPayoutRecipientData
    threeDSecure: VerificationRequestThreeDSecure
    schedule: ScheduleDefinition
    # The page on your site to which the issuer returns the payer after 3-D Secure.
    returnUrl: str
    locale: str


class _VerificationRequestTransactionRequired(TypedDict):
    # ISO 4217, three letters.
    currency: str
    # ECOM online, MOTO for mail or telephone orders, CA for continuous authority: a later charge that the card holder has agreed to.
    commerceType: str


class VerificationRequestTransaction(_VerificationRequestTransactionRequired, total=False):
    # In the major unit, as number or text: "12.50". At most the decimals of the currency.
    amount: Union[float, str]
    # Your reference, at most 255 characters.
    merchantRef: str
    description: str
    channel: str
    # Authorise now and capture later.
    deferred: bool
    # The first payment of a series: later charges of the card do not need the card holder.
    recurring: bool
    instalment: bool
    # true requests 3-D Secure for an ECOM payment. Without it the risk controls of the installation decide.
    do3DSecure: bool
    basketReference: str


class VerificationRequestPaymentMethod(TypedDict, total=False):
    card: VerificationRequestPaymentMethodCard
    cardToken: VerificationRequestPaymentMethodCardToken
    paypal: VerificationRequestPaymentMethodPaypal
    applePay: VerificationRequestPaymentMethodApplePay
    googlePay: VerificationRequestPaymentMethodGooglePay
    # true stores the card for later payments of the customer.
    registered: bool
    networkTokenDetails: VerificationRequestPaymentMethodNetworkTokenDetails
    billingAddress: VerificationRequestPaymentMethodBillingAddress


class VerificationRequestPaymentMethodCard(TypedDict, total=False):
    # 13 to 19 digits. Passed to the processor and never stored.
    pan: str
    # MMYY.
    expiryDate: str
    # Never stored.
    cv2: str
    cardHolderName: str
    nickname: str
    defaultCard: bool
    startDate: str
    clearStart: bool
    issueNumber: str
    clearIssue: bool
    cardLockToken: str


class VerificationRequestPaymentMethodCardToken(TypedDict, total=False):
    # The token of a registered card.
    token: str
    cv2: str


class VerificationRequestPaymentMethodPaypal(TypedDict, total=False):
    returnUrl: str
    cancelUrl: str


class VerificationRequestPaymentMethodApplePay(TypedDict, total=False):
    # JSON of `payment.token`. Passed to the processor and never stored.
    token: str


class VerificationRequestPaymentMethodGooglePay(TypedDict, total=False):
    # `tokenizationData.token`. Passed to the processor and never stored.
    token: str


class VerificationRequestPaymentMethodNetworkTokenDetails(TypedDict, total=False):
    usage: str
    tokenError: str
    expiryMonth: str
    expiryYear: str


class VerificationRequestPaymentMethodBillingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    country: str
    countryCode: str


class VerificationRequestCustomer(TypedDict, total=False):
    id: str
    # Your id for the customer.
    merchantRef: str
    displayName: str
    registered: bool
    email: str
    dateOfBirth: str
    telephone: str
    ip: str
    billingAddress: VerificationRequestCustomerBillingAddress


class VerificationRequestCustomerBillingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    country: str
    countryCode: str


class VerificationRequestFinancialServices(TypedDict, total=False):
    dateOfBirth: str
    surname: str
    accountNumber: str
    postCode: str


class VerificationRequestCustomFields(TypedDict, total=False):
    # Values of your custom fields. Search and fraud rules can use them.
    fieldState: List[VerificationRequestCustomFieldsFieldState]


class VerificationRequestCustomFieldsFieldState(TypedDict, total=False):
    name: str
    value: str
    transient: bool


class VerificationRequestCallbacks(TypedDict, total=False):
    # Called before the authorisation.
    preAuthCallback: VerificationRequestCallbacksPreAuthCallback
    # Called after the authorisation.
    postAuthCallback: VerificationRequestCallbacksPostAuthCallback
    # Receives the results of the payment and of its follow-ups.
    transactionNotification: VerificationRequestCallbacksTransactionNotification
    expiryNotification: VerificationRequestCallbacksExpiryNotification


class VerificationRequestCallbacksPreAuthCallback(TypedDict, total=False):
    url: str
    format: str


class VerificationRequestCallbacksPostAuthCallback(TypedDict, total=False):
    url: str
    format: str


class VerificationRequestCallbacksTransactionNotification(TypedDict, total=False):
    url: str
    format: str


class VerificationRequestCallbacksExpiryNotification(TypedDict, total=False):
    url: str
    format: str


class VerificationRequestAccountFunding(TypedDict, total=False):
    accountFundingRecipientDetails: VerificationRequestAccountFundingAccountFundingRecipientDetails


class VerificationRequestAccountFundingAccountFundingRecipientDetails(TypedDict, total=False):
    givenName: str
    surname: str
    address: str
    city: str
    state: str
    countryCode: str


class VerificationRequestPayoutRecipientData(TypedDict, total=False):
    givenName: str
    surname: str
    address: str
    city: str
    state: str
    countryCode: str
    dateOfBirth: str
    accountNumber: str


class VerificationRequestThreeDSecure(TypedDict, total=False):
    # The browser of the card holder, which most processors need for 3-D Secure. An impossible value is rejected with its field.
    browser: VerificationRequestThreeDSecureBrowser
    # LOW_VALUE, RISK_ANALYSIS, CORPORATE or TRUSTED: asks for no challenge. You bear the risk then; the issuer decides.
    exemption: str


class VerificationRequestThreeDSecureBrowser(TypedDict, total=False):
    # The header Accept of the card holder’s request.
    acceptHeader: str
    # The header User-Agent of the card holder’s request.
    userAgent: str
    # The address of the card holder’s request.
    ip: str
    # `navigator.language`.
    language: str
    # false if no script runs there; the next four are then unknown.
    javaScriptEnabled: bool
    javaEnabled: bool
    # `screen.colorDepth`: 1, 4, 8, 15, 16, 24, 32 or 48.
    colorDepth: str
    # `screen.height`.
    screenHeight: str
    # `screen.width`.
    screenWidth: str
    # `new Date().getTimezoneOffset()`, from −840 to 720.
    timeZoneOffset: str


class CaptureRequest(TypedDict, total=False):
    transaction: CaptureRequestTransaction
    schedule: ScheduleDefinition
    skipNext: CaptureRequestSkipNext


class CaptureRequestTransaction(TypedDict, total=False):
    # The currency of the original.
    currency: str
    # Default: the full remaining amount.
    amount: Union[float, str]
    # Your reference for the follow-up.
    merchantRef: str
    description: str
    commerceType: str
    channel: str
    deferred: bool
    recurring: bool
    instalment: bool
    do3DSecure: bool
    basketReference: str


class CaptureRequestSkipNext(TypedDict, total=False):
    scheduleId: str


class CancellationRequest(TypedDict, total=False):
    transaction: CancellationRequestTransaction
    schedule: ScheduleDefinition
    skipNext: CancellationRequestSkipNext


class CancellationRequestTransaction(TypedDict, total=False):
    currency: str
    amount: Union[float, str]
    merchantRef: str
    description: str
    commerceType: str
    channel: str
    deferred: bool
    recurring: bool
    instalment: bool
    do3DSecure: bool
    basketReference: str


class CancellationRequestSkipNext(TypedDict, total=False):
    scheduleId: str


class RefundRequest(TypedDict, total=False):
    transaction: RefundRequestTransaction
    schedule: ScheduleDefinition
    skipNext: RefundRequestSkipNext


class RefundRequestTransaction(TypedDict, total=False):
    # The currency of the original.
    currency: str
    # Default: the full remaining amount.
    amount: Union[float, str]
    # Your reference for the follow-up.
    merchantRef: str
    description: str
    commerceType: str
    channel: str
    deferred: bool
    recurring: bool
    instalment: bool
    do3DSecure: bool
    basketReference: str
    # Why you refund, for your records and reports.
    refundReason: Literal["CUSTOMER_REQUEST", "DUPLICATE", "FRAUD", "GOODS_NOT_RECEIVED", "GOODS_RETURNED", "ORDER_CANCELLED", "OTHER"]


class RefundRequestSkipNext(TypedDict, total=False):
    scheduleId: str


class RepeatRequest(TypedDict, total=False):
    transaction: RepeatRequestTransaction
    schedule: ScheduleDefinition
    skipNext: RepeatRequestSkipNext


class RepeatRequestTransaction(TypedDict, total=False):
    # The currency of the original.
    currency: str
    # Default: the full remaining amount.
    amount: Union[float, str]
    # Your reference for the follow-up.
    merchantRef: str
    description: str
    commerceType: str
    channel: str
    deferred: bool
    recurring: bool
    instalment: bool
    do3DSecure: bool
    basketReference: str


class RepeatRequestSkipNext(TypedDict, total=False):
    scheduleId: str


class ResumeRequest(TypedDict, total=False):
    threeDSecureResponse: ResumeRequestThreeDSecureResponse


class ResumeRequestThreeDSecureResponse(TypedDict, total=False):
    # The response of 3-D Secure version 1.
    pares: str
    # The response that the issuer’s page posted to your return address, version 2.
    cres: str


class _CustomerRequired(TypedDict):
    id: str
    registered: bool


class Customer(_CustomerRequired, total=False):
    merchantRef: str
    displayName: str


class Card(TypedDict):
    registered: Literal[True]
    paymentClass: Literal["CARD"]
    registeredTime: str
    card: CardCard


class _CardCardRequired(TypedDict):
    # Use it instead of the card in later payments.
    cardToken: str
    # The same for every token of one card number.
    cardFingerprint: str
    cardType: str
    cardUsageType: str
    cardScheme: str
    cardCategory: str
    maskedPan: str
    # MMYY.
    expiryDate: str
    defaultCard: bool


class CardCard(_CardCardRequired, total=False):
    validDate: str
    issuer: str
    issuerCountry: str
    cardHolderName: str
    cardNickname: str


class TestClockMove(TypedDict, total=False):
    # A later time, at most 366 days after the present one. Either `to` or `days`.
    to: str
    # How many days to go forward, from 1 to 366.
    days: int


class SampleEventRequest(TypedDict):
    type: Literal["payment.succeeded", "payment.authorised", "payment.failed", "payment.pending", "payment.expired", "capture.succeeded", "capture.failed", "capture.pending", "capture.expired", "refund.succeeded", "refund.failed", "refund.pending", "refund.expired", "payout.succeeded", "payout.failed", "payout.pending", "payout.expired", "schedule.charged", "schedule.failed", "schedule.suspended", "link.authorised", "link.paid", "link.released", "link.refunded", "link.expired", "card.registered", "dispute.opened", "dispute.updated", "dispute.closed"]


class _SessionRequired(TypedDict):
    status: Literal["SUCCESS", "FAILED"]


class Session(_SessionRequired, total=False):
    # The id of the session, to read its status.
    sessionId: str
    # The payment page. Send the payer’s browser there.
    redirectUrl: str
    reasonCode: str
    reasonMessage: str
    field: str
    detail: str


class _PaymentSessionRequestRequired(TypedDict):
    session: PaymentSessionRequestSession
    transaction: PaymentSessionRequestTransaction


class PaymentSessionRequest(_PaymentSessionRequestRequired, total=False):
    customer: PaymentSessionRequestCustomer
    features: PaymentSessionRequestFeatures
    financialServices: PaymentSessionRequestFinancialServices
    customFields: PaymentSessionRequestCustomFields
    order: PaymentSessionRequestOrder
    schedule: ScheduleDefinition
    emailReceipt: bool
    strongCustomerAuthentication: StrongCustomerAuthentication
    receiptLocale: str
    locale: str


class _PaymentSessionRequestSessionRequired(TypedDict):
    returnUrl: PaymentSessionRequestSessionReturnUrl


class PaymentSessionRequestSession(_PaymentSessionRequestSessionRequired, total=False):
    cancelUrl: PaymentSessionRequestSessionCancelUrl
    restoreUrl: PaymentSessionRequestSessionRestoreUrl
    # The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
    skin: str
    preAuthCallback: PaymentSessionRequestSessionPreAuthCallback
    postAuthCallback: PaymentSessionRequestSessionPostAuthCallback
    transactionNotification: PaymentSessionRequestSessionTransactionNotification


class PaymentSessionRequestSessionReturnUrl(TypedDict, total=False):
    # The page to which the payer returns: an https address on a registered site of the installation.
    url: str


class PaymentSessionRequestSessionCancelUrl(TypedDict, total=False):
    # The page to which the payer returns without paying.
    url: str


class PaymentSessionRequestSessionRestoreUrl(TypedDict, total=False):
    url: str


class PaymentSessionRequestSessionPreAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PaymentSessionRequestSessionPostAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PaymentSessionRequestSessionTransactionNotification(TypedDict, total=False):
    url: str
    format: str


class _PaymentSessionRequestTransactionRequired(TypedDict):
    money: PaymentSessionRequestTransactionMoney


class PaymentSessionRequestTransaction(_PaymentSessionRequestTransactionRequired, total=False):
    # Your reference, at most 255 characters.
    merchantReference: str
    description: str
    commerceType: str
    channel: str
    deferred: bool
    recurring: bool
    instalment: bool


class _PaymentSessionRequestTransactionMoneyRequired(TypedDict):
    currency: str


class PaymentSessionRequestTransactionMoney(_PaymentSessionRequestTransactionMoneyRequired, total=False):
    amount: PaymentSessionRequestTransactionMoneyAmount


class PaymentSessionRequestTransactionMoneyAmount(TypedDict, total=False):
    # Decimal text. Without it the payer chooses the amount, between `min` and `max`.
    fixed: Union[float, str]
    min: Union[float, str]
    max: Union[float, str]


class PaymentSessionRequestCustomer(TypedDict, total=False):
    registered: bool
    identity: PaymentSessionRequestCustomerIdentity
    details: PaymentSessionRequestCustomerDetails


class PaymentSessionRequestCustomerIdentity(TypedDict, total=False):
    merchantCustomerId: str


class PaymentSessionRequestCustomerDetails(TypedDict, total=False):
    name: str
    address: PaymentSessionRequestCustomerDetailsAddress
    telephone: str
    emailAddress: str
    dateOfBirth: str
    ipAddress: str
    defaultCurrency: str


class PaymentSessionRequestCustomerDetailsAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str


class PaymentSessionRequestFeatures(TypedDict, total=False):
    paymentMethodRegistration: str
    paymentMethods: List[str]
    showResultsPage: bool
    newAccountPayoutEnabled: bool


class PaymentSessionRequestFinancialServices(TypedDict, total=False):
    dateOfBirth: str
    surname: str
    accountNumber: str
    postCode: str


class PaymentSessionRequestCustomFields(TypedDict, total=False):
    fieldState: List[PaymentSessionRequestCustomFieldsFieldState]


class PaymentSessionRequestCustomFieldsFieldState(TypedDict, total=False):
    name: str
    value: str
    transient: bool


class PaymentSessionRequestOrder(TypedDict, total=False):
    orderRef: str
    shippingAddress: PaymentSessionRequestOrderShippingAddress


class PaymentSessionRequestOrderShippingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str
    name: str


class _PayoutSessionRequestRequired(TypedDict):
    session: PayoutSessionRequestSession
    transaction: PayoutSessionRequestTransaction


class PayoutSessionRequest(_PayoutSessionRequestRequired, total=False):
    customer: PayoutSessionRequestCustomer
    features: PayoutSessionRequestFeatures
    financialServices: PayoutSessionRequestFinancialServices
    customFields: PayoutSessionRequestCustomFields
    order: PayoutSessionRequestOrder
    schedule: ScheduleDefinition
    emailReceipt: bool
    strongCustomerAuthentication: StrongCustomerAuthentication
    receiptLocale: str
    locale: str


class _PayoutSessionRequestSessionRequired(TypedDict):
    returnUrl: PayoutSessionRequestSessionReturnUrl


class PayoutSessionRequestSession(_PayoutSessionRequestSessionRequired, total=False):
    cancelUrl: PayoutSessionRequestSessionCancelUrl
    restoreUrl: PayoutSessionRequestSessionRestoreUrl
    # The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
    skin: str
    preAuthCallback: PayoutSessionRequestSessionPreAuthCallback
    postAuthCallback: PayoutSessionRequestSessionPostAuthCallback
    transactionNotification: PayoutSessionRequestSessionTransactionNotification


class PayoutSessionRequestSessionReturnUrl(TypedDict, total=False):
    # The page to which the payer returns: an https address on a registered site of the installation.
    url: str


class PayoutSessionRequestSessionCancelUrl(TypedDict, total=False):
    # The page to which the payer returns without paying.
    url: str


class PayoutSessionRequestSessionRestoreUrl(TypedDict, total=False):
    url: str


class PayoutSessionRequestSessionPreAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PayoutSessionRequestSessionPostAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PayoutSessionRequestSessionTransactionNotification(TypedDict, total=False):
    url: str
    format: str


class _PayoutSessionRequestTransactionRequired(TypedDict):
    money: PayoutSessionRequestTransactionMoney


class PayoutSessionRequestTransaction(_PayoutSessionRequestTransactionRequired, total=False):
    # Your reference, at most 255 characters.
    merchantReference: str
    description: str
    commerceType: str
    channel: str
    deferred: bool
    recurring: bool
    instalment: bool


class _PayoutSessionRequestTransactionMoneyRequired(TypedDict):
    currency: str


class PayoutSessionRequestTransactionMoney(_PayoutSessionRequestTransactionMoneyRequired, total=False):
    amount: PayoutSessionRequestTransactionMoneyAmount


class PayoutSessionRequestTransactionMoneyAmount(TypedDict, total=False):
    # Decimal text. Without it the payer chooses the amount, between `min` and `max`.
    fixed: Union[float, str]
    min: Union[float, str]
    max: Union[float, str]


class PayoutSessionRequestCustomer(TypedDict, total=False):
    registered: bool
    identity: PayoutSessionRequestCustomerIdentity
    details: PayoutSessionRequestCustomerDetails


class PayoutSessionRequestCustomerIdentity(TypedDict, total=False):
    merchantCustomerId: str


class PayoutSessionRequestCustomerDetails(TypedDict, total=False):
    name: str
    address: PayoutSessionRequestCustomerDetailsAddress
    telephone: str
    emailAddress: str
    dateOfBirth: str
    ipAddress: str
    defaultCurrency: str


class PayoutSessionRequestCustomerDetailsAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str


class PayoutSessionRequestFeatures(TypedDict, total=False):
    paymentMethodRegistration: str
    paymentMethods: List[str]
    showResultsPage: bool
    newAccountPayoutEnabled: bool


class PayoutSessionRequestFinancialServices(TypedDict, total=False):
    dateOfBirth: str
    surname: str
    accountNumber: str
    postCode: str


class PayoutSessionRequestCustomFields(TypedDict, total=False):
    fieldState: List[PayoutSessionRequestCustomFieldsFieldState]


class PayoutSessionRequestCustomFieldsFieldState(TypedDict, total=False):
    name: str
    value: str
    transient: bool


class PayoutSessionRequestOrder(TypedDict, total=False):
    orderRef: str
    shippingAddress: PayoutSessionRequestOrderShippingAddress


class PayoutSessionRequestOrderShippingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str
    name: str


class _CardSessionRequestRequired(TypedDict):
    session: CardSessionRequestSession


class CardSessionRequest(_CardSessionRequestRequired, total=False):
    transaction: CardSessionRequestTransaction
    customer: CardSessionRequestCustomer
    features: CardSessionRequestFeatures
    financialServices: CardSessionRequestFinancialServices
    customFields: CardSessionRequestCustomFields
    order: CardSessionRequestOrder
    schedule: ScheduleDefinition
    emailReceipt: bool
    strongCustomerAuthentication: StrongCustomerAuthentication
    receiptLocale: str
    locale: str


class _CardSessionRequestSessionRequired(TypedDict):
    returnUrl: CardSessionRequestSessionReturnUrl


class CardSessionRequestSession(_CardSessionRequestSessionRequired, total=False):
    cancelUrl: CardSessionRequestSessionCancelUrl
    restoreUrl: CardSessionRequestSessionRestoreUrl
    # The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
    skin: str
    preAuthCallback: CardSessionRequestSessionPreAuthCallback
    postAuthCallback: CardSessionRequestSessionPostAuthCallback
    transactionNotification: CardSessionRequestSessionTransactionNotification


class CardSessionRequestSessionReturnUrl(TypedDict, total=False):
    # The page to which the payer returns: an https address on a registered site of the installation.
    url: str


class CardSessionRequestSessionCancelUrl(TypedDict, total=False):
    # The page to which the payer returns without paying.
    url: str


class CardSessionRequestSessionRestoreUrl(TypedDict, total=False):
    url: str


class CardSessionRequestSessionPreAuthCallback(TypedDict, total=False):
    url: str
    format: str


class CardSessionRequestSessionPostAuthCallback(TypedDict, total=False):
    url: str
    format: str


class CardSessionRequestSessionTransactionNotification(TypedDict, total=False):
    url: str
    format: str


class CardSessionRequestTransaction(TypedDict, total=False):
    # Your reference, at most 255 characters.
    merchantReference: str
    money: CardSessionRequestTransactionMoney
    description: str
    commerceType: str
    channel: str
    deferred: bool
    recurring: bool
    instalment: bool


class CardSessionRequestTransactionMoney(TypedDict, total=False):
    currency: str
    amount: CardSessionRequestTransactionMoneyAmount


class CardSessionRequestTransactionMoneyAmount(TypedDict, total=False):
    # Decimal text. Without it the payer chooses the amount, between `min` and `max`.
    fixed: Union[float, str]
    min: Union[float, str]
    max: Union[float, str]


class CardSessionRequestCustomer(TypedDict, total=False):
    registered: bool
    identity: CardSessionRequestCustomerIdentity
    details: CardSessionRequestCustomerDetails


class CardSessionRequestCustomerIdentity(TypedDict, total=False):
    merchantCustomerId: str


class CardSessionRequestCustomerDetails(TypedDict, total=False):
    name: str
    address: CardSessionRequestCustomerDetailsAddress
    telephone: str
    emailAddress: str
    dateOfBirth: str
    ipAddress: str
    defaultCurrency: str


class CardSessionRequestCustomerDetailsAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str


class CardSessionRequestFeatures(TypedDict, total=False):
    paymentMethodRegistration: str
    paymentMethods: List[str]
    showResultsPage: bool
    newAccountPayoutEnabled: bool


class CardSessionRequestFinancialServices(TypedDict, total=False):
    dateOfBirth: str
    surname: str
    accountNumber: str
    postCode: str


class CardSessionRequestCustomFields(TypedDict, total=False):
    fieldState: List[CardSessionRequestCustomFieldsFieldState]


class CardSessionRequestCustomFieldsFieldState(TypedDict, total=False):
    name: str
    value: str
    transient: bool


class CardSessionRequestOrder(TypedDict, total=False):
    orderRef: str
    shippingAddress: CardSessionRequestOrderShippingAddress


class CardSessionRequestOrderShippingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str
    name: str


class _SessionStatusRequired(TypedDict):
    status: Literal["SUCCESS", "FAILED"]


class SessionStatus(_SessionStatusRequired, total=False):
    hostedSessionStatus: SessionStatusHostedSessionStatus
    reasonCode: str
    reasonMessage: str
    field: str
    detail: str


class SessionStatusHostedSessionStatus(TypedDict):
    sessionId: str
    context: str
    # The payer has been inactive for a while.
    stale: bool
    # Milliseconds since 1970.
    lastInteraction: float
    sessionState: Literal["CREATED", "STARTED", "TERMINATED", "EXPIRED", "INVALIDATED"]
    transactionState: SessionStatusHostedSessionStatusTransactionState


class _SessionStatusHostedSessionStatusTransactionStateRequired(TypedDict):
    transactionState: Literal["NOT_SUBMITTED", "PROCESSING", "PENDING", "SUCCESS", "FAILED", "EXPIRED", "CANCELLED", "VOIDED"]


class SessionStatusHostedSessionStatusTransactionState(_SessionStatusHostedSessionStatusTransactionStateRequired, total=False):
    # The transaction of the latest attempt.
    id: str
    heldForReview: bool
    outcome: SessionStatusHostedSessionStatusTransactionStateOutcome


class _SessionStatusHostedSessionStatusTransactionStateOutcomeRequired(TypedDict):
    reasonCode: str


class SessionStatusHostedSessionStatusTransactionStateOutcome(_SessionStatusHostedSessionStatusTransactionStateOutcomeRequired, total=False):
    # The processor’s code, if it responded.
    statusCode: str
    scheme: str
    # Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.
    adviceCode: str
    advice: DeclineAdvice


class _CreatedLinkRequired(TypedDict):
    status: Literal["SUCCESS", "FAILED"]


class CreatedLink(_CreatedLinkRequired, total=False):
    smartLinkResponseDetail: CreatedLinkSmartLinkResponseDetail
    reasonCode: str
    reasonMessage: str
    field: str
    detail: str


class CreatedLinkSmartLinkResponseDetail(TypedDict):
    # ISO 8601, UTC. The link cannot be paid afterwards.
    expires: str
    usage: Literal["SINGLE", "MULTIPLE"]
    status: Literal["ACTIVATED", "USED", "EXPIRED", "CANCELLED", "DEACTIVATED"]
    # The address for your customer.
    link: str
    linkId: str


class Link(TypedDict):
    linkId: str
    batchId: str
    link: str
    # Whether the link can be paid. USED: a payment of a SINGLE link is authorised or paid.
    status: Literal["ACTIVATED", "USED", "EXPIRED", "CANCELLED", "DEACTIVATED"]
    # What became of its payment: PAID is money taken, AUTHORISED and IN_REVIEW are reserved, RELEASED is given up.
    state: Literal["OPEN", "OPENED", "PROCESSING", "AUTHORISED", "IN_REVIEW", "PAID", "PARTLY_REFUNDED", "REFUNDED", "RELEASED", "EXPIRED", "CANCELLED", "DEACTIVATED"]
    isBeingPaid: bool
    usage: Literal["SINGLE", "MULTIPLE"]
    kind: Literal["payments", "payouts"]
    created: str
    expires: str
    # The time when a payer first saw the payment page, or null.
    opened: Optional[str]
    installationId: float
    installationName: str
    merchantName: str
    currency: str
    amount: Optional[str]
    minAmount: Optional[str]
    maxAmount: Optional[str]
    authorised: Optional[LinkAuthorised]
    # The money taken, before refunds.
    paid: Optional[LinkPaid]
    refunded: Optional[LinkRefunded]
    merchantReference: Optional[str]
    description: Optional[str]
    emailAddress: Optional[str]
    mailedTo: List[str]
    # The time of the latest email with the link, or null.
    mailedAt: Optional[str]
    # The email before the end of the link, or null. `at` is null once it is sent or no longer due.
    reminder: Optional[LinkReminder]
    onDeadLink: Optional[str]
    thankYou: Optional[str]
    returnUrl: Optional[str]
    transactionId: Optional[str]
    attempts: float
    # The reason why the latest attempt failed, or null.
    failure: Optional[LinkFailure]


class LinkAuthorised(TypedDict):
    amount: str
    at: str


class LinkPaid(TypedDict):
    count: float
    amount: str
    at: str


class LinkRefunded(TypedDict):
    amount: str


class LinkReminder(TypedDict):
    daysBefore: float
    at: Optional[str]
    sentAt: Optional[str]


class _LinkFailureRequired(TypedDict):
    reasonCode: str
    # The processor’s code, if it responded.
    statusCode: Optional[str]
    scheme: Optional[str]
    # Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.
    adviceCode: Optional[str]


class LinkFailure(_LinkFailureRequired, total=False):
    advice: DeclineAdvice


class LinkChange(TypedDict, total=False):
    expires: str
    description: str
    remindDaysBefore: Optional[int]
    minAmount: Optional[str]
    maxAmount: Optional[str]


class _PaymentLinkRequestRequired(TypedDict):
    transaction: PaymentLinkRequestTransaction


class PaymentLinkRequest(_PaymentLinkRequestRequired, total=False):
    session: PaymentLinkRequestSession
    customer: PaymentLinkRequestCustomer
    features: PaymentLinkRequestFeatures
    financialServices: PaymentLinkRequestFinancialServices
    customFields: PaymentLinkRequestCustomFields
    order: PaymentLinkRequestOrder
    schedule: ScheduleDefinition
    emailReceipt: bool
    strongCustomerAuthentication: StrongCustomerAuthentication
    receiptLocale: str
    locale: str
    smartLink: PaymentLinkRequestSmartLink
    batchSize: int


class PaymentLinkRequestSession(TypedDict, total=False):
    returnUrl: PaymentLinkRequestSessionReturnUrl
    cancelUrl: PaymentLinkRequestSessionCancelUrl
    restoreUrl: PaymentLinkRequestSessionRestoreUrl
    # The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
    skin: str
    preAuthCallback: PaymentLinkRequestSessionPreAuthCallback
    postAuthCallback: PaymentLinkRequestSessionPostAuthCallback
    transactionNotification: PaymentLinkRequestSessionTransactionNotification


class PaymentLinkRequestSessionReturnUrl(TypedDict, total=False):
    # The page to which the payer returns: an https address on a registered site of the installation.
    url: str


class PaymentLinkRequestSessionCancelUrl(TypedDict, total=False):
    # The page to which the payer returns without paying.
    url: str


class PaymentLinkRequestSessionRestoreUrl(TypedDict, total=False):
    url: str


class PaymentLinkRequestSessionPreAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PaymentLinkRequestSessionPostAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PaymentLinkRequestSessionTransactionNotification(TypedDict, total=False):
    url: str
    format: str


class _PaymentLinkRequestTransactionRequired(TypedDict):
    money: PaymentLinkRequestTransactionMoney


class PaymentLinkRequestTransaction(_PaymentLinkRequestTransactionRequired, total=False):
    # Your reference, at most 255 characters.
    merchantReference: str
    description: str
    commerceType: str
    channel: str
    deferred: bool
    recurring: bool
    instalment: bool


class _PaymentLinkRequestTransactionMoneyRequired(TypedDict):
    currency: str


class PaymentLinkRequestTransactionMoney(_PaymentLinkRequestTransactionMoneyRequired, total=False):
    amount: PaymentLinkRequestTransactionMoneyAmount


class PaymentLinkRequestTransactionMoneyAmount(TypedDict, total=False):
    # Decimal text. Without it the payer chooses the amount, between `min` and `max`.
    fixed: Union[float, str]
    min: Union[float, str]
    max: Union[float, str]


class PaymentLinkRequestCustomer(TypedDict, total=False):
    registered: bool
    identity: PaymentLinkRequestCustomerIdentity
    details: PaymentLinkRequestCustomerDetails


class PaymentLinkRequestCustomerIdentity(TypedDict, total=False):
    merchantCustomerId: str


class PaymentLinkRequestCustomerDetails(TypedDict, total=False):
    name: str
    address: PaymentLinkRequestCustomerDetailsAddress
    telephone: str
    emailAddress: str
    dateOfBirth: str
    ipAddress: str
    defaultCurrency: str


class PaymentLinkRequestCustomerDetailsAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str


class PaymentLinkRequestFeatures(TypedDict, total=False):
    paymentMethodRegistration: str
    paymentMethods: List[str]
    showResultsPage: bool
    newAccountPayoutEnabled: bool


class PaymentLinkRequestFinancialServices(TypedDict, total=False):
    dateOfBirth: str
    surname: str
    accountNumber: str
    postCode: str


class PaymentLinkRequestCustomFields(TypedDict, total=False):
    fieldState: List[PaymentLinkRequestCustomFieldsFieldState]


class PaymentLinkRequestCustomFieldsFieldState(TypedDict, total=False):
    name: str
    value: str
    transient: bool


class PaymentLinkRequestOrder(TypedDict, total=False):
    orderRef: str
    shippingAddress: PaymentLinkRequestOrderShippingAddress


class PaymentLinkRequestOrderShippingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str
    name: str


class PaymentLinkRequestSmartLink(TypedDict, total=False):
    # The end of the link: ISO 8601.
    expires: str
    # SINGLE: can be paid once. MULTIPLE: any number of times.
    usage: str
    onDeadLink: str
    # Emails a reminder so many days before the end, from 1 to 30, to the addresses that got the link or to the customer. SINGLE links only.
    remindDaysBefore: int
    # Your text on the page after the payment, at most 255 characters.
    thankYou: str


class _PayoutLinkRequestRequired(TypedDict):
    transaction: PayoutLinkRequestTransaction


class PayoutLinkRequest(_PayoutLinkRequestRequired, total=False):
    session: PayoutLinkRequestSession
    customer: PayoutLinkRequestCustomer
    features: PayoutLinkRequestFeatures
    financialServices: PayoutLinkRequestFinancialServices
    customFields: PayoutLinkRequestCustomFields
    order: PayoutLinkRequestOrder
    schedule: ScheduleDefinition
    emailReceipt: bool
    strongCustomerAuthentication: StrongCustomerAuthentication
    receiptLocale: str
    locale: str
    smartLink: PayoutLinkRequestSmartLink
    batchSize: int


class PayoutLinkRequestSession(TypedDict, total=False):
    returnUrl: PayoutLinkRequestSessionReturnUrl
    cancelUrl: PayoutLinkRequestSessionCancelUrl
    restoreUrl: PayoutLinkRequestSessionRestoreUrl
    # The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
    skin: str
    preAuthCallback: PayoutLinkRequestSessionPreAuthCallback
    postAuthCallback: PayoutLinkRequestSessionPostAuthCallback
    transactionNotification: PayoutLinkRequestSessionTransactionNotification


class PayoutLinkRequestSessionReturnUrl(TypedDict, total=False):
    # The page to which the payer returns: an https address on a registered site of the installation.
    url: str


class PayoutLinkRequestSessionCancelUrl(TypedDict, total=False):
    # The page to which the payer returns without paying.
    url: str


class PayoutLinkRequestSessionRestoreUrl(TypedDict, total=False):
    url: str


class PayoutLinkRequestSessionPreAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PayoutLinkRequestSessionPostAuthCallback(TypedDict, total=False):
    url: str
    format: str


class PayoutLinkRequestSessionTransactionNotification(TypedDict, total=False):
    url: str
    format: str


class _PayoutLinkRequestTransactionRequired(TypedDict):
    money: PayoutLinkRequestTransactionMoney


class PayoutLinkRequestTransaction(_PayoutLinkRequestTransactionRequired, total=False):
    # Your reference, at most 255 characters.
    merchantReference: str
    description: str
    commerceType: str
    channel: str
    deferred: bool
    recurring: bool
    instalment: bool


class _PayoutLinkRequestTransactionMoneyRequired(TypedDict):
    currency: str


class PayoutLinkRequestTransactionMoney(_PayoutLinkRequestTransactionMoneyRequired, total=False):
    amount: PayoutLinkRequestTransactionMoneyAmount


class PayoutLinkRequestTransactionMoneyAmount(TypedDict, total=False):
    # Decimal text. Without it the payer chooses the amount, between `min` and `max`.
    fixed: Union[float, str]
    min: Union[float, str]
    max: Union[float, str]


class PayoutLinkRequestCustomer(TypedDict, total=False):
    registered: bool
    identity: PayoutLinkRequestCustomerIdentity
    details: PayoutLinkRequestCustomerDetails


class PayoutLinkRequestCustomerIdentity(TypedDict, total=False):
    merchantCustomerId: str


class PayoutLinkRequestCustomerDetails(TypedDict, total=False):
    name: str
    address: PayoutLinkRequestCustomerDetailsAddress
    telephone: str
    emailAddress: str
    dateOfBirth: str
    ipAddress: str
    defaultCurrency: str


class PayoutLinkRequestCustomerDetailsAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str


class PayoutLinkRequestFeatures(TypedDict, total=False):
    paymentMethodRegistration: str
    paymentMethods: List[str]
    showResultsPage: bool
    newAccountPayoutEnabled: bool


class PayoutLinkRequestFinancialServices(TypedDict, total=False):
    dateOfBirth: str
    surname: str
    accountNumber: str
    postCode: str


class PayoutLinkRequestCustomFields(TypedDict, total=False):
    fieldState: List[PayoutLinkRequestCustomFieldsFieldState]


class PayoutLinkRequestCustomFieldsFieldState(TypedDict, total=False):
    name: str
    value: str
    transient: bool


class PayoutLinkRequestOrder(TypedDict, total=False):
    orderRef: str
    shippingAddress: PayoutLinkRequestOrderShippingAddress


class PayoutLinkRequestOrderShippingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str
    name: str


class PayoutLinkRequestSmartLink(TypedDict, total=False):
    # The end of the link: ISO 8601.
    expires: str
    # SINGLE: can be paid once. MULTIPLE: any number of times.
    usage: str
    onDeadLink: str
    # Emails a reminder so many days before the end, from 1 to 30, to the addresses that got the link or to the customer. SINGLE links only.
    remindDaysBefore: int
    # Your text on the page after the payment, at most 255 characters.
    thankYou: str


class _CreatedLinksRequired(TypedDict):
    status: Literal["SUCCESS", "FAILED"]


class CreatedLinks(_CreatedLinksRequired, total=False):
    smartLinkResponseDetail: CreatedLinksSmartLinkResponseDetail
    reasonCode: str
    reasonMessage: str
    field: str
    detail: str


class CreatedLinksSmartLinkResponseDetail(TypedDict):
    links: List[CreatedLinksSmartLinkResponseDetailLinks]


class CreatedLinksSmartLinkResponseDetailLinks(TypedDict):
    linkId: str
    link: str


class _LinkBatchRequestRequired(TypedDict):
    transaction: LinkBatchRequestTransaction
    batchSize: int


class LinkBatchRequest(_LinkBatchRequestRequired, total=False):
    session: LinkBatchRequestSession
    customer: LinkBatchRequestCustomer
    features: LinkBatchRequestFeatures
    financialServices: LinkBatchRequestFinancialServices
    customFields: LinkBatchRequestCustomFields
    order: LinkBatchRequestOrder
    schedule: ScheduleDefinition
    emailReceipt: bool
    strongCustomerAuthentication: StrongCustomerAuthentication
    receiptLocale: str
    locale: str
    smartLink: LinkBatchRequestSmartLink


class LinkBatchRequestSession(TypedDict, total=False):
    returnUrl: LinkBatchRequestSessionReturnUrl
    cancelUrl: LinkBatchRequestSessionCancelUrl
    restoreUrl: LinkBatchRequestSessionRestoreUrl
    # The name of a skin, from `GET /acceptor/rest/skins/{installationId}`.
    skin: str
    preAuthCallback: LinkBatchRequestSessionPreAuthCallback
    postAuthCallback: LinkBatchRequestSessionPostAuthCallback
    transactionNotification: LinkBatchRequestSessionTransactionNotification


class LinkBatchRequestSessionReturnUrl(TypedDict, total=False):
    # The page to which the payer returns: an https address on a registered site of the installation.
    url: str


class LinkBatchRequestSessionCancelUrl(TypedDict, total=False):
    # The page to which the payer returns without paying.
    url: str


class LinkBatchRequestSessionRestoreUrl(TypedDict, total=False):
    url: str


class LinkBatchRequestSessionPreAuthCallback(TypedDict, total=False):
    url: str
    format: str


class LinkBatchRequestSessionPostAuthCallback(TypedDict, total=False):
    url: str
    format: str


class LinkBatchRequestSessionTransactionNotification(TypedDict, total=False):
    url: str
    format: str


class _LinkBatchRequestTransactionRequired(TypedDict):
    money: LinkBatchRequestTransactionMoney


class LinkBatchRequestTransaction(_LinkBatchRequestTransactionRequired, total=False):
    # Your reference, at most 255 characters.
    merchantReference: str
    description: str
    commerceType: str
    channel: str
    deferred: bool
    recurring: bool
    instalment: bool


class _LinkBatchRequestTransactionMoneyRequired(TypedDict):
    currency: str


class LinkBatchRequestTransactionMoney(_LinkBatchRequestTransactionMoneyRequired, total=False):
    amount: LinkBatchRequestTransactionMoneyAmount


class LinkBatchRequestTransactionMoneyAmount(TypedDict, total=False):
    # Decimal text. Without it the payer chooses the amount, between `min` and `max`.
    fixed: Union[float, str]
    min: Union[float, str]
    max: Union[float, str]


class LinkBatchRequestCustomer(TypedDict, total=False):
    registered: bool
    identity: LinkBatchRequestCustomerIdentity
    details: LinkBatchRequestCustomerDetails


class LinkBatchRequestCustomerIdentity(TypedDict, total=False):
    merchantCustomerId: str


class LinkBatchRequestCustomerDetails(TypedDict, total=False):
    name: str
    address: LinkBatchRequestCustomerDetailsAddress
    telephone: str
    emailAddress: str
    dateOfBirth: str
    ipAddress: str
    defaultCurrency: str


class LinkBatchRequestCustomerDetailsAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str


class LinkBatchRequestFeatures(TypedDict, total=False):
    paymentMethodRegistration: str
    paymentMethods: List[str]
    showResultsPage: bool
    newAccountPayoutEnabled: bool


class LinkBatchRequestFinancialServices(TypedDict, total=False):
    dateOfBirth: str
    surname: str
    accountNumber: str
    postCode: str


class LinkBatchRequestCustomFields(TypedDict, total=False):
    fieldState: List[LinkBatchRequestCustomFieldsFieldState]


class LinkBatchRequestCustomFieldsFieldState(TypedDict, total=False):
    name: str
    value: str
    transient: bool


class LinkBatchRequestOrder(TypedDict, total=False):
    orderRef: str
    shippingAddress: LinkBatchRequestOrderShippingAddress


class LinkBatchRequestOrderShippingAddress(TypedDict, total=False):
    line1: str
    line2: str
    line3: str
    line4: str
    city: str
    region: str
    postcode: str
    countryCode: str
    name: str


class LinkBatchRequestSmartLink(TypedDict, total=False):
    # The end of the link: ISO 8601.
    expires: str
    # SINGLE: can be paid once. MULTIPLE: any number of times.
    usage: str
    onDeadLink: str
    # Emails a reminder so many days before the end, from 1 to 30, to the addresses that got the link or to the customer. SINGLE links only.
    remindDaysBefore: int
    # Your text on the page after the payment, at most 255 characters.
    thankYou: str


class _SearchRequestRequired(TypedDict):
    startFrom: int
    limit: int
    fields: List[SearchRequestFields]


class SearchRequest(_SearchRequestRequired, total=False):
    dataSource: Literal["REAL-TIME", "REPORT"]
    orgIds: List[int]
    includeFieldNames: bool
    timezone: str


class _SearchRequestFieldsRequired(TypedDict):
    field: str


class SearchRequestFields(_SearchRequestFieldsRequired, total=False):
    display: bool
    sort: Literal["ASC", "DESC"]
    sortOrder: int
    aggregation: Literal["SUM", "COUNT"]
    filter: SearchRequestFieldsFilter


class _SearchRequestFieldsFilterRequired(TypedDict):
    operation: Literal["EQUALS", "NOT_EQUALS", "IN", "NOT_IN", "IS_NULL", "IS_NOT_NULL", "GT", "GTE", "LT", "LTE", "BETWEEN"]


class SearchRequestFieldsFilter(_SearchRequestFieldsFilterRequired, total=False):
    value: List[Union[str, float]]


class ScheduleRequest(TypedDict):
    schedule: ScheduleDefinition


class ListedSchedule(TypedDict):
    scheduleId: str
    owner: str
    ownerName: str
    status: Literal["ACTIVE", "COMPLETE", "CANCELLED", "SUSPENDED", "TECH_SUSPENDED"]
    type: str
    creationDate: str
    currencyCode: str
    maskedPan: Optional[str]
    customerName: Optional[str]
    customerEmail: Optional[str]
    customerMerchantRef: Optional[str]
    lastEpisodeDate: Optional[str]
    lastEpisodeAmount: Optional[str]
    lastEpisodeState: Optional[str]
    nextEpisodeDate: Optional[str]
    nextEpisodeAmount: Optional[str]
    nextEpisodeRetry: Optional[str]
    transactionId: str


class GetAccountResponse(TypedDict):
    apiId: str
    name: str
    company: str
    permissions: List[str]
    installations: List[GetAccountResponseInstallations]
    expiresAt: Optional[str]
    testMode: bool


class GetAccountResponseInstallations(TypedDict):
    installationId: float
    name: str
    merchantName: str


class RemoveCustomerCardResponse(TypedDict):
    status: Literal["SUCCESS"]
    reasonCode: str
    reasonMessage: str


class ListMerchantDisputesResponse(TypedDict):
    items: List[Dispute]
    nextCursor: Optional[str]


class GetNotificationSecretResponse(TypedDict):
    secret: str
    algorithm: Literal["HMAC-SHA256"]
    previousValidUntil: Optional[str]


class ListEventsResponse(TypedDict):
    items: List[WebhookEvent]
    nextCursor: Optional[str]


class ListenToEventsResponse(TypedDict):
    items: List[WebhookEvent]
    cursor: str


class GetCompanyClockResponse(TypedDict):
    state: Literal["REAL", "SET", "MOVING", "ENDING"]
    now: str
    target: Optional[str]


class EndCompanyClockResponse(TypedDict):
    state: Literal["REAL", "SET", "MOVING", "ENDING"]
    now: str
    target: Optional[str]


class MoveCompanyClockResponse(TypedDict):
    state: Literal["REAL", "SET", "MOVING", "ENDING"]
    now: str
    target: Optional[str]


class TriggerEventResponse(TypedDict):
    event: WebhookEvent


class _InvalidateSessionResponseRequired(TypedDict):
    status: Literal["SUCCESS", "FAILED"]


class InvalidateSessionResponse(_InvalidateSessionResponseRequired, total=False):
    reasonCode: str
    reasonMessage: str
    field: str
    detail: str


class ListSkinsResponse(TypedDict):
    items: List[ListSkinsResponseItems]
    nextCursor: Optional[str]


class ListSkinsResponseItems(TypedDict):
    id: Literal["1", "2", "3", "4"]
    name: str
    isDefault: bool


class ListHostedSkinsResponse(TypedDict):
    status: Literal["SUCCESS"]
    code: Literal["S100"]
    message: str
    skins: List[ListHostedSkinsResponseSkins]


class ListHostedSkinsResponseSkins(TypedDict):
    id: int
    name: str
    organisation: str


class ListInstallationLinksResponse(TypedDict):
    items: List[Link]
    nextCursor: Optional[str]


class GetMetadataResponse(TypedDict):
    description: str
    version: str
    fields: List[GetMetadataResponseFields]


class _GetMetadataResponseFieldsRequired(TypedDict):
    field: str
    description: str
    type: str
    filters: List[str]
    aggregations: List[str]


class GetMetadataResponseFields(_GetMetadataResponseFieldsRequired, total=False):
    values: List[str]


class _SearchTransactionsResponseRequired(TypedDict):
    data: List[List[Optional[Union[str, float, bool]]]]
    resultsAvailable: float


class SearchTransactionsResponse(_SearchTransactionsResponseRequired, total=False):
    fieldNames: List[str]
    snapshotTime: str


class SumTransactionsResponse(TypedDict):
    countedAt: str
    totals: List[SumTransactionsResponseTotals]


class SumTransactionsResponseTotals(TypedDict):
    ccyCode: str
    number: float
    taken: str
    refunded: str
    paidOut: str
    net: str


class ListInstallationSchedulesResponse(TypedDict):
    items: List[ListedSchedule]
    nextCursor: Optional[str]


WebhookEvent = Union["TransactionEvent", "ScheduleEvent", "LinkEvent", "DisputeEvent"]
