<?php

// Generated from the OpenAPI document by `npm run client`. Do not edit.

declare(strict_types=1);

namespace Countinghouse\Generated;

/**
 * The arrays of requests and responses, for PHPStan, Psalm and editors. A response can have more fields than these.
 *
 * @phpstan-type Refusal array{
 *     status: 'FAILED',
 *     reasonCode: string,
 *     reasonMessage: string,
 *     field?: string,
 *     detail?: 'missing'|'wrong_type'|'too_long'|'too_short'|'too_large'|'too_small'|'not_allowed'|'unknown_field'|'repeated'|'invalid',
 * }
 * @phpstan-type Notification array{
 *     transaction?: NotificationTransaction,
 *     processing?: NotificationProcessing,
 *     paymentMethod?: NotificationPaymentMethod,
 *     threeDSecure?: NotificationThreeDSecure,
 *     exemption?: NotificationExemption,
 *     schedule?: NotificationSchedule,
 *     disputes?: list<NotificationDisputes>,
 *     outcome?: NotificationOutcome,
 *     history?: list<NotificationHistory>,
 *     followUpStatus?: NotificationFollowUpStatus,
 *     installationId?: int|float,
 *     sessionId?: string,
 *     locale?: string,
 *     redirect?: NotificationRedirect,
 *     link?: list<NotificationLink>,
 *     status?: string,
 *     reasonCode?: string,
 *     reasonMessage?: string,
 *     eventType: string,
 * }
 * @phpstan-type NotificationTransaction array{
 *     transactionId?: string,
 *     status: 'SUCCESS'|'FAILED'|'PENDING'|'EXPIRED'|'CANCELLED'|'VOIDED',
 *     stage?: string,
 *     type: string,
 *     amount?: int|float,
 *     consumerSpend?: int|float,
 *     currency?: string,
 *     merchantRef?: string,
 *     masked?: list<string>,
 *     transactionTime?: string,
 *     receivedTime?: string,
 *     relatedTransaction?: NotificationTransactionRelatedTransaction,
 *     refundReason?: 'CUSTOMER_REQUEST'|'DUPLICATE'|'FRAUD'|'GOODS_NOT_RECEIVED'|'GOODS_RETURNED'|'ORDER_CANCELLED'|'OTHER',
 *     refundExpectedDate?: string,
 * }
 * @phpstan-type NotificationTransactionRelatedTransaction array{
 *     transactionId: string,
 *     merchantRef?: string,
 * }
 * @phpstan-type NotificationProcessing array{
 *     model: string,
 *     authResponse?: NotificationProcessingAuthResponse,
 * }
 * @phpstan-type NotificationProcessingAuthResponse array{
 *     arn?: string,
 * }
 * @phpstan-type NotificationPaymentMethod array{
 *     paymentClass: string,
 *     wallet?: 'APPLE-PAY'|'GOOGLE-PAY',
 * }
 * @phpstan-type NotificationThreeDSecure array{
 *     status?: string,
 *     eci?: string,
 *     liabilityShift?: bool,
 *     redirectUrl?: string,
 *     acsUrl?: string,
 *     creq?: string,
 *     threeDSSessionData?: string,
 *     PaReq?: string,
 *     MD?: string,
 *     TermUrl?: string,
 * }
 * @phpstan-type NotificationExemption array{
 *     type: string,
 *     requestedBy: string,
 * }
 * @phpstan-type NotificationSchedule array{
 *     scheduleId: string,
 * }
 * @phpstan-type NotificationDisputes array{
 *     disputeId: string,
 *     transactionId: string,
 *     stage: 'INQUIRY'|'CHARGEBACK'|'PRE_ARBITRATION'|'ARBITRATION',
 *     status: 'NEEDS_RESPONSE'|'UNDER_REVIEW'|'WON'|'LOST'|'ACCEPTED'|'EXPIRED'|'WITHDRAWN',
 *     amount: int|float,
 *     currency: string,
 * }
 * @phpstan-type NotificationOutcome array{
 *     status: string,
 *     reasonCode: string,
 *     reasonMessage: string,
 *     advice?: DeclineAdvice,
 *     adviceCode?: string,
 *     field?: string,
 *     detail?: string,
 * }
 * @phpstan-type NotificationHistory array{
 *     transactionStatus: string,
 *     timeStamp: string,
 * }
 * @phpstan-type NotificationFollowUpStatus array{
 *     status?: list<NotificationFollowUpStatusStatus>,
 * }
 * @phpstan-type NotificationFollowUpStatusStatus array{
 *     name: string,
 * }
 * @phpstan-type NotificationRedirect array{
 *     url: string,
 *     frame: string,
 * }
 * @phpstan-type NotificationLink array{
 *     rel: string,
 *     href: string,
 * }
 * @phpstan-type DeclineAdvice array{
 *     group: string,
 *     side: 'CUSTOMER'|'ISSUER'|'MERCHANT'|'PROVIDER'|'PROCESSOR',
 *     retry: 'NEVER'|'FIX'|'LATER'|'AUTHENTICATE',
 *     notBefore?: string,
 * }
 * @phpstan-type TransactionEvent array{
 *     id: string,
 *     createdAt: string,
 *     installationId: int|float,
 *     test?: true,
 *     sessionId?: string,
 *     linkId?: string,
 *     scheduleId?: string,
 *     type: 'payment.succeeded'|'payment.authorised'|'payment.failed'|'payment.pending'|'payment.expired'|'capture.succeeded'|'capture.failed'|'capture.pending'|'capture.expired'|'refund.succeeded'|'refund.failed'|'refund.pending'|'refund.expired'|'payout.succeeded'|'payout.failed'|'payout.pending'|'payout.expired'|'card.registered',
 *     data: Notification,
 * }
 * @phpstan-type ScheduleEvent array{
 *     id: string,
 *     createdAt: string,
 *     installationId: int|float,
 *     test?: true,
 *     sessionId?: string,
 *     linkId?: string,
 *     scheduleId?: string,
 *     type: 'schedule.charged'|'schedule.failed'|'schedule.suspended',
 *     data: ScheduleEventData,
 * }
 * @phpstan-type ScheduleEventData array{
 *     schedule: Schedule,
 *     transactionId?: string,
 * }
 * @phpstan-type Schedule array{
 *     id: string,
 *     owner: string,
 *     ownerName: string,
 *     merchantId: int|float,
 *     installationId: int|float,
 *     status: 'ACTIVE'|'COMPLETE'|'CANCELLED'|'SUSPENDED'|'TECH_SUSPENDED',
 *     type: string,
 *     creationDate: string,
 *     transactionId: string,
 *     currencyCode: string,
 *     definition: ScheduleDefinitionFields,
 *     metaData: ScheduleMetaData,
 *     lastEpisode: ScheduleLastEpisode|null,
 *     nextEpisode: ScheduleNextEpisode|null,
 *     failure: ScheduleFailure|null,
 * }
 * @phpstan-type ScheduleDefinitionFields array{
 *     episodeData: list<ScheduleDefinitionFieldsEpisodeData>,
 * }
 * @phpstan-type ScheduleDefinitionFieldsEpisodeData array{
 *     transactionId: string|null,
 *     amount: string,
 * }
 * @phpstan-type ScheduleMetaData array{
 *     customerMerchantRef: string|null,
 *     customerEmail: string|null,
 *     customerName: string|null,
 *     maskedPan: string|null,
 *     lastFour: string|null,
 * }
 * @phpstan-type ScheduleLastEpisode array{
 *     episodeDue: string,
 *     episodeData: ScheduleLastEpisodeEpisodeData,
 *     state: 'SUCCESS'|'FAILED'|null,
 * }
 * @phpstan-type ScheduleLastEpisodeEpisodeData array{
 *     amount: string,
 * }
 * @phpstan-type ScheduleNextEpisode array{
 *     episodeIndex: int|float,
 *     retryIndex: int|float,
 *     episodeDue: string,
 *     episodeData: ScheduleNextEpisodeEpisodeData,
 * }
 * @phpstan-type ScheduleNextEpisodeEpisodeData array{
 *     amount: string,
 *     currency: string,
 * }
 * @phpstan-type ScheduleFailure array{
 *     code: 'DECLINED'|'FAILED'|'TECH_SUSPENDED'|'CARD_NEEDED'|'CONSENT_WITHDRAWN',
 *     date: string,
 *     reasonCode: string,
 *     statusCode: string|null,
 *     scheme: string|null,
 *     adviceCode: string|null,
 *     transactionId: string|null,
 * }
 * @phpstan-type LinkEvent array{
 *     id: string,
 *     createdAt: string,
 *     installationId: int|float,
 *     test?: true,
 *     sessionId?: string,
 *     linkId?: string,
 *     scheduleId?: string,
 *     type: 'link.authorised'|'link.paid'|'link.released'|'link.refunded'|'link.expired',
 *     data: LinkEventData,
 * }
 * @phpstan-type LinkEventData array{
 *     smartLink: LinkEventDataSmartLink,
 *     transactionId?: string,
 * }
 * @phpstan-type LinkEventDataSmartLink array{
 *     linkId: string,
 *     batchId: string,
 *     status: 'ACTIVATED'|'USED'|'EXPIRED'|'CANCELLED'|'DEACTIVATED',
 *     state: 'OPEN'|'OPENED'|'PROCESSING'|'AUTHORISED'|'IN_REVIEW'|'PAID'|'PARTLY_REFUNDED'|'REFUNDED'|'RELEASED'|'EXPIRED'|'CANCELLED'|'DEACTIVATED',
 *     isBeingPaid: bool,
 *     usage: 'SINGLE'|'MULTIPLE',
 *     kind: 'payments'|'payouts',
 *     created: string,
 *     expires: string,
 *     opened: string|null,
 *     installationId: int|float,
 *     installationName: string,
 *     merchantName: string,
 *     currency: string,
 *     amount: string|null,
 *     minAmount: string|null,
 *     maxAmount: string|null,
 *     authorised: LinkEventDataSmartLinkAuthorised|null,
 *     paid: LinkEventDataSmartLinkPaid|null,
 *     refunded: LinkEventDataSmartLinkRefunded|null,
 *     merchantReference: string|null,
 *     description: string|null,
 *     emailAddress: string|null,
 *     mailedTo: list<string>,
 *     mailedAt: string|null,
 *     reminder: LinkEventDataSmartLinkReminder|null,
 *     onDeadLink: string|null,
 *     thankYou: string|null,
 *     returnUrl: string|null,
 *     transactionId: string|null,
 *     attempts: int|float,
 *     failure: LinkEventDataSmartLinkFailure|null,
 * }
 * @phpstan-type LinkEventDataSmartLinkAuthorised array{
 *     amount: string,
 *     at: string,
 * }
 * @phpstan-type LinkEventDataSmartLinkPaid array{
 *     count: int|float,
 *     amount: string,
 *     at: string,
 * }
 * @phpstan-type LinkEventDataSmartLinkRefunded array{
 *     amount: string,
 * }
 * @phpstan-type LinkEventDataSmartLinkReminder array{
 *     daysBefore: int|float,
 *     at: string|null,
 *     sentAt: string|null,
 * }
 * @phpstan-type LinkEventDataSmartLinkFailure array{
 *     reasonCode: string,
 *     statusCode: string|null,
 *     scheme: string|null,
 *     adviceCode: string|null,
 *     advice?: DeclineAdvice,
 * }
 * @phpstan-type DisputeEvent array{
 *     id: string,
 *     createdAt: string,
 *     installationId: int|float,
 *     test?: true,
 *     sessionId?: string,
 *     linkId?: string,
 *     scheduleId?: string,
 *     type: 'dispute.opened'|'dispute.updated'|'dispute.closed',
 *     data: DisputeEventData,
 * }
 * @phpstan-type DisputeEventData array{
 *     dispute: Dispute,
 *     transactionId: string,
 * }
 * @phpstan-type Dispute array{
 *     disputeId: string,
 *     transactionId: string,
 *     stage: 'INQUIRY'|'CHARGEBACK'|'PRE_ARBITRATION'|'ARBITRATION',
 *     status: 'NEEDS_RESPONSE'|'UNDER_REVIEW'|'WON'|'LOST'|'ACCEPTED'|'EXPIRED'|'WITHDRAWN',
 *     amount: int|float,
 *     chargedBack: int|float,
 *     currency: string,
 *     scheme?: string,
 *     reasonCode?: string,
 *     reason?: string,
 *     isFraud: bool,
 *     processorReference: string,
 *     openedAt: string,
 *     deadline?: string,
 *     closedAt?: string,
 * }
 * @phpstan-type TestEvent array{
 *     id: string,
 *     createdAt: string,
 *     type: 'test',
 *     data: array<string, mixed>,
 * }
 * @phpstan-type CallbackRequest array{
 *     availableActions: CallbackRequestAvailableActions,
 *     transaction?: CallbackRequestTransaction,
 *     processing?: CallbackRequestProcessing,
 *     paymentMethod?: CallbackRequestPaymentMethod,
 *     threeDSecure?: CallbackRequestThreeDSecure,
 *     exemption?: CallbackRequestExemption,
 *     schedule?: CallbackRequestSchedule,
 *     disputes?: list<CallbackRequestDisputes>,
 *     outcome?: CallbackRequestOutcome,
 *     history?: list<CallbackRequestHistory>,
 *     followUpStatus?: CallbackRequestFollowUpStatus,
 *     installationId?: int|float,
 *     sessionId?: string,
 *     locale?: string,
 *     redirect?: CallbackRequestRedirect,
 *     link?: list<CallbackRequestLink>,
 *     status?: string,
 *     reasonCode?: string,
 *     reasonMessage?: string,
 * }
 * @phpstan-type CallbackRequestAvailableActions array{
 *     action: list<'PROCEED'|'CANCEL'|'SUSPEND'|'SUSPEND_REPLAY'>,
 * }
 * @phpstan-type CallbackRequestTransaction array{
 *     transactionId?: string,
 *     status: 'SUCCESS'|'FAILED'|'PENDING'|'EXPIRED'|'CANCELLED'|'VOIDED',
 *     stage?: string,
 *     type: string,
 *     amount?: int|float,
 *     consumerSpend?: int|float,
 *     currency?: string,
 *     merchantRef?: string,
 *     masked?: list<string>,
 *     transactionTime?: string,
 *     receivedTime?: string,
 *     relatedTransaction?: CallbackRequestTransactionRelatedTransaction,
 *     refundReason?: 'CUSTOMER_REQUEST'|'DUPLICATE'|'FRAUD'|'GOODS_NOT_RECEIVED'|'GOODS_RETURNED'|'ORDER_CANCELLED'|'OTHER',
 *     refundExpectedDate?: string,
 * }
 * @phpstan-type CallbackRequestTransactionRelatedTransaction array{
 *     transactionId: string,
 *     merchantRef?: string,
 * }
 * @phpstan-type CallbackRequestProcessing array{
 *     model: string,
 *     authResponse?: CallbackRequestProcessingAuthResponse,
 * }
 * @phpstan-type CallbackRequestProcessingAuthResponse array{
 *     arn?: string,
 * }
 * @phpstan-type CallbackRequestPaymentMethod array{
 *     paymentClass: string,
 *     wallet?: 'APPLE-PAY'|'GOOGLE-PAY',
 * }
 * @phpstan-type CallbackRequestThreeDSecure array{
 *     status?: string,
 *     eci?: string,
 *     liabilityShift?: bool,
 *     redirectUrl?: string,
 *     acsUrl?: string,
 *     creq?: string,
 *     threeDSSessionData?: string,
 *     PaReq?: string,
 *     MD?: string,
 *     TermUrl?: string,
 * }
 * @phpstan-type CallbackRequestExemption array{
 *     type: string,
 *     requestedBy: string,
 * }
 * @phpstan-type CallbackRequestSchedule array{
 *     scheduleId: string,
 * }
 * @phpstan-type CallbackRequestDisputes array{
 *     disputeId: string,
 *     transactionId: string,
 *     stage: 'INQUIRY'|'CHARGEBACK'|'PRE_ARBITRATION'|'ARBITRATION',
 *     status: 'NEEDS_RESPONSE'|'UNDER_REVIEW'|'WON'|'LOST'|'ACCEPTED'|'EXPIRED'|'WITHDRAWN',
 *     amount: int|float,
 *     currency: string,
 * }
 * @phpstan-type CallbackRequestOutcome array{
 *     status: string,
 *     reasonCode: string,
 *     reasonMessage: string,
 *     advice?: DeclineAdvice,
 *     adviceCode?: string,
 *     field?: string,
 *     detail?: string,
 * }
 * @phpstan-type CallbackRequestHistory array{
 *     transactionStatus: string,
 *     timeStamp: string,
 * }
 * @phpstan-type CallbackRequestFollowUpStatus array{
 *     status?: list<CallbackRequestFollowUpStatusStatus>,
 * }
 * @phpstan-type CallbackRequestFollowUpStatusStatus array{
 *     name: string,
 * }
 * @phpstan-type CallbackRequestRedirect array{
 *     url: string,
 *     frame: string,
 * }
 * @phpstan-type CallbackRequestLink array{
 *     rel: string,
 *     href: string,
 * }
 * @phpstan-type PreAuthCallbackResponse array{
 *     callbackResponse: PreAuthCallbackResponseCallbackResponse,
 * }
 * @phpstan-type PreAuthCallbackResponseCallbackResponse array{
 *     preAuthCallbackResponse: PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponse,
 * }
 * @phpstan-type PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponse array{
 *     action: 'PROCEED'|'CANCEL'|'SUSPEND'|'SUSPEND_REPLAY',
 *     redirect?: PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponseRedirect,
 * }
 * @phpstan-type PreAuthCallbackResponseCallbackResponsePreAuthCallbackResponseRedirect array{
 *     url: string,
 *     frame?: 'CONTAINER'|'TOP',
 * }
 * @phpstan-type PostAuthCallbackResponse array{
 *     callbackResponse: PostAuthCallbackResponseCallbackResponse,
 * }
 * @phpstan-type PostAuthCallbackResponseCallbackResponse array{
 *     postAuthCallbackResponse: PostAuthCallbackResponseCallbackResponsePostAuthCallbackResponse,
 * }
 * @phpstan-type PostAuthCallbackResponseCallbackResponsePostAuthCallbackResponse array{
 *     action: 'PROCEED'|'CANCEL',
 * }
 * @phpstan-type Payment array{
 *     transaction?: PaymentTransaction,
 *     processing?: PaymentProcessing,
 *     paymentMethod?: PaymentPaymentMethod,
 *     threeDSecure?: PaymentThreeDSecure,
 *     exemption?: PaymentExemption,
 *     schedule?: PaymentSchedule,
 *     disputes?: list<PaymentDisputes>,
 *     outcome?: PaymentOutcome,
 *     history?: list<PaymentHistory>,
 *     followUpStatus?: PaymentFollowUpStatus,
 *     installationId?: int|float,
 *     sessionId?: string,
 *     locale?: string,
 *     redirect?: PaymentRedirect,
 *     link?: list<PaymentLink>,
 *     status?: string,
 *     reasonCode?: string,
 *     reasonMessage?: string,
 * }
 * @phpstan-type PaymentTransaction array{
 *     transactionId?: string,
 *     status: 'SUCCESS'|'FAILED'|'PENDING'|'EXPIRED'|'CANCELLED'|'VOIDED',
 *     stage?: string,
 *     type: string,
 *     amount?: int|float,
 *     consumerSpend?: int|float,
 *     currency?: string,
 *     merchantRef?: string,
 *     masked?: list<string>,
 *     transactionTime?: string,
 *     receivedTime?: string,
 *     relatedTransaction?: PaymentTransactionRelatedTransaction,
 *     refundReason?: 'CUSTOMER_REQUEST'|'DUPLICATE'|'FRAUD'|'GOODS_NOT_RECEIVED'|'GOODS_RETURNED'|'ORDER_CANCELLED'|'OTHER',
 *     refundExpectedDate?: string,
 * }
 * @phpstan-type PaymentTransactionRelatedTransaction array{
 *     transactionId: string,
 *     merchantRef?: string,
 * }
 * @phpstan-type PaymentProcessing array{
 *     model: string,
 *     authResponse?: PaymentProcessingAuthResponse,
 * }
 * @phpstan-type PaymentProcessingAuthResponse array{
 *     arn?: string,
 * }
 * @phpstan-type PaymentPaymentMethod array{
 *     paymentClass: string,
 *     wallet?: 'APPLE-PAY'|'GOOGLE-PAY',
 * }
 * @phpstan-type PaymentThreeDSecure array{
 *     status?: string,
 *     eci?: string,
 *     liabilityShift?: bool,
 *     redirectUrl?: string,
 *     acsUrl?: string,
 *     creq?: string,
 *     threeDSSessionData?: string,
 *     PaReq?: string,
 *     MD?: string,
 *     TermUrl?: string,
 * }
 * @phpstan-type PaymentExemption array{
 *     type: string,
 *     requestedBy: string,
 * }
 * @phpstan-type PaymentSchedule array{
 *     scheduleId: string,
 * }
 * @phpstan-type PaymentDisputes array{
 *     disputeId: string,
 *     transactionId: string,
 *     stage: 'INQUIRY'|'CHARGEBACK'|'PRE_ARBITRATION'|'ARBITRATION',
 *     status: 'NEEDS_RESPONSE'|'UNDER_REVIEW'|'WON'|'LOST'|'ACCEPTED'|'EXPIRED'|'WITHDRAWN',
 *     amount: int|float,
 *     currency: string,
 * }
 * @phpstan-type PaymentOutcome array{
 *     status: string,
 *     reasonCode: string,
 *     reasonMessage: string,
 *     advice?: DeclineAdvice,
 *     adviceCode?: string,
 *     field?: string,
 *     detail?: string,
 * }
 * @phpstan-type PaymentHistory array{
 *     transactionStatus: string,
 *     timeStamp: string,
 * }
 * @phpstan-type PaymentFollowUpStatus array{
 *     status?: list<PaymentFollowUpStatusStatus>,
 * }
 * @phpstan-type PaymentFollowUpStatusStatus array{
 *     name: string,
 * }
 * @phpstan-type PaymentRedirect array{
 *     url: string,
 *     frame: string,
 * }
 * @phpstan-type PaymentLink array{
 *     rel: string,
 *     href: string,
 * }
 * @phpstan-type StrongCustomerAuthentication array{
 *     transactionType?: string,
 *     challengeRequested?: string,
 *     minFrequency?: int,
 *     numberOfInstalments?: int,
 *     merchantRisk?: StrongCustomerAuthenticationMerchantRisk,
 *     accountInfo?: StrongCustomerAuthenticationAccountInfo,
 *     authenticationInfo?: StrongCustomerAuthenticationAuthenticationInfo,
 *     priorAuthenticationInfo?: StrongCustomerAuthenticationPriorAuthenticationInfo,
 * }
 * @phpstan-type StrongCustomerAuthenticationMerchantRisk array{
 *     preOrder?: bool,
 *     preOrderDate?: string,
 *     reOrder?: bool,
 *     deliveryEmailAddress?: string,
 *     deliveryTimeframe?: string,
 *     shippingTo?: string,
 *     giftCardPurchase?: StrongCustomerAuthenticationMerchantRiskGiftCardPurchase,
 * }
 * @phpstan-type StrongCustomerAuthenticationMerchantRiskGiftCardPurchase array{
 *     amount?: int|float|string,
 *     count?: int,
 *     currency?: string,
 * }
 * @phpstan-type StrongCustomerAuthenticationAccountInfo array{
 *     accountOpenedDate?: string,
 *     accountOpenedPeriod?: string,
 *     accountLastChangedDate?: string,
 *     accountLastChangedPeriod?: string,
 *     passwordLastChangedDate?: string,
 *     passwordLastChangedPeriod?: string,
 *     accountRegisteredDate?: string,
 *     accountRegisteredPeriod?: string,
 *     shippingAddressFirstUseDate?: string,
 *     shippingAddressFirstUsePeriod?: string,
 *     accountEmail?: string,
 *     suspiciousActivity?: bool,
 *     shippingNameSameAsAccountName?: bool,
 *     purchasesInLastSixMonths?: int,
 *     addCardAttemptsInLast24Hours?: int,
 *     transactionAttemptsInLast24Hours?: int,
 *     transactionAttemptsInLast12Months?: int,
 * }
 * @phpstan-type StrongCustomerAuthenticationAuthenticationInfo array{
 *     method?: string,
 *     time?: string,
 * }
 * @phpstan-type StrongCustomerAuthenticationPriorAuthenticationInfo array{
 *     method?: string,
 *     time?: string,
 *     reference?: string,
 * }
 * @phpstan-type OrderDetails array{
 *     lineItems?: list<OrderDetailsLineItems>,
 *     shippingAddress?: OrderDetailsShippingAddress,
 * }
 * @phpstan-type OrderDetailsLineItems array{
 *     name?: string,
 *     itemAmount?: int|float|string,
 *     quantity?: int,
 *     totalAmount?: int|float|string,
 * }
 * @phpstan-type OrderDetailsShippingAddress array{
 *     name?: string,
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     district?: string,
 *     state?: string,
 *     postcode?: string,
 *     country?: OrderDetailsShippingAddressCountry,
 * }
 * @phpstan-type OrderDetailsShippingAddressCountry array{
 *     countryCode?: string,
 * }
 * @phpstan-type ScheduleDefinition array{
 *     startDate?: string,
 *     fixed?: list<string>|ScheduleDefinitionFixed,
 *     frequency?: ScheduleDefinitionFrequency,
 *     pattern?: ScheduleDefinitionPattern,
 *     terminator?: ScheduleDefinitionTerminator,
 *     amount?: int|float|string,
 *     amounts?: list<int|float|string>,
 *     retry?: ScheduleDefinitionRetry,
 * }
 * @phpstan-type ScheduleDefinitionFixed array{
 *     dates: list<string>,
 * }
 * @phpstan-type ScheduleDefinitionFrequency array{
 *     rate: 'FIXED'|'RELATIVE',
 *     unit: 'DAY'|'WEEK'|'MONTH'|'YEAR',
 *     quantity: int,
 * }
 * @phpstan-type ScheduleDefinitionPattern array{
 *     daysOfWeek?: list<'MONDAY'|'TUESDAY'|'WEDNESDAY'|'THURSDAY'|'FRIDAY'|'SATURDAY'|'SUNDAY'>,
 *     weeksOfMonth?: list<int>,
 *     daysOfMonth?: list<int>,
 *     monthsOfYear?: list<int>,
 * }
 * @phpstan-type ScheduleDefinitionTerminator array{
 *     endOn?: string,
 *     episodeLimit?: int,
 * }
 * @phpstan-type ScheduleDefinitionRetry array{
 *     quantity: int,
 *     unit: 'HOUR'|'DAY'|'WEEK'|'MONTH',
 *     processWhileRetrying?: bool,
 *     catchupAfterRetrying?: bool,
 * }
 * @phpstan-type PaymentRequest array{
 *     transaction: PaymentRequestTransaction,
 *     paymentMethod: PaymentRequestPaymentMethod,
 *     customer?: PaymentRequestCustomer,
 *     financialServices?: PaymentRequestFinancialServices,
 *     customFields?: PaymentRequestCustomFields,
 *     callbacks?: PaymentRequestCallbacks,
 *     strongCustomerAuthentication?: StrongCustomerAuthentication,
 *     orderDetails?: OrderDetails,
 *     accountFunding?: PaymentRequestAccountFunding,
 *     payoutRecipientData?: PaymentRequestPayoutRecipientData,
 *     threeDSecure?: PaymentRequestThreeDSecure,
 *     schedule?: ScheduleDefinition,
 *     returnUrl?: string,
 *     locale?: string,
 * }
 * @phpstan-type PaymentRequestTransaction array{
 *     currency: string,
 *     amount: int|float|string,
 *     merchantRef?: string,
 *     description?: string,
 *     commerceType: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 *     do3DSecure?: bool,
 *     basketReference?: string,
 * }
 * @phpstan-type PaymentRequestPaymentMethod array{
 *     card?: PaymentRequestPaymentMethodCard,
 *     cardToken?: PaymentRequestPaymentMethodCardToken,
 *     paypal?: PaymentRequestPaymentMethodPaypal,
 *     applePay?: PaymentRequestPaymentMethodApplePay,
 *     googlePay?: PaymentRequestPaymentMethodGooglePay,
 *     registered?: bool,
 *     networkTokenDetails?: PaymentRequestPaymentMethodNetworkTokenDetails,
 *     billingAddress?: PaymentRequestPaymentMethodBillingAddress,
 * }
 * @phpstan-type PaymentRequestPaymentMethodCard array{
 *     pan?: string,
 *     expiryDate?: string,
 *     cv2?: string,
 *     cardHolderName?: string,
 *     nickname?: string,
 *     defaultCard?: bool,
 *     startDate?: string,
 *     clearStart?: bool,
 *     issueNumber?: string,
 *     clearIssue?: bool,
 *     cardLockToken?: string,
 * }
 * @phpstan-type PaymentRequestPaymentMethodCardToken array{
 *     token?: string,
 *     cv2?: string,
 * }
 * @phpstan-type PaymentRequestPaymentMethodPaypal array{
 *     returnUrl?: string,
 *     cancelUrl?: string,
 * }
 * @phpstan-type PaymentRequestPaymentMethodApplePay array{
 *     token?: string,
 * }
 * @phpstan-type PaymentRequestPaymentMethodGooglePay array{
 *     token?: string,
 * }
 * @phpstan-type PaymentRequestPaymentMethodNetworkTokenDetails array{
 *     usage?: string,
 *     tokenError?: string,
 *     expiryMonth?: string,
 *     expiryYear?: string,
 * }
 * @phpstan-type PaymentRequestPaymentMethodBillingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     country?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type PaymentRequestCustomer array{
 *     id?: string,
 *     merchantRef?: string,
 *     displayName?: string,
 *     registered?: bool,
 *     email?: string,
 *     dateOfBirth?: string,
 *     telephone?: string,
 *     ip?: string,
 *     billingAddress?: PaymentRequestCustomerBillingAddress,
 * }
 * @phpstan-type PaymentRequestCustomerBillingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     country?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type PaymentRequestFinancialServices array{
 *     dateOfBirth?: string,
 *     surname?: string,
 *     accountNumber?: string,
 *     postCode?: string,
 * }
 * @phpstan-type PaymentRequestCustomFields array{
 *     fieldState?: list<PaymentRequestCustomFieldsFieldState>,
 * }
 * @phpstan-type PaymentRequestCustomFieldsFieldState array{
 *     name?: string,
 *     value?: string,
 *     transient?: bool,
 * }
 * @phpstan-type PaymentRequestCallbacks array{
 *     preAuthCallback?: PaymentRequestCallbacksPreAuthCallback,
 *     postAuthCallback?: PaymentRequestCallbacksPostAuthCallback,
 *     transactionNotification?: PaymentRequestCallbacksTransactionNotification,
 *     expiryNotification?: PaymentRequestCallbacksExpiryNotification,
 * }
 * @phpstan-type PaymentRequestCallbacksPreAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PaymentRequestCallbacksPostAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PaymentRequestCallbacksTransactionNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PaymentRequestCallbacksExpiryNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PaymentRequestAccountFunding array{
 *     accountFundingRecipientDetails?: PaymentRequestAccountFundingAccountFundingRecipientDetails,
 * }
 * @phpstan-type PaymentRequestAccountFundingAccountFundingRecipientDetails array{
 *     givenName?: string,
 *     surname?: string,
 *     address?: string,
 *     city?: string,
 *     state?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type PaymentRequestPayoutRecipientData array{
 *     givenName?: string,
 *     surname?: string,
 *     address?: string,
 *     city?: string,
 *     state?: string,
 *     countryCode?: string,
 *     dateOfBirth?: string,
 *     accountNumber?: string,
 * }
 * @phpstan-type PaymentRequestThreeDSecure array{
 *     browser?: PaymentRequestThreeDSecureBrowser,
 *     exemption?: string,
 * }
 * @phpstan-type PaymentRequestThreeDSecureBrowser array{
 *     acceptHeader?: string,
 *     userAgent?: string,
 *     ip?: string,
 *     language?: string,
 *     javaScriptEnabled?: bool,
 *     javaEnabled?: bool,
 *     colorDepth?: string,
 *     screenHeight?: string,
 *     screenWidth?: string,
 *     timeZoneOffset?: string,
 * }
 * @phpstan-type PayoutRequest array{
 *     transaction: PayoutRequestTransaction,
 *     paymentMethod: PayoutRequestPaymentMethod,
 *     customer?: PayoutRequestCustomer,
 *     financialServices?: PayoutRequestFinancialServices,
 *     customFields?: PayoutRequestCustomFields,
 *     callbacks?: PayoutRequestCallbacks,
 *     strongCustomerAuthentication?: StrongCustomerAuthentication,
 *     orderDetails?: OrderDetails,
 *     accountFunding?: PayoutRequestAccountFunding,
 *     payoutRecipientData?: PayoutRequestPayoutRecipientData,
 *     threeDSecure?: PayoutRequestThreeDSecure,
 *     schedule?: ScheduleDefinition,
 *     returnUrl?: string,
 *     locale?: string,
 * }
 * @phpstan-type PayoutRequestTransaction array{
 *     currency: string,
 *     amount: int|float|string,
 *     merchantRef?: string,
 *     description?: string,
 *     commerceType: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 *     do3DSecure?: bool,
 *     basketReference?: string,
 * }
 * @phpstan-type PayoutRequestPaymentMethod array{
 *     card?: PayoutRequestPaymentMethodCard,
 *     cardToken?: PayoutRequestPaymentMethodCardToken,
 *     paypal?: PayoutRequestPaymentMethodPaypal,
 *     applePay?: PayoutRequestPaymentMethodApplePay,
 *     googlePay?: PayoutRequestPaymentMethodGooglePay,
 *     registered?: bool,
 *     networkTokenDetails?: PayoutRequestPaymentMethodNetworkTokenDetails,
 *     billingAddress?: PayoutRequestPaymentMethodBillingAddress,
 * }
 * @phpstan-type PayoutRequestPaymentMethodCard array{
 *     pan?: string,
 *     expiryDate?: string,
 *     cv2?: string,
 *     cardHolderName?: string,
 *     nickname?: string,
 *     defaultCard?: bool,
 *     startDate?: string,
 *     clearStart?: bool,
 *     issueNumber?: string,
 *     clearIssue?: bool,
 *     cardLockToken?: string,
 * }
 * @phpstan-type PayoutRequestPaymentMethodCardToken array{
 *     token?: string,
 *     cv2?: string,
 * }
 * @phpstan-type PayoutRequestPaymentMethodPaypal array{
 *     returnUrl?: string,
 *     cancelUrl?: string,
 * }
 * @phpstan-type PayoutRequestPaymentMethodApplePay array{
 *     token?: string,
 * }
 * @phpstan-type PayoutRequestPaymentMethodGooglePay array{
 *     token?: string,
 * }
 * @phpstan-type PayoutRequestPaymentMethodNetworkTokenDetails array{
 *     usage?: string,
 *     tokenError?: string,
 *     expiryMonth?: string,
 *     expiryYear?: string,
 * }
 * @phpstan-type PayoutRequestPaymentMethodBillingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     country?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type PayoutRequestCustomer array{
 *     id?: string,
 *     merchantRef?: string,
 *     displayName?: string,
 *     registered?: bool,
 *     email?: string,
 *     dateOfBirth?: string,
 *     telephone?: string,
 *     ip?: string,
 *     billingAddress?: PayoutRequestCustomerBillingAddress,
 * }
 * @phpstan-type PayoutRequestCustomerBillingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     country?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type PayoutRequestFinancialServices array{
 *     dateOfBirth?: string,
 *     surname?: string,
 *     accountNumber?: string,
 *     postCode?: string,
 * }
 * @phpstan-type PayoutRequestCustomFields array{
 *     fieldState?: list<PayoutRequestCustomFieldsFieldState>,
 * }
 * @phpstan-type PayoutRequestCustomFieldsFieldState array{
 *     name?: string,
 *     value?: string,
 *     transient?: bool,
 * }
 * @phpstan-type PayoutRequestCallbacks array{
 *     preAuthCallback?: PayoutRequestCallbacksPreAuthCallback,
 *     postAuthCallback?: PayoutRequestCallbacksPostAuthCallback,
 *     transactionNotification?: PayoutRequestCallbacksTransactionNotification,
 *     expiryNotification?: PayoutRequestCallbacksExpiryNotification,
 * }
 * @phpstan-type PayoutRequestCallbacksPreAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PayoutRequestCallbacksPostAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PayoutRequestCallbacksTransactionNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PayoutRequestCallbacksExpiryNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PayoutRequestAccountFunding array{
 *     accountFundingRecipientDetails?: PayoutRequestAccountFundingAccountFundingRecipientDetails,
 * }
 * @phpstan-type PayoutRequestAccountFundingAccountFundingRecipientDetails array{
 *     givenName?: string,
 *     surname?: string,
 *     address?: string,
 *     city?: string,
 *     state?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type PayoutRequestPayoutRecipientData array{
 *     givenName?: string,
 *     surname?: string,
 *     address?: string,
 *     city?: string,
 *     state?: string,
 *     countryCode?: string,
 *     dateOfBirth?: string,
 *     accountNumber?: string,
 * }
 * @phpstan-type PayoutRequestThreeDSecure array{
 *     browser?: PayoutRequestThreeDSecureBrowser,
 *     exemption?: string,
 * }
 * @phpstan-type PayoutRequestThreeDSecureBrowser array{
 *     acceptHeader?: string,
 *     userAgent?: string,
 *     ip?: string,
 *     language?: string,
 *     javaScriptEnabled?: bool,
 *     javaEnabled?: bool,
 *     colorDepth?: string,
 *     screenHeight?: string,
 *     screenWidth?: string,
 *     timeZoneOffset?: string,
 * }
 * @phpstan-type VerificationRequest array{
 *     transaction: VerificationRequestTransaction,
 *     paymentMethod: VerificationRequestPaymentMethod,
 *     customer?: VerificationRequestCustomer,
 *     financialServices?: VerificationRequestFinancialServices,
 *     customFields?: VerificationRequestCustomFields,
 *     callbacks?: VerificationRequestCallbacks,
 *     strongCustomerAuthentication?: StrongCustomerAuthentication,
 *     orderDetails?: OrderDetails,
 *     accountFunding?: VerificationRequestAccountFunding,
 *     payoutRecipientData?: VerificationRequestPayoutRecipientData,
 *     threeDSecure?: VerificationRequestThreeDSecure,
 *     schedule?: ScheduleDefinition,
 *     returnUrl?: string,
 *     locale?: string,
 * }
 * @phpstan-type VerificationRequestTransaction array{
 *     currency: string,
 *     amount?: int|float|string,
 *     merchantRef?: string,
 *     description?: string,
 *     commerceType: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 *     do3DSecure?: bool,
 *     basketReference?: string,
 * }
 * @phpstan-type VerificationRequestPaymentMethod array{
 *     card?: VerificationRequestPaymentMethodCard,
 *     cardToken?: VerificationRequestPaymentMethodCardToken,
 *     paypal?: VerificationRequestPaymentMethodPaypal,
 *     applePay?: VerificationRequestPaymentMethodApplePay,
 *     googlePay?: VerificationRequestPaymentMethodGooglePay,
 *     registered?: bool,
 *     networkTokenDetails?: VerificationRequestPaymentMethodNetworkTokenDetails,
 *     billingAddress?: VerificationRequestPaymentMethodBillingAddress,
 * }
 * @phpstan-type VerificationRequestPaymentMethodCard array{
 *     pan?: string,
 *     expiryDate?: string,
 *     cv2?: string,
 *     cardHolderName?: string,
 *     nickname?: string,
 *     defaultCard?: bool,
 *     startDate?: string,
 *     clearStart?: bool,
 *     issueNumber?: string,
 *     clearIssue?: bool,
 *     cardLockToken?: string,
 * }
 * @phpstan-type VerificationRequestPaymentMethodCardToken array{
 *     token?: string,
 *     cv2?: string,
 * }
 * @phpstan-type VerificationRequestPaymentMethodPaypal array{
 *     returnUrl?: string,
 *     cancelUrl?: string,
 * }
 * @phpstan-type VerificationRequestPaymentMethodApplePay array{
 *     token?: string,
 * }
 * @phpstan-type VerificationRequestPaymentMethodGooglePay array{
 *     token?: string,
 * }
 * @phpstan-type VerificationRequestPaymentMethodNetworkTokenDetails array{
 *     usage?: string,
 *     tokenError?: string,
 *     expiryMonth?: string,
 *     expiryYear?: string,
 * }
 * @phpstan-type VerificationRequestPaymentMethodBillingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     country?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type VerificationRequestCustomer array{
 *     id?: string,
 *     merchantRef?: string,
 *     displayName?: string,
 *     registered?: bool,
 *     email?: string,
 *     dateOfBirth?: string,
 *     telephone?: string,
 *     ip?: string,
 *     billingAddress?: VerificationRequestCustomerBillingAddress,
 * }
 * @phpstan-type VerificationRequestCustomerBillingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     country?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type VerificationRequestFinancialServices array{
 *     dateOfBirth?: string,
 *     surname?: string,
 *     accountNumber?: string,
 *     postCode?: string,
 * }
 * @phpstan-type VerificationRequestCustomFields array{
 *     fieldState?: list<VerificationRequestCustomFieldsFieldState>,
 * }
 * @phpstan-type VerificationRequestCustomFieldsFieldState array{
 *     name?: string,
 *     value?: string,
 *     transient?: bool,
 * }
 * @phpstan-type VerificationRequestCallbacks array{
 *     preAuthCallback?: VerificationRequestCallbacksPreAuthCallback,
 *     postAuthCallback?: VerificationRequestCallbacksPostAuthCallback,
 *     transactionNotification?: VerificationRequestCallbacksTransactionNotification,
 *     expiryNotification?: VerificationRequestCallbacksExpiryNotification,
 * }
 * @phpstan-type VerificationRequestCallbacksPreAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type VerificationRequestCallbacksPostAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type VerificationRequestCallbacksTransactionNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type VerificationRequestCallbacksExpiryNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type VerificationRequestAccountFunding array{
 *     accountFundingRecipientDetails?: VerificationRequestAccountFundingAccountFundingRecipientDetails,
 * }
 * @phpstan-type VerificationRequestAccountFundingAccountFundingRecipientDetails array{
 *     givenName?: string,
 *     surname?: string,
 *     address?: string,
 *     city?: string,
 *     state?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type VerificationRequestPayoutRecipientData array{
 *     givenName?: string,
 *     surname?: string,
 *     address?: string,
 *     city?: string,
 *     state?: string,
 *     countryCode?: string,
 *     dateOfBirth?: string,
 *     accountNumber?: string,
 * }
 * @phpstan-type VerificationRequestThreeDSecure array{
 *     browser?: VerificationRequestThreeDSecureBrowser,
 *     exemption?: string,
 * }
 * @phpstan-type VerificationRequestThreeDSecureBrowser array{
 *     acceptHeader?: string,
 *     userAgent?: string,
 *     ip?: string,
 *     language?: string,
 *     javaScriptEnabled?: bool,
 *     javaEnabled?: bool,
 *     colorDepth?: string,
 *     screenHeight?: string,
 *     screenWidth?: string,
 *     timeZoneOffset?: string,
 * }
 * @phpstan-type CaptureRequest array{
 *     transaction?: CaptureRequestTransaction,
 *     schedule?: ScheduleDefinition,
 *     skipNext?: CaptureRequestSkipNext,
 * }
 * @phpstan-type CaptureRequestTransaction array{
 *     currency?: string,
 *     amount?: int|float|string,
 *     merchantRef?: string,
 *     description?: string,
 *     commerceType?: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 *     do3DSecure?: bool,
 *     basketReference?: string,
 * }
 * @phpstan-type CaptureRequestSkipNext array{
 *     scheduleId?: string,
 * }
 * @phpstan-type CancellationRequest array{
 *     transaction?: CancellationRequestTransaction,
 *     schedule?: ScheduleDefinition,
 *     skipNext?: CancellationRequestSkipNext,
 * }
 * @phpstan-type CancellationRequestTransaction array{
 *     currency?: string,
 *     amount?: int|float|string,
 *     merchantRef?: string,
 *     description?: string,
 *     commerceType?: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 *     do3DSecure?: bool,
 *     basketReference?: string,
 * }
 * @phpstan-type CancellationRequestSkipNext array{
 *     scheduleId?: string,
 * }
 * @phpstan-type RefundRequest array{
 *     transaction?: RefundRequestTransaction,
 *     schedule?: ScheduleDefinition,
 *     skipNext?: RefundRequestSkipNext,
 * }
 * @phpstan-type RefundRequestTransaction array{
 *     currency?: string,
 *     amount?: int|float|string,
 *     merchantRef?: string,
 *     description?: string,
 *     commerceType?: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 *     do3DSecure?: bool,
 *     basketReference?: string,
 *     refundReason?: 'CUSTOMER_REQUEST'|'DUPLICATE'|'FRAUD'|'GOODS_NOT_RECEIVED'|'GOODS_RETURNED'|'ORDER_CANCELLED'|'OTHER',
 * }
 * @phpstan-type RefundRequestSkipNext array{
 *     scheduleId?: string,
 * }
 * @phpstan-type RepeatRequest array{
 *     transaction?: RepeatRequestTransaction,
 *     schedule?: ScheduleDefinition,
 *     skipNext?: RepeatRequestSkipNext,
 * }
 * @phpstan-type RepeatRequestTransaction array{
 *     currency?: string,
 *     amount?: int|float|string,
 *     merchantRef?: string,
 *     description?: string,
 *     commerceType?: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 *     do3DSecure?: bool,
 *     basketReference?: string,
 * }
 * @phpstan-type RepeatRequestSkipNext array{
 *     scheduleId?: string,
 * }
 * @phpstan-type ResumeRequest array{
 *     threeDSecureResponse?: ResumeRequestThreeDSecureResponse,
 * }
 * @phpstan-type ResumeRequestThreeDSecureResponse array{
 *     pares?: string,
 *     cres?: string,
 * }
 * @phpstan-type Customer array{
 *     id: string,
 *     merchantRef?: string,
 *     displayName?: string,
 *     registered: bool,
 * }
 * @phpstan-type Card array{
 *     registered: true,
 *     paymentClass: 'CARD',
 *     registeredTime: string,
 *     card: CardCard,
 * }
 * @phpstan-type CardCard array{
 *     cardToken: string,
 *     cardFingerprint: string,
 *     cardType: string,
 *     cardUsageType: string,
 *     cardScheme: string,
 *     cardCategory: string,
 *     maskedPan: string,
 *     expiryDate: string,
 *     validDate?: string,
 *     issuer?: string,
 *     issuerCountry?: string,
 *     cardHolderName?: string,
 *     cardNickname?: string,
 *     defaultCard: bool,
 * }
 * @phpstan-type TestClockMove array{
 *     to?: string,
 *     days?: int,
 * }
 * @phpstan-type SampleEventRequest array{
 *     type: 'payment.succeeded'|'payment.authorised'|'payment.failed'|'payment.pending'|'payment.expired'|'capture.succeeded'|'capture.failed'|'capture.pending'|'capture.expired'|'refund.succeeded'|'refund.failed'|'refund.pending'|'refund.expired'|'payout.succeeded'|'payout.failed'|'payout.pending'|'payout.expired'|'schedule.charged'|'schedule.failed'|'schedule.suspended'|'link.authorised'|'link.paid'|'link.released'|'link.refunded'|'link.expired'|'card.registered'|'dispute.opened'|'dispute.updated'|'dispute.closed',
 * }
 * @phpstan-type Session array{
 *     status: 'SUCCESS'|'FAILED',
 *     sessionId?: string,
 *     redirectUrl?: string,
 *     reasonCode?: string,
 *     reasonMessage?: string,
 *     field?: string,
 *     detail?: string,
 * }
 * @phpstan-type PaymentSessionRequest array{
 *     session: PaymentSessionRequestSession,
 *     transaction: PaymentSessionRequestTransaction,
 *     customer?: PaymentSessionRequestCustomer,
 *     features?: PaymentSessionRequestFeatures,
 *     financialServices?: PaymentSessionRequestFinancialServices,
 *     customFields?: PaymentSessionRequestCustomFields,
 *     order?: PaymentSessionRequestOrder,
 *     schedule?: ScheduleDefinition,
 *     emailReceipt?: bool,
 *     strongCustomerAuthentication?: StrongCustomerAuthentication,
 *     receiptLocale?: string,
 *     locale?: string,
 * }
 * @phpstan-type PaymentSessionRequestSession array{
 *     returnUrl: PaymentSessionRequestSessionReturnUrl,
 *     cancelUrl?: PaymentSessionRequestSessionCancelUrl,
 *     restoreUrl?: PaymentSessionRequestSessionRestoreUrl,
 *     skin?: string,
 *     preAuthCallback?: PaymentSessionRequestSessionPreAuthCallback,
 *     postAuthCallback?: PaymentSessionRequestSessionPostAuthCallback,
 *     transactionNotification?: PaymentSessionRequestSessionTransactionNotification,
 * }
 * @phpstan-type PaymentSessionRequestSessionReturnUrl array{
 *     url?: string,
 * }
 * @phpstan-type PaymentSessionRequestSessionCancelUrl array{
 *     url?: string,
 * }
 * @phpstan-type PaymentSessionRequestSessionRestoreUrl array{
 *     url?: string,
 * }
 * @phpstan-type PaymentSessionRequestSessionPreAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PaymentSessionRequestSessionPostAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PaymentSessionRequestSessionTransactionNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PaymentSessionRequestTransaction array{
 *     merchantReference?: string,
 *     money: PaymentSessionRequestTransactionMoney,
 *     description?: string,
 *     commerceType?: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 * }
 * @phpstan-type PaymentSessionRequestTransactionMoney array{
 *     currency: string,
 *     amount?: PaymentSessionRequestTransactionMoneyAmount,
 * }
 * @phpstan-type PaymentSessionRequestTransactionMoneyAmount array{
 *     fixed?: int|float|string,
 *     min?: int|float|string,
 *     max?: int|float|string,
 * }
 * @phpstan-type PaymentSessionRequestCustomer array{
 *     registered?: bool,
 *     identity?: PaymentSessionRequestCustomerIdentity,
 *     details?: PaymentSessionRequestCustomerDetails,
 * }
 * @phpstan-type PaymentSessionRequestCustomerIdentity array{
 *     merchantCustomerId?: string,
 * }
 * @phpstan-type PaymentSessionRequestCustomerDetails array{
 *     name?: string,
 *     address?: PaymentSessionRequestCustomerDetailsAddress,
 *     telephone?: string,
 *     emailAddress?: string,
 *     dateOfBirth?: string,
 *     ipAddress?: string,
 *     defaultCurrency?: string,
 * }
 * @phpstan-type PaymentSessionRequestCustomerDetailsAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type PaymentSessionRequestFeatures array{
 *     paymentMethodRegistration?: string,
 *     paymentMethods?: list<string>,
 *     showResultsPage?: bool,
 *     newAccountPayoutEnabled?: bool,
 * }
 * @phpstan-type PaymentSessionRequestFinancialServices array{
 *     dateOfBirth?: string,
 *     surname?: string,
 *     accountNumber?: string,
 *     postCode?: string,
 * }
 * @phpstan-type PaymentSessionRequestCustomFields array{
 *     fieldState?: list<PaymentSessionRequestCustomFieldsFieldState>,
 * }
 * @phpstan-type PaymentSessionRequestCustomFieldsFieldState array{
 *     name?: string,
 *     value?: string,
 *     transient?: bool,
 * }
 * @phpstan-type PaymentSessionRequestOrder array{
 *     orderRef?: string,
 *     shippingAddress?: PaymentSessionRequestOrderShippingAddress,
 * }
 * @phpstan-type PaymentSessionRequestOrderShippingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 *     name?: string,
 * }
 * @phpstan-type PayoutSessionRequest array{
 *     session: PayoutSessionRequestSession,
 *     transaction: PayoutSessionRequestTransaction,
 *     customer?: PayoutSessionRequestCustomer,
 *     features?: PayoutSessionRequestFeatures,
 *     financialServices?: PayoutSessionRequestFinancialServices,
 *     customFields?: PayoutSessionRequestCustomFields,
 *     order?: PayoutSessionRequestOrder,
 *     schedule?: ScheduleDefinition,
 *     emailReceipt?: bool,
 *     strongCustomerAuthentication?: StrongCustomerAuthentication,
 *     receiptLocale?: string,
 *     locale?: string,
 * }
 * @phpstan-type PayoutSessionRequestSession array{
 *     returnUrl: PayoutSessionRequestSessionReturnUrl,
 *     cancelUrl?: PayoutSessionRequestSessionCancelUrl,
 *     restoreUrl?: PayoutSessionRequestSessionRestoreUrl,
 *     skin?: string,
 *     preAuthCallback?: PayoutSessionRequestSessionPreAuthCallback,
 *     postAuthCallback?: PayoutSessionRequestSessionPostAuthCallback,
 *     transactionNotification?: PayoutSessionRequestSessionTransactionNotification,
 * }
 * @phpstan-type PayoutSessionRequestSessionReturnUrl array{
 *     url?: string,
 * }
 * @phpstan-type PayoutSessionRequestSessionCancelUrl array{
 *     url?: string,
 * }
 * @phpstan-type PayoutSessionRequestSessionRestoreUrl array{
 *     url?: string,
 * }
 * @phpstan-type PayoutSessionRequestSessionPreAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PayoutSessionRequestSessionPostAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PayoutSessionRequestSessionTransactionNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PayoutSessionRequestTransaction array{
 *     merchantReference?: string,
 *     money: PayoutSessionRequestTransactionMoney,
 *     description?: string,
 *     commerceType?: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 * }
 * @phpstan-type PayoutSessionRequestTransactionMoney array{
 *     currency: string,
 *     amount?: PayoutSessionRequestTransactionMoneyAmount,
 * }
 * @phpstan-type PayoutSessionRequestTransactionMoneyAmount array{
 *     fixed?: int|float|string,
 *     min?: int|float|string,
 *     max?: int|float|string,
 * }
 * @phpstan-type PayoutSessionRequestCustomer array{
 *     registered?: bool,
 *     identity?: PayoutSessionRequestCustomerIdentity,
 *     details?: PayoutSessionRequestCustomerDetails,
 * }
 * @phpstan-type PayoutSessionRequestCustomerIdentity array{
 *     merchantCustomerId?: string,
 * }
 * @phpstan-type PayoutSessionRequestCustomerDetails array{
 *     name?: string,
 *     address?: PayoutSessionRequestCustomerDetailsAddress,
 *     telephone?: string,
 *     emailAddress?: string,
 *     dateOfBirth?: string,
 *     ipAddress?: string,
 *     defaultCurrency?: string,
 * }
 * @phpstan-type PayoutSessionRequestCustomerDetailsAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type PayoutSessionRequestFeatures array{
 *     paymentMethodRegistration?: string,
 *     paymentMethods?: list<string>,
 *     showResultsPage?: bool,
 *     newAccountPayoutEnabled?: bool,
 * }
 * @phpstan-type PayoutSessionRequestFinancialServices array{
 *     dateOfBirth?: string,
 *     surname?: string,
 *     accountNumber?: string,
 *     postCode?: string,
 * }
 * @phpstan-type PayoutSessionRequestCustomFields array{
 *     fieldState?: list<PayoutSessionRequestCustomFieldsFieldState>,
 * }
 * @phpstan-type PayoutSessionRequestCustomFieldsFieldState array{
 *     name?: string,
 *     value?: string,
 *     transient?: bool,
 * }
 * @phpstan-type PayoutSessionRequestOrder array{
 *     orderRef?: string,
 *     shippingAddress?: PayoutSessionRequestOrderShippingAddress,
 * }
 * @phpstan-type PayoutSessionRequestOrderShippingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 *     name?: string,
 * }
 * @phpstan-type CardSessionRequest array{
 *     session: CardSessionRequestSession,
 *     transaction?: CardSessionRequestTransaction,
 *     customer?: CardSessionRequestCustomer,
 *     features?: CardSessionRequestFeatures,
 *     financialServices?: CardSessionRequestFinancialServices,
 *     customFields?: CardSessionRequestCustomFields,
 *     order?: CardSessionRequestOrder,
 *     schedule?: ScheduleDefinition,
 *     emailReceipt?: bool,
 *     strongCustomerAuthentication?: StrongCustomerAuthentication,
 *     receiptLocale?: string,
 *     locale?: string,
 * }
 * @phpstan-type CardSessionRequestSession array{
 *     returnUrl: CardSessionRequestSessionReturnUrl,
 *     cancelUrl?: CardSessionRequestSessionCancelUrl,
 *     restoreUrl?: CardSessionRequestSessionRestoreUrl,
 *     skin?: string,
 *     preAuthCallback?: CardSessionRequestSessionPreAuthCallback,
 *     postAuthCallback?: CardSessionRequestSessionPostAuthCallback,
 *     transactionNotification?: CardSessionRequestSessionTransactionNotification,
 * }
 * @phpstan-type CardSessionRequestSessionReturnUrl array{
 *     url?: string,
 * }
 * @phpstan-type CardSessionRequestSessionCancelUrl array{
 *     url?: string,
 * }
 * @phpstan-type CardSessionRequestSessionRestoreUrl array{
 *     url?: string,
 * }
 * @phpstan-type CardSessionRequestSessionPreAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type CardSessionRequestSessionPostAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type CardSessionRequestSessionTransactionNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type CardSessionRequestTransaction array{
 *     merchantReference?: string,
 *     money?: CardSessionRequestTransactionMoney,
 *     description?: string,
 *     commerceType?: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 * }
 * @phpstan-type CardSessionRequestTransactionMoney array{
 *     currency?: string,
 *     amount?: CardSessionRequestTransactionMoneyAmount,
 * }
 * @phpstan-type CardSessionRequestTransactionMoneyAmount array{
 *     fixed?: int|float|string,
 *     min?: int|float|string,
 *     max?: int|float|string,
 * }
 * @phpstan-type CardSessionRequestCustomer array{
 *     registered?: bool,
 *     identity?: CardSessionRequestCustomerIdentity,
 *     details?: CardSessionRequestCustomerDetails,
 * }
 * @phpstan-type CardSessionRequestCustomerIdentity array{
 *     merchantCustomerId?: string,
 * }
 * @phpstan-type CardSessionRequestCustomerDetails array{
 *     name?: string,
 *     address?: CardSessionRequestCustomerDetailsAddress,
 *     telephone?: string,
 *     emailAddress?: string,
 *     dateOfBirth?: string,
 *     ipAddress?: string,
 *     defaultCurrency?: string,
 * }
 * @phpstan-type CardSessionRequestCustomerDetailsAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type CardSessionRequestFeatures array{
 *     paymentMethodRegistration?: string,
 *     paymentMethods?: list<string>,
 *     showResultsPage?: bool,
 *     newAccountPayoutEnabled?: bool,
 * }
 * @phpstan-type CardSessionRequestFinancialServices array{
 *     dateOfBirth?: string,
 *     surname?: string,
 *     accountNumber?: string,
 *     postCode?: string,
 * }
 * @phpstan-type CardSessionRequestCustomFields array{
 *     fieldState?: list<CardSessionRequestCustomFieldsFieldState>,
 * }
 * @phpstan-type CardSessionRequestCustomFieldsFieldState array{
 *     name?: string,
 *     value?: string,
 *     transient?: bool,
 * }
 * @phpstan-type CardSessionRequestOrder array{
 *     orderRef?: string,
 *     shippingAddress?: CardSessionRequestOrderShippingAddress,
 * }
 * @phpstan-type CardSessionRequestOrderShippingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 *     name?: string,
 * }
 * @phpstan-type SessionStatus array{
 *     status: 'SUCCESS'|'FAILED',
 *     hostedSessionStatus?: SessionStatusHostedSessionStatus,
 *     reasonCode?: string,
 *     reasonMessage?: string,
 *     field?: string,
 *     detail?: string,
 * }
 * @phpstan-type SessionStatusHostedSessionStatus array{
 *     sessionId: string,
 *     context: string,
 *     stale: bool,
 *     lastInteraction: int|float,
 *     sessionState: 'CREATED'|'STARTED'|'TERMINATED'|'EXPIRED'|'INVALIDATED',
 *     transactionState: SessionStatusHostedSessionStatusTransactionState,
 * }
 * @phpstan-type SessionStatusHostedSessionStatusTransactionState array{
 *     id?: string,
 *     transactionState: 'NOT_SUBMITTED'|'PROCESSING'|'PENDING'|'SUCCESS'|'FAILED'|'EXPIRED'|'CANCELLED'|'VOIDED',
 *     heldForReview?: bool,
 *     outcome?: SessionStatusHostedSessionStatusTransactionStateOutcome,
 * }
 * @phpstan-type SessionStatusHostedSessionStatusTransactionStateOutcome array{
 *     reasonCode: string,
 *     statusCode?: string,
 *     scheme?: string,
 *     adviceCode?: string,
 *     advice?: DeclineAdvice,
 * }
 * @phpstan-type CreatedLink array{
 *     smartLinkResponseDetail?: CreatedLinkSmartLinkResponseDetail,
 *     status: 'SUCCESS'|'FAILED',
 *     reasonCode?: string,
 *     reasonMessage?: string,
 *     field?: string,
 *     detail?: string,
 * }
 * @phpstan-type CreatedLinkSmartLinkResponseDetail array{
 *     expires: string,
 *     usage: 'SINGLE'|'MULTIPLE',
 *     status: 'ACTIVATED'|'USED'|'EXPIRED'|'CANCELLED'|'DEACTIVATED',
 *     link: string,
 *     linkId: string,
 * }
 * @phpstan-type Link array{
 *     linkId: string,
 *     batchId: string,
 *     link: string,
 *     status: 'ACTIVATED'|'USED'|'EXPIRED'|'CANCELLED'|'DEACTIVATED',
 *     state: 'OPEN'|'OPENED'|'PROCESSING'|'AUTHORISED'|'IN_REVIEW'|'PAID'|'PARTLY_REFUNDED'|'REFUNDED'|'RELEASED'|'EXPIRED'|'CANCELLED'|'DEACTIVATED',
 *     isBeingPaid: bool,
 *     usage: 'SINGLE'|'MULTIPLE',
 *     kind: 'payments'|'payouts',
 *     created: string,
 *     expires: string,
 *     opened: string|null,
 *     installationId: int|float,
 *     installationName: string,
 *     merchantName: string,
 *     currency: string,
 *     amount: string|null,
 *     minAmount: string|null,
 *     maxAmount: string|null,
 *     authorised: LinkAuthorised|null,
 *     paid: LinkPaid|null,
 *     refunded: LinkRefunded|null,
 *     merchantReference: string|null,
 *     description: string|null,
 *     emailAddress: string|null,
 *     mailedTo: list<string>,
 *     mailedAt: string|null,
 *     reminder: LinkReminder|null,
 *     onDeadLink: string|null,
 *     thankYou: string|null,
 *     returnUrl: string|null,
 *     transactionId: string|null,
 *     attempts: int|float,
 *     failure: LinkFailure|null,
 * }
 * @phpstan-type LinkAuthorised array{
 *     amount: string,
 *     at: string,
 * }
 * @phpstan-type LinkPaid array{
 *     count: int|float,
 *     amount: string,
 *     at: string,
 * }
 * @phpstan-type LinkRefunded array{
 *     amount: string,
 * }
 * @phpstan-type LinkReminder array{
 *     daysBefore: int|float,
 *     at: string|null,
 *     sentAt: string|null,
 * }
 * @phpstan-type LinkFailure array{
 *     reasonCode: string,
 *     statusCode: string|null,
 *     scheme: string|null,
 *     adviceCode: string|null,
 *     advice?: DeclineAdvice,
 * }
 * @phpstan-type LinkChange array{
 *     expires?: string,
 *     description?: string,
 *     remindDaysBefore?: int|null,
 *     minAmount?: string|null,
 *     maxAmount?: string|null,
 * }
 * @phpstan-type PaymentLinkRequest array{
 *     session?: PaymentLinkRequestSession,
 *     transaction: PaymentLinkRequestTransaction,
 *     customer?: PaymentLinkRequestCustomer,
 *     features?: PaymentLinkRequestFeatures,
 *     financialServices?: PaymentLinkRequestFinancialServices,
 *     customFields?: PaymentLinkRequestCustomFields,
 *     order?: PaymentLinkRequestOrder,
 *     schedule?: ScheduleDefinition,
 *     emailReceipt?: bool,
 *     strongCustomerAuthentication?: StrongCustomerAuthentication,
 *     receiptLocale?: string,
 *     locale?: string,
 *     smartLink?: PaymentLinkRequestSmartLink,
 *     batchSize?: int,
 * }
 * @phpstan-type PaymentLinkRequestSession array{
 *     returnUrl?: PaymentLinkRequestSessionReturnUrl,
 *     cancelUrl?: PaymentLinkRequestSessionCancelUrl,
 *     restoreUrl?: PaymentLinkRequestSessionRestoreUrl,
 *     skin?: string,
 *     preAuthCallback?: PaymentLinkRequestSessionPreAuthCallback,
 *     postAuthCallback?: PaymentLinkRequestSessionPostAuthCallback,
 *     transactionNotification?: PaymentLinkRequestSessionTransactionNotification,
 * }
 * @phpstan-type PaymentLinkRequestSessionReturnUrl array{
 *     url?: string,
 * }
 * @phpstan-type PaymentLinkRequestSessionCancelUrl array{
 *     url?: string,
 * }
 * @phpstan-type PaymentLinkRequestSessionRestoreUrl array{
 *     url?: string,
 * }
 * @phpstan-type PaymentLinkRequestSessionPreAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PaymentLinkRequestSessionPostAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PaymentLinkRequestSessionTransactionNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PaymentLinkRequestTransaction array{
 *     merchantReference?: string,
 *     money: PaymentLinkRequestTransactionMoney,
 *     description?: string,
 *     commerceType?: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 * }
 * @phpstan-type PaymentLinkRequestTransactionMoney array{
 *     currency: string,
 *     amount?: PaymentLinkRequestTransactionMoneyAmount,
 * }
 * @phpstan-type PaymentLinkRequestTransactionMoneyAmount array{
 *     fixed?: int|float|string,
 *     min?: int|float|string,
 *     max?: int|float|string,
 * }
 * @phpstan-type PaymentLinkRequestCustomer array{
 *     registered?: bool,
 *     identity?: PaymentLinkRequestCustomerIdentity,
 *     details?: PaymentLinkRequestCustomerDetails,
 * }
 * @phpstan-type PaymentLinkRequestCustomerIdentity array{
 *     merchantCustomerId?: string,
 * }
 * @phpstan-type PaymentLinkRequestCustomerDetails array{
 *     name?: string,
 *     address?: PaymentLinkRequestCustomerDetailsAddress,
 *     telephone?: string,
 *     emailAddress?: string,
 *     dateOfBirth?: string,
 *     ipAddress?: string,
 *     defaultCurrency?: string,
 * }
 * @phpstan-type PaymentLinkRequestCustomerDetailsAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type PaymentLinkRequestFeatures array{
 *     paymentMethodRegistration?: string,
 *     paymentMethods?: list<string>,
 *     showResultsPage?: bool,
 *     newAccountPayoutEnabled?: bool,
 * }
 * @phpstan-type PaymentLinkRequestFinancialServices array{
 *     dateOfBirth?: string,
 *     surname?: string,
 *     accountNumber?: string,
 *     postCode?: string,
 * }
 * @phpstan-type PaymentLinkRequestCustomFields array{
 *     fieldState?: list<PaymentLinkRequestCustomFieldsFieldState>,
 * }
 * @phpstan-type PaymentLinkRequestCustomFieldsFieldState array{
 *     name?: string,
 *     value?: string,
 *     transient?: bool,
 * }
 * @phpstan-type PaymentLinkRequestOrder array{
 *     orderRef?: string,
 *     shippingAddress?: PaymentLinkRequestOrderShippingAddress,
 * }
 * @phpstan-type PaymentLinkRequestOrderShippingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 *     name?: string,
 * }
 * @phpstan-type PaymentLinkRequestSmartLink array{
 *     expires?: string,
 *     usage?: string,
 *     onDeadLink?: string,
 *     remindDaysBefore?: int,
 *     thankYou?: string,
 * }
 * @phpstan-type PayoutLinkRequest array{
 *     session?: PayoutLinkRequestSession,
 *     transaction: PayoutLinkRequestTransaction,
 *     customer?: PayoutLinkRequestCustomer,
 *     features?: PayoutLinkRequestFeatures,
 *     financialServices?: PayoutLinkRequestFinancialServices,
 *     customFields?: PayoutLinkRequestCustomFields,
 *     order?: PayoutLinkRequestOrder,
 *     schedule?: ScheduleDefinition,
 *     emailReceipt?: bool,
 *     strongCustomerAuthentication?: StrongCustomerAuthentication,
 *     receiptLocale?: string,
 *     locale?: string,
 *     smartLink?: PayoutLinkRequestSmartLink,
 *     batchSize?: int,
 * }
 * @phpstan-type PayoutLinkRequestSession array{
 *     returnUrl?: PayoutLinkRequestSessionReturnUrl,
 *     cancelUrl?: PayoutLinkRequestSessionCancelUrl,
 *     restoreUrl?: PayoutLinkRequestSessionRestoreUrl,
 *     skin?: string,
 *     preAuthCallback?: PayoutLinkRequestSessionPreAuthCallback,
 *     postAuthCallback?: PayoutLinkRequestSessionPostAuthCallback,
 *     transactionNotification?: PayoutLinkRequestSessionTransactionNotification,
 * }
 * @phpstan-type PayoutLinkRequestSessionReturnUrl array{
 *     url?: string,
 * }
 * @phpstan-type PayoutLinkRequestSessionCancelUrl array{
 *     url?: string,
 * }
 * @phpstan-type PayoutLinkRequestSessionRestoreUrl array{
 *     url?: string,
 * }
 * @phpstan-type PayoutLinkRequestSessionPreAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PayoutLinkRequestSessionPostAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PayoutLinkRequestSessionTransactionNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type PayoutLinkRequestTransaction array{
 *     merchantReference?: string,
 *     money: PayoutLinkRequestTransactionMoney,
 *     description?: string,
 *     commerceType?: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 * }
 * @phpstan-type PayoutLinkRequestTransactionMoney array{
 *     currency: string,
 *     amount?: PayoutLinkRequestTransactionMoneyAmount,
 * }
 * @phpstan-type PayoutLinkRequestTransactionMoneyAmount array{
 *     fixed?: int|float|string,
 *     min?: int|float|string,
 *     max?: int|float|string,
 * }
 * @phpstan-type PayoutLinkRequestCustomer array{
 *     registered?: bool,
 *     identity?: PayoutLinkRequestCustomerIdentity,
 *     details?: PayoutLinkRequestCustomerDetails,
 * }
 * @phpstan-type PayoutLinkRequestCustomerIdentity array{
 *     merchantCustomerId?: string,
 * }
 * @phpstan-type PayoutLinkRequestCustomerDetails array{
 *     name?: string,
 *     address?: PayoutLinkRequestCustomerDetailsAddress,
 *     telephone?: string,
 *     emailAddress?: string,
 *     dateOfBirth?: string,
 *     ipAddress?: string,
 *     defaultCurrency?: string,
 * }
 * @phpstan-type PayoutLinkRequestCustomerDetailsAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type PayoutLinkRequestFeatures array{
 *     paymentMethodRegistration?: string,
 *     paymentMethods?: list<string>,
 *     showResultsPage?: bool,
 *     newAccountPayoutEnabled?: bool,
 * }
 * @phpstan-type PayoutLinkRequestFinancialServices array{
 *     dateOfBirth?: string,
 *     surname?: string,
 *     accountNumber?: string,
 *     postCode?: string,
 * }
 * @phpstan-type PayoutLinkRequestCustomFields array{
 *     fieldState?: list<PayoutLinkRequestCustomFieldsFieldState>,
 * }
 * @phpstan-type PayoutLinkRequestCustomFieldsFieldState array{
 *     name?: string,
 *     value?: string,
 *     transient?: bool,
 * }
 * @phpstan-type PayoutLinkRequestOrder array{
 *     orderRef?: string,
 *     shippingAddress?: PayoutLinkRequestOrderShippingAddress,
 * }
 * @phpstan-type PayoutLinkRequestOrderShippingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 *     name?: string,
 * }
 * @phpstan-type PayoutLinkRequestSmartLink array{
 *     expires?: string,
 *     usage?: string,
 *     onDeadLink?: string,
 *     remindDaysBefore?: int,
 *     thankYou?: string,
 * }
 * @phpstan-type CreatedLinks array{
 *     smartLinkResponseDetail?: CreatedLinksSmartLinkResponseDetail,
 *     status: 'SUCCESS'|'FAILED',
 *     reasonCode?: string,
 *     reasonMessage?: string,
 *     field?: string,
 *     detail?: string,
 * }
 * @phpstan-type CreatedLinksSmartLinkResponseDetail array{
 *     links: list<CreatedLinksSmartLinkResponseDetailLinks>,
 * }
 * @phpstan-type CreatedLinksSmartLinkResponseDetailLinks array{
 *     linkId: string,
 *     link: string,
 * }
 * @phpstan-type LinkBatchRequest array{
 *     session?: LinkBatchRequestSession,
 *     transaction: LinkBatchRequestTransaction,
 *     customer?: LinkBatchRequestCustomer,
 *     features?: LinkBatchRequestFeatures,
 *     financialServices?: LinkBatchRequestFinancialServices,
 *     customFields?: LinkBatchRequestCustomFields,
 *     order?: LinkBatchRequestOrder,
 *     schedule?: ScheduleDefinition,
 *     emailReceipt?: bool,
 *     strongCustomerAuthentication?: StrongCustomerAuthentication,
 *     receiptLocale?: string,
 *     locale?: string,
 *     smartLink?: LinkBatchRequestSmartLink,
 *     batchSize: int,
 * }
 * @phpstan-type LinkBatchRequestSession array{
 *     returnUrl?: LinkBatchRequestSessionReturnUrl,
 *     cancelUrl?: LinkBatchRequestSessionCancelUrl,
 *     restoreUrl?: LinkBatchRequestSessionRestoreUrl,
 *     skin?: string,
 *     preAuthCallback?: LinkBatchRequestSessionPreAuthCallback,
 *     postAuthCallback?: LinkBatchRequestSessionPostAuthCallback,
 *     transactionNotification?: LinkBatchRequestSessionTransactionNotification,
 * }
 * @phpstan-type LinkBatchRequestSessionReturnUrl array{
 *     url?: string,
 * }
 * @phpstan-type LinkBatchRequestSessionCancelUrl array{
 *     url?: string,
 * }
 * @phpstan-type LinkBatchRequestSessionRestoreUrl array{
 *     url?: string,
 * }
 * @phpstan-type LinkBatchRequestSessionPreAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type LinkBatchRequestSessionPostAuthCallback array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type LinkBatchRequestSessionTransactionNotification array{
 *     url?: string,
 *     format?: string,
 * }
 * @phpstan-type LinkBatchRequestTransaction array{
 *     merchantReference?: string,
 *     money: LinkBatchRequestTransactionMoney,
 *     description?: string,
 *     commerceType?: string,
 *     channel?: string,
 *     deferred?: bool,
 *     recurring?: bool,
 *     instalment?: bool,
 * }
 * @phpstan-type LinkBatchRequestTransactionMoney array{
 *     currency: string,
 *     amount?: LinkBatchRequestTransactionMoneyAmount,
 * }
 * @phpstan-type LinkBatchRequestTransactionMoneyAmount array{
 *     fixed?: int|float|string,
 *     min?: int|float|string,
 *     max?: int|float|string,
 * }
 * @phpstan-type LinkBatchRequestCustomer array{
 *     registered?: bool,
 *     identity?: LinkBatchRequestCustomerIdentity,
 *     details?: LinkBatchRequestCustomerDetails,
 * }
 * @phpstan-type LinkBatchRequestCustomerIdentity array{
 *     merchantCustomerId?: string,
 * }
 * @phpstan-type LinkBatchRequestCustomerDetails array{
 *     name?: string,
 *     address?: LinkBatchRequestCustomerDetailsAddress,
 *     telephone?: string,
 *     emailAddress?: string,
 *     dateOfBirth?: string,
 *     ipAddress?: string,
 *     defaultCurrency?: string,
 * }
 * @phpstan-type LinkBatchRequestCustomerDetailsAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 * }
 * @phpstan-type LinkBatchRequestFeatures array{
 *     paymentMethodRegistration?: string,
 *     paymentMethods?: list<string>,
 *     showResultsPage?: bool,
 *     newAccountPayoutEnabled?: bool,
 * }
 * @phpstan-type LinkBatchRequestFinancialServices array{
 *     dateOfBirth?: string,
 *     surname?: string,
 *     accountNumber?: string,
 *     postCode?: string,
 * }
 * @phpstan-type LinkBatchRequestCustomFields array{
 *     fieldState?: list<LinkBatchRequestCustomFieldsFieldState>,
 * }
 * @phpstan-type LinkBatchRequestCustomFieldsFieldState array{
 *     name?: string,
 *     value?: string,
 *     transient?: bool,
 * }
 * @phpstan-type LinkBatchRequestOrder array{
 *     orderRef?: string,
 *     shippingAddress?: LinkBatchRequestOrderShippingAddress,
 * }
 * @phpstan-type LinkBatchRequestOrderShippingAddress array{
 *     line1?: string,
 *     line2?: string,
 *     line3?: string,
 *     line4?: string,
 *     city?: string,
 *     region?: string,
 *     postcode?: string,
 *     countryCode?: string,
 *     name?: string,
 * }
 * @phpstan-type LinkBatchRequestSmartLink array{
 *     expires?: string,
 *     usage?: string,
 *     onDeadLink?: string,
 *     remindDaysBefore?: int,
 *     thankYou?: string,
 * }
 * @phpstan-type SearchRequest array{
 *     startFrom: int,
 *     limit: int,
 *     dataSource?: 'REAL-TIME'|'REPORT',
 *     orgIds?: list<int>,
 *     fields: list<SearchRequestFields>,
 *     includeFieldNames?: bool,
 *     timezone?: string,
 * }
 * @phpstan-type SearchRequestFields array{
 *     field: string,
 *     display?: bool,
 *     sort?: 'ASC'|'DESC',
 *     sortOrder?: int,
 *     aggregation?: 'SUM'|'COUNT',
 *     filter?: SearchRequestFieldsFilter,
 * }
 * @phpstan-type SearchRequestFieldsFilter array{
 *     operation: 'EQUALS'|'NOT_EQUALS'|'IN'|'NOT_IN'|'IS_NULL'|'IS_NOT_NULL'|'GT'|'GTE'|'LT'|'LTE'|'BETWEEN',
 *     value?: list<string|int|float>,
 * }
 * @phpstan-type ScheduleRequest array{
 *     schedule: ScheduleDefinition,
 * }
 * @phpstan-type ListedSchedule array{
 *     scheduleId: string,
 *     owner: string,
 *     ownerName: string,
 *     status: 'ACTIVE'|'COMPLETE'|'CANCELLED'|'SUSPENDED'|'TECH_SUSPENDED',
 *     type: string,
 *     creationDate: string,
 *     currencyCode: string,
 *     maskedPan: string|null,
 *     customerName: string|null,
 *     customerEmail: string|null,
 *     customerMerchantRef: string|null,
 *     lastEpisodeDate: string|null,
 *     lastEpisodeAmount: string|null,
 *     lastEpisodeState: string|null,
 *     nextEpisodeDate: string|null,
 *     nextEpisodeAmount: string|null,
 *     nextEpisodeRetry: string|null,
 *     transactionId: string,
 * }
 * @phpstan-type GetAccountResponse array{
 *     apiId: string,
 *     name: string,
 *     company: string,
 *     permissions: list<string>,
 *     installations: list<GetAccountResponseInstallations>,
 *     expiresAt: string|null,
 *     testMode: bool,
 * }
 * @phpstan-type GetAccountResponseInstallations array{
 *     installationId: int|float,
 *     name: string,
 *     merchantName: string,
 * }
 * @phpstan-type RemoveCustomerCardResponse array{
 *     status: 'SUCCESS',
 *     reasonCode: string,
 *     reasonMessage: string,
 * }
 * @phpstan-type ListMerchantDisputesResponse array{
 *     items: list<Dispute>,
 *     nextCursor: string|null,
 * }
 * @phpstan-type GetNotificationSecretResponse array{
 *     secret: string,
 *     algorithm: 'HMAC-SHA256',
 *     previousValidUntil: string|null,
 * }
 * @phpstan-type ListEventsResponse array{
 *     items: list<WebhookEvent>,
 *     nextCursor: string|null,
 * }
 * @phpstan-type ListenToEventsResponse array{
 *     items: list<WebhookEvent>,
 *     cursor: string,
 * }
 * @phpstan-type GetCompanyClockResponse array{
 *     state: 'REAL'|'SET'|'MOVING'|'ENDING',
 *     now: string,
 *     target: string|null,
 * }
 * @phpstan-type EndCompanyClockResponse array{
 *     state: 'REAL'|'SET'|'MOVING'|'ENDING',
 *     now: string,
 *     target: string|null,
 * }
 * @phpstan-type MoveCompanyClockResponse array{
 *     state: 'REAL'|'SET'|'MOVING'|'ENDING',
 *     now: string,
 *     target: string|null,
 * }
 * @phpstan-type TriggerEventResponse array{
 *     event: WebhookEvent,
 * }
 * @phpstan-type InvalidateSessionResponse array{
 *     status: 'SUCCESS'|'FAILED',
 *     reasonCode?: string,
 *     reasonMessage?: string,
 *     field?: string,
 *     detail?: string,
 * }
 * @phpstan-type ListSkinsResponse array{
 *     items: list<ListSkinsResponseItems>,
 *     nextCursor: string|null,
 * }
 * @phpstan-type ListSkinsResponseItems array{
 *     id: '1'|'2'|'3'|'4',
 *     name: string,
 *     isDefault: bool,
 * }
 * @phpstan-type ListHostedSkinsResponse array{
 *     status: 'SUCCESS',
 *     code: 'S100',
 *     message: string,
 *     skins: list<ListHostedSkinsResponseSkins>,
 * }
 * @phpstan-type ListHostedSkinsResponseSkins array{
 *     id: int,
 *     name: string,
 *     organisation: string,
 * }
 * @phpstan-type ListInstallationLinksResponse array{
 *     items: list<Link>,
 *     nextCursor: string|null,
 * }
 * @phpstan-type GetMetadataResponse array{
 *     description: string,
 *     version: string,
 *     fields: list<GetMetadataResponseFields>,
 * }
 * @phpstan-type GetMetadataResponseFields array{
 *     field: string,
 *     description: string,
 *     type: string,
 *     filters: list<string>,
 *     values?: list<string>,
 *     aggregations: list<string>,
 * }
 * @phpstan-type SearchTransactionsResponse array{
 *     data: list<list<string|int|float|bool|null>>,
 *     fieldNames?: list<string>,
 *     resultsAvailable: int|float,
 *     snapshotTime?: string,
 * }
 * @phpstan-type SumTransactionsResponse array{
 *     countedAt: string,
 *     totals: list<SumTransactionsResponseTotals>,
 * }
 * @phpstan-type SumTransactionsResponseTotals array{
 *     ccyCode: string,
 *     number: int|float,
 *     taken: string,
 *     refunded: string,
 *     paidOut: string,
 *     net: string,
 * }
 * @phpstan-type ListInstallationSchedulesResponse array{
 *     items: list<ListedSchedule>,
 *     nextCursor: string|null,
 * }
 * @phpstan-type WebhookEvent TransactionEvent|ScheduleEvent|LinkEvent|DisputeEvent
 */
final class Types
{
    private function __construct()
    {
    }
}
