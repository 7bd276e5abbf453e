/**
 * The fields of the merchant API whose values the request log keeps. A field that is in neither list is unknown, and its
 * value is hidden: a new one is hidden until it is entered here (test/logged-fields.test.ts).
 */
export const shownFields: ReadonlySet<string> = new Set(
  `acceptHeader accountEmail accountFunding accountFundingRecipientDetails accountInfo
  accountLastChangedDate accountLastChangedPeriod accountOpenedDate accountOpenedPeriod accountRegisteredDate
  accountRegisteredPeriod action addCardAttemptsInLast24Hours address advice adviceCode aggregation aggregations
  algorithm amount amounts apiId arn at attempts authResponse authorised availableActions basketReference
  batchId batchSize billingAddress browser callbackResponse callbacks card cardCategory cardHolderName cardNickname
  cardScheme cardType cardUsageType catchupAfterRetrying ccyCode challengeRequested channel chargedBack city
  clearIssue clearStart closedAt code colorDepth commerceType company consumerSpend context count countedAt country
  countryCode created createdAt createdFrom createdTo creationDate currency currencyCode cursor customFields customer
  customerEmail customerId customerMerchantRef customerName data dataSource date dates days daysBefore daysOfMonth
  daysOfWeek deadline defaultCard defaultCurrency deferred definition deliveryEmailAddress deliveryTimeframe
  description detail details display displayName dispute disputeId disputes district do3DSecure eci email emailAddress
  emailReceipt endOn episodeData episodeDue episodeIndex episodeLimit event eventType exemption expires expiresAt expiresTo
  expiryDate expiryMonth expiryNotification expiryYear failure features field fieldNames fieldState fields filter
  filters financialServices fixed followUpStatus format frame frequency giftCardPurchase givenName group
  heldForReview history hostedSessionStatus id identity includeFieldNames installationId installationName
  installations instalment isBeingPaid isDefault isFraud issuer issuerCountry itemAmount items javaEnabled
  javaScriptEnabled kind language lastEpisode lastEpisodeAmount lastEpisodeDate lastEpisodeState lastFour
  lastInteraction liabilityShift limit line1 line2 line3 line4 lineItems linkId links locale mailedAt mailedTo
  masked maskedPan max maxAmount merchantCustomerId merchantId merchantName merchantRef merchantReference merchantRisk
  message metaData method min minAmount minFrequency model money monthsOfYear name net networkTokenDetails
  newAccountPayoutEnabled nextCursor nextEpisode nextEpisodeAmount nextEpisodeDate nextEpisodeRetry nickname notBefore
  now number numberOfInstalments onDeadLink opened openedAt openedFrom openedTo operation order orderDetails orderRef
  orgIds organisation outcome owner ownerName paid paidOut passwordLastChangedDate passwordLastChangedPeriod pattern
  paymentClass paymentMethod paymentMethodRegistration paymentMethods payoutRecipientData paypal permissions
  postAuthCallback postAuthCallbackResponse postCode postcode preAuthCallback preAuthCallbackResponse preOrder
  preOrderDate previousValidUntil processWhileRetrying processing processorReference purchasesInLastSixMonths quantity
  rate reOrder reason reasonCode reasonMessage receiptLocale receivedTime recurring reference
  refundExpectedDate refundReason refunded region registered registeredTime rel relatedTransaction remindDaysBefore
  reminder requestedBy resultsAvailable retry retryIndex schedule scheduleId scheme screenHeight screenWidth sentAt
  session sessionId sessionState shippingAddress shippingAddressFirstUseDate shippingAddressFirstUsePeriod
  shippingNameSameAsAccountName shippingTo showResultsPage side skin skins skipNext smartLink smartLinkResponseDetail
  snapshotTime sort sortOrder stage stale startDate startFrom state status statusCode strongCustomerAuthentication
  surname suspiciousActivity taken target telephone terminator test testMode thankYou threeDSecure threeDSecureResponse time
  timeStamp timeZoneOffset timezone to totalAmount totals transaction transactionAttemptsInLast12Months
  transactionAttemptsInLast24Hours transactionId transactionNotification transactionState transactionStatus
  transactionTime transactionType transient type unit usage userAgent validDate value values version waitSeconds wallet weeksOfMonth`.split(
    /\s+/,
  ),
);

/**
 * Known fields whose values are never kept: card data and secrets, what authenticates a payer, addresses at which a payer
 * continues (they need no sign-in), and what users see with a fraud permission only.
 */
export const hiddenFields: ReadonlySet<string> = new Set(
  `pan cv2 applePay googlePay token tokenError cardToken cardLockToken secret issueNumber
  MD PaReq PaRes pares creq cres threeDSSessionData acsUrl authenticationInfo priorAuthenticationInfo
  redirect redirectUrl restoreUrl link cardFingerprint ip ipAddress accountNumber dateOfBirth`.split(/\s+/),
);

/** Addresses of merchants, kept without their query, which may contain a secret. */
export const addressFields: ReadonlySet<string> = new Set([
  'url',
  'returnUrl',
  'cancelUrl',
  'TermUrl',
  'href',
]);
