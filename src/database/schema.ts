// Generated from the migrations by `npm run schema`. Do not edit.

export interface AccountTokenRow {
  tokenId: string;
  purpose: string;
  userId: string | null;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  cancelledAt: Date | null;
}

export interface ApiCredentialRow {
  apiId: string;
  companyId: number;
  keyHash: Buffer | null;
  active: boolean;
  name: string;
  permissions: string[];
  expiresAt: Date | null;
  ipRanges: string[];
  version: number;
  createdAt: Date;
  createdBy: string | null;
  revokedAt: Date | null;
  requestKey: string | null;
  requestHash: Buffer | null;
  needsApproval: boolean;
  mode: string;
}

export interface ApiCredentialInstallationRow {
  apiId: string;
  installationId: number;
}

export interface ApiKeyUseRow {
  companyId: number;
  apiId: string;
  minute: Date;
  requests: number;
}

export interface ApiRequestRow {
  companyId: number;
  requestNo: number;
  organisationId: number;
  apiId: string;
  call: string;
  method: string;
  path: string;
  status: number;
  reasonCode: string | null;
  durationMs: number;
  requestId: string;
  idempotencyKey: string | null;
  isReplay: boolean;
  txnId: number | null;
  ip: string;
  userAgent: string;
  requestBody: string | null;
  responseBody: string | null;
}

export interface ApiSecretRow {
  apiId: string;
  secretId: number;
  keyHash: Buffer;
  suffix: string | null;
  createdAt: Date;
  createdBy: string | null;
  endsAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
  requestKey: string | null;
  requestHash: Buffer | null;
  keyGeneration: number;
}

export interface AppUserRow {
  userId: string;
  organisationId: number;
  userName: string;
  userNameKey: string;
  givenName: string;
  familyName: string;
  domainUser: boolean;
  active: boolean;
  passwordHash: string | null;
  passwordChangedAt: Date | null;
  lockedReason: string | null;
  lockedUntil: Date | null;
  lastLogonAt: Date | null;
  createdAt: Date;
  version: number;
  accessVersion: number;
  locale: string;
  previousLogonAt: Date | null;
  unlockedAt: Date | null;
  updatedAt: Date;
  invitedAt: Date | null;
  formerUserName: string | null;
  createdBy: string | null;
  identityChangedBy: string | null;
  identityChangedAt: Date | null;
  words: string;
}

export interface AppliedObjectRow {
  companyId: number;
  kind: string;
  key: string;
  objectId: string;
  isCreated: boolean;
  prunedAt: Date | null;
}

export interface ApprovalPolicyRow {
  companyId: number;
  includesKeys: boolean;
  version: number;
}

export interface ApprovalRequestRow {
  companyId: number;
  approvalId: string;
  action: string;
  endpoint: string;
  sealedRequest: Buffer;
  requestHash: Buffer;
  organisationId: number;
  amountMinor: number | null;
  currency: string | null;
  objectId: string | null;
  objectName: string | null;
  state: string;
  requestedBy: string;
  requestedByName: string;
  requestedFrom: string;
  requestedAt: Date;
  endsAt: Date;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  comment: string | null;
  runAt: Date | null;
  resultCode: string | null;
  refundReason: string | null;
  refundNote: string | null;
}

export interface ApprovalRuleRow {
  companyId: number;
  action: string;
  fromMinor: number | null;
  fromCurrency: string | null;
  hours: number;
}

export interface AuditErasureRow {
  seq: number;
  companyId: number;
  requestId: string;
  erasedAt: Date;
  oldHash: Buffer;
  newHash: Buffer;
  keyGeneration: number;
  proof: Buffer;
}

export interface AuditEventRow {
  at: Date;
  companyId: number | null;
  actorKind: string;
  actor: string;
  ip: string;
  act: string;
  objectKind: string | null;
  objectId: string | null;
  outcome: string;
  detail: unknown;
  requestId: string;
  seq: number;
  organisationId: number | null;
  userAgent: string | null;
  refused: boolean;
  before: unknown;
  after: unknown;
}

export interface AuditSealRow {
  batch: number;
  lastSeq: number;
  lineSeqs: number[];
  lineHashes: Buffer;
  sealedAt: Date;
  seal: Buffer;
  format: number;
  settledSeq: number | null;
  keyGeneration: number;
}

export interface BellSeenRow {
  userId: string;
  seenAt: Date;
}

export interface BreakGlassRow {
  userId: string;
  grantedBy: string;
  endsAt: Date;
}

export interface BulkItemRow {
  companyId: number;
  jobId: string;
  position: number;
  objectId: string;
  installationId: number;
  merchRef: string | null;
  amountMinor: number | null;
  currency: string | null;
  endpoint: string;
  request: unknown;
  attempt: number;
  state: string;
  queuedAt: Date;
  runAt: Date | null;
  code: string | null;
  resultId: string | null;
  approvalId: string | null;
  endedAt: Date | null;
}

export interface BulkJobRow {
  jobId: string;
  userId: string;
  action: string;
  requestedFrom: string;
  createdAt: Date;
  items: number;
}

export interface CardIdentityRow {
  companyId: number;
  hash: string;
  keyGeneration: number;
  cardId: string;
  derived: boolean;
}

export interface CardTokenRow {
  companyId: number;
  token: string;
  customerId: number | null;
  registered: boolean;
  fingerprint: string | null;
  maskedPan: string | null;
  bin: string | null;
  lastFour: string | null;
  expiryDate: string | null;
  holderName: string | null;
  cardType: string | null;
  cardScheme: string | null;
  cardUsage: string | null;
  cardCategory: string | null;
  issuer: string | null;
  issuerCountry: string | null;
  credential: string | null;
  createdAt: Date;
  deletedAt: Date | null;
  isDefault: boolean;
  nickname: string | null;
  validDate: string | null;
  issueNumber: string | null;
  connectionId: number | null;
}

export interface CustomFieldRow {
  companyId: number;
  storedName: string;
  dataType: string;
  fieldIndex: number;
  descriptiveName: string;
  displayName: string;
  caseSensitive: boolean;
  inReporting: boolean;
  inRules: boolean;
  version: number;
  hidden: boolean;
}

export interface CustomerRow {
  companyId: number;
  customerId: number;
  merchantId: number;
  merchantRef: string | null;
  displayName: string | null;
  email: string | null;
  telephone: string | null;
  dateOfBirth: string | null;
  registered: boolean;
  createdAt: Date;
}

export interface CustomerNoteRow {
  companyId: number;
  customerNoteId: number;
  knownCustomerId: number;
  at: Date;
  userId: string;
  userName: string;
  note: string;
}

export interface CustomerWordsRow {
  knownCustomerId: number;
  companyId: number;
  merchantId: number;
  words: string;
}

export interface DemoSeedRow {
  part: string;
  finishedAt: Date | null;
}

export interface DisputeRow {
  companyId: number;
  disputeId: number;
  connectionId: number;
  processorReference: string;
  txnId: number;
  merchantId: number;
  installationId: number;
  version: number;
  stage: string;
  status: string;
  amountMinor: number;
  ccyCode: string;
  chargedBackMinor: number;
  scheme: string | null;
  reasonCode: string | null;
  reason: string | null;
  isFraud: boolean;
  deadline: Date | null;
  openedAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
  reminded: number | null;
}

export interface DisputeAnswerRow {
  companyId: number;
  disputeId: number;
  answerId: string;
  kind: string;
  content: unknown;
  state: string;
  requestedBy: string;
  requestedByName: string;
  createdAt: Date;
  sentAt: Date | null;
  attempts: number;
  nextAttemptAt: Date;
  endedAt: Date | null;
  refusal: string | null;
}

export interface DisputeEventRow {
  companyId: number;
  disputeId: number;
  eventId: number;
  at: Date;
  countsAt: Date;
  name: string;
  report: unknown;
  actorId: string | null;
  actorName: string | null;
  processorEvent: number | null;
}

export interface DisputeFileRow {
  companyId: number;
  disputeId: number;
  fileId: number;
  item: string;
  name: string;
  contentType: string;
  size: number;
  addedAt: Date;
  addedBy: string;
  body: Buffer;
}

export interface DuplicateGuardRow {
  companyId: number;
  signature: Buffer;
  txnId: number;
  at: Date;
}

export interface FeedbackRow {
  feedbackId: string;
  companyId: number | null;
  organisationId: number;
  userId: string;
  type: string;
  message: string;
  browserInfo: unknown;
  createdAt: Date;
}

export interface FormerUserRow {
  userId: string;
  organisationId: number;
  companyId: number | null;
  userName: string;
  givenName: string;
  familyName: string;
  deletedAt: Date;
  deletedBy: string;
}

export interface FraudAutoAddRow {
  companyId: number;
  sourceTypes: string[];
  targetTypes: string[];
  active: boolean;
  expiryValue: number | null;
  expiryPeriodicity: string | null;
  version: number;
  updatedAt: Date;
}

export interface FraudCaseRow {
  companyId: number;
  caseId: number;
  version: number;
  merchantId: number;
  txnId: number;
  status: string;
  outcome: string | null;
  ownerId: string | null;
  ownerName: string | null;
  openedAt: Date;
  closedAt: Date | null;
}

export interface FraudCaseEventRow {
  companyId: number;
  caseId: number;
  eventId: number;
  at: Date;
  actorId: string;
  actorName: string;
  kind: string;
  note: string | null;
  detail: unknown;
}

export interface FraudCaseFileRow {
  companyId: number;
  caseId: number;
  fileId: number;
  name: string;
  contentType: string;
  size: number;
  addedAt: Date;
  addedBy: string;
  body: Buffer;
}

export interface FraudCaseTransactionRow {
  companyId: number;
  caseId: number;
  txnId: number;
  reason: string;
  addedAt: Date;
  merchantId: number;
  transactionTime: Date;
  customerEmail: string | null;
  customerName: string | null;
  amount: string;
  ccyCode: string;
}

export interface FraudDecisionRow {
  companyId: number;
  txnId: number;
  decidedAt: Date;
  overallAction: string;
  isServiceAvailable: boolean;
  ruleSetVersion: number | null;
  result: unknown;
  facts: unknown;
}

export interface FraudLabelRow {
  companyId: number;
  txnId: number;
  source: string;
  at: Date;
  reason: string | null;
}

export interface FraudListRow {
  companyId: number;
  listId: number;
  organisationId: number;
  kind: string;
  name: string;
  description: string;
  dataField: string;
  active: boolean;
  hidden: boolean;
  hotList: boolean;
  itemCount: number;
  historyCount: number;
  version: number;
  valueLengths: number[];
  createdBy: string;
  createdAt: Date;
  lastUpdatedBy: string;
  lastUpdatedAt: Date;
  lastAction: string;
}

export interface FraudListHistoryRow {
  companyId: number;
  listId: number;
  entryId: number;
  action: string;
  value: string | null;
  matchValue: string | null;
  maskedPan: string | null;
  source: string | null;
  changedBy: string;
  changedAt: Date;
  expiryDate: string | null;
}

export interface FraudListItemRow {
  companyId: number;
  listId: number;
  itemId: number;
  value: string;
  matchValue: string;
  source: string;
  addedAt: Date;
  expiryDate: string | null;
  maskedPan: string | null;
  cardIssuerName: string | null;
  cardBrand: string | null;
  cardScheme: string | null;
  cardUsageType: string | null;
  cardIssuerCountryCode: string | null;
}

export interface FraudRuleRow {
  companyId: number;
  ruleId: number;
  organisationId: number;
  ruleType: string;
  name: string;
  description: string;
  action: string;
  active: boolean;
  hidden: boolean;
  merchantIds: number[];
  installationIds: number[];
  definition: unknown;
  listIds: number[];
  version: number;
  createdBy: string;
  createdAt: Date;
  lastUpdatedBy: string;
  lastUpdatedAt: Date;
  lastAction: string;
}

export interface FraudRuleSetRow {
  companyId: number;
  version: number;
}

export interface FraudRuleVersionRow {
  companyId: number;
  ruleId: number;
  version: number;
  action: string;
  active: boolean;
  rule: unknown;
  savedBy: string;
  savedAt: Date;
}

export interface HostedSessionRow {
  companyId: number;
  sessionId: string;
  pageKey: string;
  merchantId: number;
  installationId: number;
  kind: string;
  state: string;
  createdVia: string;
  createdAt: Date;
  lastInteraction: Date;
  request: unknown;
  attempts: number;
  txnId: number | null;
  wantsReceipt: boolean;
  receiptAt: Date | null;
  linkId: string | null;
  receiptTo: Buffer | null;
  mode: string | null;
  payerEmail: string | null;
}

export interface HostedSessionAttemptRow {
  companyId: number;
  sessionId: string;
  attempt: number;
  txnId: number;
  at: Date;
}

export interface IdBlockRow {
  shard: number;
  nextId: number;
}

export interface IdempotencyKeyRow {
  companyId: number;
  actor: string;
  key: string;
  requestHash: Buffer;
  txnId: number | null;
  status: number | null;
  response: unknown;
  createdAt: Date;
}

export interface InstallationRow {
  installationId: number;
  companyId: number;
  merchantId: number;
  mcc: string;
  currencies: string[];
  salesChannel: string;
  supportsRecurring: boolean;
  supportsInstalments: boolean;
  webOrigins: string[];
  sendEmailReceipts: boolean;
  fraudGuardThreshold: number | null;
  version: number;
  defaultSkin: string;
  logo: Buffer | null;
  logoType: string | null;
  receiptName: string | null;
  receiptReplyTo: string | null;
  payerAddress: string;
  applePayMerchantId: string | null;
  applePayCountry: string | null;
  googlePayMerchantId: string | null;
  googlePayCountry: string | null;
  googlePayName: string | null;
}

export interface KeyProgramRow {
  programId: string;
  name: string;
  keyId: string;
  knownGeneration: number;
  writingGeneration: number;
  loginGeneration: number;
  startedAt: Date;
  seenAt: Date;
  version: string | null;
  hasCardIds: boolean | null;
}

export interface KeyRootRow {
  generation: number;
  addedAt: Date;
  addedBy: string;
  currentAt: Date | null;
  retiredAt: Date | null;
  checkedAt: Date | null;
}

export interface KeyRootSealRow {
  generation: number;
  keyId: string;
  sealed: Buffer;
}

export interface KnownCardRow {
  companyId: number;
  fingerprint: string;
}

export interface KnownCustomerRow {
  companyId: number;
  knownCustomerId: number;
  merchantId: number;
  customerKey: string;
  customerId: number | null;
  name: string | null;
  email: string | null;
  telephone: string | null;
  merchantRef: string | null;
  firstAt: Date;
}

export interface KnownDeviceRow {
  userId: string;
  deviceHash: Buffer;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

export interface LedgerEntryRow {
  txnId: number;
  companyId: number;
  rootId: number;
  merchantId: number;
  at: Date;
  kind: string;
  ccyCode: string;
  amountMinor: number;
  sequence: number;
}

export interface LegalHoldRow {
  companyId: number;
  holdId: string;
  kind: string;
  organisationId: number;
  objectId: number | null;
  reason: string;
  endsAt: Date | null;
  createdAt: Date;
  createdBy: string;
  createdByName: string;
  releasedAt: Date | null;
  releasedBy: string | null;
  releasedByName: string | null;
}

export interface MailOutboxRow {
  mailId: string;
  mailKey: string;
  template: string;
  locale: string;
  recipient: string;
  contents: unknown;
  state: string;
  queuedAt: Date;
  attempts: number;
  nextAttemptAt: Date;
  claimedAt: Date | null;
  sentAt: Date | null;
  lastError: string | null;
  channel: string;
}

export interface MasterKeyRow {
  keyId: string;
  service: string | null;
  wrapped: Buffer | null;
  addedAt: Date;
  addedBy: string;
}

export interface MasterKeyCheckRow {
  onlyRow: boolean;
  value: Buffer;
}

export interface MerchantPayoutRow {
  payoutId: number;
  companyId: number;
  batchId: number;
  merchantId: number;
  installationId: number;
  currency: string;
  paidOn: string;
  paymentsMinor: number;
  payments: number;
  refundsMinor: number;
  refunds: number;
  chargebacksMinor: number;
  chargebacks: number;
  otherMinor: number;
  other: number;
  commissionMinor: number;
  markupMinor: number;
  schemeFeesMinor: number;
  interchangeMinor: number;
  netMinor: number;
}

export interface MigrationRow {
  name: string;
  at: Date;
  release: string | null;
  needsRelease: string | null;
}

export interface MigrationProgressRow {
  name: string;
  after: number;
}

export interface NotificationRow {
  companyId: number;
  notificationId: string;
  txnId: number;
  installationId: number;
  kind: string;
  url: string;
  format: string;
  body: string;
  state: string;
  attempts: number;
  queuedAt: Date;
  nextAttemptAt: Date;
  claimedAt: Date | null;
  deliveredAt: Date | null;
  lastResult: string | null;
}

export interface NotificationSecretRow {
  companyId: number;
  installationId: number;
  version: number;
  rotatedAt: Date;
  previousUntil: Date;
  keyGeneration: number;
  previousGeneration: number;
}

export interface OrganisationRow {
  id: number;
  companyId: number | null;
  type: string;
  name: string;
  parentId: number | null;
  path: string;
  timeZone: string | null;
  active: boolean;
  version: number;
  treeVersion: number;
}

export interface OrganisationFeatureRow {
  organisationId: number;
  feature: string;
}

export interface PasswordHistoryRow {
  historyId: number;
  userId: string;
  passwordHash: string;
  replacedAt: Date;
}

export interface PaymentRow {
  rootId: number;
  companyId: number;
  merchantId: number;
  installationId: number;
  ccyCode: string;
  authorisedMinor: number;
  capturedMinor: number;
  refundedMinor: number;
  refundPendingMinor: number;
  capturedBy: number | null;
  voidedBy: number | null;
  inProgress: number | null;
  expiresAt: Date | null;
  version: number;
  chargedBackMinor: number;
  disputeHoldMinor: number;
}

export interface PersonFilePartRow {
  companyId: number;
  requestId: string;
  position: number;
  content: Buffer;
}

export interface PersonPaymentRow {
  companyId: number;
  requestId: string;
  rootId: number;
  nextAt: Date;
  reason: string | null;
  until: Date | null;
}

export interface PersonRequestRow {
  companyId: number;
  requestId: string;
  kind: string;
  organisationId: number;
  merchantIds: number[];
  customerIds: number[];
  subject: unknown;
  keepsLists: boolean;
  reason: string;
  requestedAt: Date;
  requestedBy: string;
  requestedByName: string;
  requestedFrom: string;
  state: string;
  step: string;
  position: number | null;
  attempts: number;
  nextAt: Date | null;
  endedAt: Date | null;
  counts: unknown;
  fileBytes: number | null;
  failure: string | null;
}

export interface ProcessorAccountRow {
  connectionId: number;
  installationId: number;
  settings: unknown;
}

export interface ProcessorBreakerRow {
  connectionId: number;
  openedAt: Date;
  probeAt: Date;
  waitSeconds: number;
  reason: string;
}

export interface ProcessorConnectionRow {
  connectionId: number;
  organisationId: number | null;
  companyIds: number[];
  adapter: string;
  name: string;
  mode: string;
  acquirer: string;
  settings: unknown;
  state: string;
  version: number;
  eventKey: string;
  testedAt: Date | null;
  testResult: unknown;
  createdAt: Date;
  updatedAt: Date;
}

export interface ProcessorEventRow {
  eventNumber: number;
  connectionId: number;
  eventId: string;
  kind: string;
  reference: string | null;
  event: unknown;
  receivedAt: Date;
  state: string;
  attempts: number;
  nextAttemptAt: Date;
  error: string | null;
}

export interface ProcessorIntentRow {
  txnId: number;
  companyId: number;
  rootId: number;
  operation: string;
  state: string;
  createdAt: Date;
  nextCheckAt: Date;
  attempts: number;
  response: unknown;
  requirements: unknown;
  reversals: number;
  refusal: string | null;
  reportedAt: Date | null;
  heldCard: string | null;
  replayAt: Date | null;
  replays: number;
  connectionId: number | null;
  handle: string | null;
  invalidatingSince: Date | null;
  relatedReference: string | null;
  checks: unknown;
}

export interface ProcessorRouteRow {
  routeId: number;
  organisationId: number | null;
  position: number;
  connectionId: number;
  currencies: string[];
  schemes: string[];
  kinds: string[];
  channels: string[];
  minMinor: number | null;
  maxMinor: number | null;
  share: number;
  createdAt: Date;
  version: number;
}

export interface ProcessorSecretRow {
  connectionId: number;
  field: string;
  slot: string;
  version: number;
  sealed: Buffer;
  lastFour: string;
  setAt: Date;
  setBy: string;
}

export interface ProcessorSetupRow {
  one: boolean;
  version: number;
}

export interface QueueDecisionRow {
  companyId: number;
  decisionId: string;
  taskId: number;
  sessionId: string;
  decision: string;
  state: string;
  taskStatus: string;
  userId: string;
  userName: string;
  ip: string;
  requestId: string;
  heldAt: Date;
  sendAt: Date;
  nextCheckAt: Date;
  attempts: number;
  reasonCode: string | null;
}

export interface QueueEventRow {
  companyId: number;
  taskId: number;
  eventId: number;
  at: Date;
  actor: string;
  kind: string;
  comment: string | null;
  reasonCode: string | null;
  assignee: string | null;
}

export interface QueueTaskRow {
  companyId: number;
  taskId: number;
  txnId: number;
  version: number;
  status: string;
  assignee: string | null;
  finalAction: string;
  wasDeferredByMerchant: boolean;
  openedAt: Date;
  decidesAt: Date;
  nextCheckAt: Date | null;
  attempts: number;
  followUpId: number | null;
  followUpBy: string | null;
  reasonCode: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  merchantId: number;
  installationId: number;
  category: string;
  transactionTime: Date;
  amount: string;
  ccyCode: string;
  customerEmail: string | null;
  customerIp: string | null;
  score: number | null;
  issuerCountry: string | null;
  paymentSource: string | null;
  claimId: string | null;
  claimedBy: string | null;
  claimedUntil: Date | null;
  decisionId: string | null;
  rejectedBy: string | null;
}

export interface RandomCardIdsRow {
  one: boolean;
  requestedAt: Date;
  requestedBy: string;
  begunAt: Date | null;
  doneAt: Date | null;
  position: unknown;
}

export interface RecoveryCodeRow {
  userId: string;
  codeHash: Buffer;
  createdAt: Date;
  usedAt: Date | null;
  keyGeneration: number;
}

export interface ResetRequestRow {
  requestId: string;
  userNameKey: string;
  requestedAt: Date;
}

export interface RetentionProgressRow {
  kind: string;
  reached: Date;
  txnId: number;
}

export interface RetentionWaitingRow {
  companyId: number;
  rootId: number;
  nextAt: Date;
}

export interface RiskControlsRow {
  companyId: number;
  installationId: number;
  threeDSecure: boolean;
  liabilityShift: string | null;
  overrideWith_3ds: boolean;
  addressMatch: string;
  postcodeMatch: string;
  cv2Match: string;
  velocityRules: unknown;
  version: number;
  updatedAt: Date;
}

export interface RoleRow {
  roleId: string;
  name: string;
  description: string;
  tags: string[];
  application: string;
  companyId: number | null;
  version: number;
}

export interface RoleGrantRow {
  userId: string;
  roleId: string;
  organisationId: number;
  cascade: boolean;
}

export interface RolePermissionRow {
  roleId: string;
  permission: string;
}

export interface ScheduleRow {
  companyId: number;
  scheduleId: string;
  merchantId: number;
  installationId: number;
  txnId: number;
  rootId: number;
  status: string;
  type: string;
  definition: unknown;
  sequence: string;
  ccyCode: string;
  anchorOn: string;
  anchorIndex: number;
  nextIndex: number | null;
  nextEpisodeOn: string | null;
  nextMinor: number | null;
  lastEpisodeOn: string | null;
  lastMinor: number | null;
  consecutiveFailures: number;
  createdAt: Date;
  cardCorrelationId: string | null;
  maskedPan: string | null;
  lastFour: string | null;
  customerName: string | null;
  customerEmail: string | null;
  customerRef: string | null;
  suspendedAt: Date | null;
  suspendedReason: string | null;
  lastState: string | null;
  nextChargeOn: string | null;
}

export interface ScheduleAuditRow {
  companyId: number;
  scheduleId: string;
  sequence: number;
  at: Date;
  before: string | null;
  after: string;
  code: string;
  detail: unknown;
}

export interface ScheduleEpisodeRow {
  companyId: number;
  scheduleId: string;
  episodeIndex: number;
  retryIndex: number;
  dueOn: string;
  dueAt: Date;
  nextCheckAt: Date;
  amountMinor: number;
  state: string;
  txnId: number | null;
  replaced: boolean;
  reasonCode: string | null;
  cardCorrelationId: string | null;
  endedAt: Date | null;
  responseCode: string | null;
  outages: number;
  outageSince: Date | null;
  outageAt: Date | null;
  outageAcquirer: string | null;
}

export interface ScimCompanyRow {
  companyId: number;
  sendInvitations: boolean;
  lastChangeAt: Date | null;
  version: number;
}

export interface ScimGrantRow {
  companyId: number;
  userId: string;
  roleId: string;
  organisationId: number;
}

export interface ScimGroupRow {
  companyId: number;
  groupId: string;
  displayName: string;
  displayNameKey: string;
  externalId: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface ScimGroupMemberRow {
  companyId: number;
  groupId: string;
  userId: string;
}

export interface ScimGroupRoleRow {
  companyId: number;
  groupId: string;
  roleId: string;
  organisationId: number;
}

export interface ScimRefusalRow {
  companyId: number;
  refusalId: number;
  tokenId: string;
  act: string;
  objectId: string;
  reason: string;
  status: number;
  times: number;
  firstAt: Date;
  lastAt: Date;
}

export interface ScimTokenRow {
  companyId: number;
  tokenId: string;
  name: string;
  tokenHash: Buffer;
  suffix: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
  requestKey: string | null;
  requestHash: Buffer | null;
  needsApproval: boolean;
  keyGeneration: number;
}

export interface ScimUserRow {
  companyId: number;
  userId: string;
  externalId: string | null;
  displayName: string | null;
  email: string | null;
  locale: string | null;
  timeZone: string | null;
  active: boolean;
  awaitsInvitation: boolean;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  version: number;
}

export interface SecondFactorRow {
  factorId: string;
  userId: string;
  kind: string;
  name: string;
  sealedSecret: Buffer | null;
  lastStep: number | null;
  credentialId: string | null;
  publicKey: Buffer | null;
  counter: number | null;
  transports: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface SecurityPolicyRow {
  organisationId: number;
  secondFactor: string;
  requiredFrom: Date | null;
  requiredFor: string[];
  deviceDays: number;
  stepUpMinutes: number;
  stepUpWithPassword: boolean;
  refundAboveMinor: number | null;
  refundCurrency: string | null;
  version: number;
}

export interface SettlementBankPayoutRow {
  connectionId: number;
  reportName: string;
  currency: string;
  amountMinor: number;
  paidOn: string;
}

export interface SettlementBatchRow {
  batchId: number;
  reportId: number;
  batch: string;
  currency: string;
  netMinor: number;
  paidMinor: number | null;
  paidOn: string | null;
  state: string;
}

export interface SettlementDifferenceRow {
  differenceId: number;
  companyId: number;
  connectionId: number;
  kind: string;
  reportId: number | null;
  lineNumber: number | null;
  batchId: number | null;
  txnId: number | null;
  merchantId: number | null;
  reference: string | null;
  oursMinor: number | null;
  oursCurrency: string | null;
  theirsMinor: number | null;
  theirsCurrency: string | null;
  state: string;
  ownerId: string | null;
  ownerName: string | null;
  note: string | null;
  foundAt: Date;
  closedAt: Date | null;
  closedBy: string | null;
  version: number;
}

export interface SettlementLineRow {
  reportId: number;
  lineNumber: number;
  companyId: number;
  txnId: number | null;
  merchantId: number | null;
  installationId: number | null;
  batch: string;
  kind: string;
  type: string;
  bookedAt: Date;
  reference: string | null;
  paymentReference: string | null;
  gatewayReference: string | null;
  grossMinor: number;
  grossCurrency: string;
  netMinor: number;
  netCurrency: string;
  exchangeRate: string | null;
  commissionMinor: number;
  markupMinor: number;
  schemeFeesMinor: number;
  interchangeMinor: number;
  paidOn: string | null;
  finding: string | null;
  asRead: string;
}

export interface SettlementProgressRow {
  connectionId: number;
  listCursor: string | null;
  listedAt: Date | null;
  coversFrom: Date | null;
  checkedUntil: Date | null;
}

export interface SettlementReportRow {
  reportId: number;
  connectionId: number;
  name: string;
  address: string | null;
  state: string;
  sha256: string | null;
  lines: number;
  refusal: unknown;
  attempts: number;
  nextAttemptAt: Date;
  announcedAt: Date;
  importedAt: Date | null;
  datedTo: number;
  version: number;
  operatorMailedAt: Date | null;
}

export interface SettlementWorkRow {
  companyId: number;
  workId: string;
  txnId: number;
  kind: string;
  work: unknown;
  endedAt: Date;
  attempts: number;
  nextAttemptAt: Date;
  lastError: string;
  reportedAt: Date | null;
}

export interface SignInChallengeRow {
  challengeHash: Buffer;
  purpose: string;
  userId: string | null;
  sealedSecret: Buffer | null;
  expiresAt: Date;
}

export interface SmartLinkRow {
  companyId: number;
  linkId: string;
  code: string;
  batchId: string;
  merchantId: number;
  installationId: number;
  kind: string;
  linkUsage: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date;
  cancelledAt: Date | null;
  request: unknown;
  ccyCode: string;
  amountMinor: number | null;
  attempts: number;
  txnId: number | null;
  mailedTo: string[];
  onDeadLink: string | null;
  usedAt: Date | null;
  paidCount: number;
  paidMinor: number;
  lastPaidAt: Date | null;
  referenceKey: string | null;
  emailKey: string | null;
  searchMinor: number | null;
  payState: string | null;
  refundedMinor: number;
  openedAt: Date | null;
  remindDaysBefore: number | null;
  remindAt: Date | null;
  remindedAt: Date | null;
  thankYou: string | null;
}

export interface SmartLinkExpiryRow {
  companyId: number;
  reportedTo: Date;
}

export interface SmartLinkFileRow {
  companyId: number;
  fileId: string;
  installationId: number;
  createdBy: string;
  createdAt: Date;
  fileHash: string;
  results: unknown;
}

export interface SmartLinkMailRow {
  companyId: number;
  linkId: string;
  address: string;
  sentAt: Date;
  isReminder: boolean;
}

export interface SsoDomainRow {
  companyId: number;
  domain: string;
  token: string;
  verifiedAt: Date | null;
}

export interface SsoGrantRow {
  companyId: number;
  userId: string;
  roleId: string;
  organisationId: number;
}

export interface SsoIdentityRow {
  companyId: number;
  issuer: string;
  subject: string;
  userId: string;
  isCreated: boolean;
  linkedAt: Date;
  lastUsedAt: Date | null;
}

export interface SsoMappingRow {
  companyId: number;
  ruleId: string;
  claim: string;
  value: string;
  roleId: string;
  organisationId: number;
  ownerId: string;
}

export interface SsoProviderRow {
  companyId: number;
  issuer: string;
  clientId: string;
  sealedSecret: Buffer;
  isRequired: boolean;
  changedAt: Date;
  version: number;
  connectsBy: string | null;
  emailClaim: string;
}

export interface SsoTestRow {
  companyId: number;
  userId: string;
  at: Date;
  problem: string | null;
  result: unknown;
}

export interface SsoUsedStateRow {
  stateHash: Buffer;
  expiresAt: Date;
}

export interface TestClockRow {
  companyId: number;
  aheadMs: number;
  frozenAt: Date | null;
  movedFrom: Date | null;
  target: Date | null;
  steps: number;
  isEnding: boolean;
  setAt: Date;
  setBy: string;
  worker: string | null;
  nextRunAt: Date;
}

export interface ThrottleRow {
  key: string;
  attempts: number;
  resetsAt: Date;
}

export interface TransactionViewRow {
  companyId: number;
  viewId: number;
  organisationId: number;
  ownerId: string;
  ownerName: string;
  name: string;
  params: unknown;
  columns: string[];
  isShared: boolean;
  version: number;
  createdAt: Date;
  changedAt: Date;
}

export interface TransactionViewPinRow {
  companyId: number;
  userId: string;
  viewId: number;
  pinnedAt: Date;
}

export interface TrustedDeviceRow {
  deviceId: string;
  userId: string;
  deviceHash: Buffer;
  userAgent: string;
  ip: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

export interface TxnRow {
  txnId: number;
  companyId: number;
  rootId: number;
  relatedId: number | null;
  merchantId: number;
  installationId: number;
  txnDatetime: Date;
  updatedAt: Date;
  requestedMinor: number;
  amountMinor: number;
  customerId: number | null;
  fgScore: number | null;
  episodeIndex: number | null;
  scheduleRemainingEpisodeCount: number | null;
  direction: number;
  ccyDigits: number;
  version: number;
  requestedAmount: string | null;
  amount: string | null;
  ccyCode: string;
  txnType: string;
  txnStatus: string;
  txnStage: string;
  processingModel: string;
  reasonCode: string | null;
  reasonMessage: string | null;
  merchRef: string | null;
  description: string | null;
  merchantName: string;
  salesChannel: string;
  commerceType: string;
  continuousAuthorityType: string | null;
  paymentClass: string;
  paymentProduct: string | null;
  cardToken: string | null;
  cardCorrelationId: string | null;
  maskedPan: string | null;
  lastFour: string | null;
  cardExpiry: string | null;
  cardScheme: string | null;
  cardUsage: string | null;
  cardIssuer: string | null;
  cardHolderName: string | null;
  issuerCountry: string | null;
  customerRef: string | null;
  customerName: string | null;
  customerEmail: string | null;
  customerPhone: string | null;
  customerCountry: string | null;
  ipAddress: string | null;
  ipCountry: string | null;
  acquirer: string | null;
  route: string | null;
  authCode: string | null;
  authoriserStatus: string | null;
  authoriserCode: string | null;
  authoriserMessage: string | null;
  gatewayReference: string | null;
  gatewaySettlement: string | null;
  cv2Check: string | null;
  avsAddressCheck: string | null;
  avsPostcodeCheck: string | null;
  optimize360Outcome: string | null;
  fgAdvice: string | null;
  decisionSource: string | null;
  decisionReason: string | null;
  threeDSecureStatus: string | null;
  threeDSecureVersion: string | null;
  threeDSecureEnrolment: string | null;
  threeDSecureEci: string | null;
  threeDSecureFrictionless: boolean | null;
  scheduleId: string | null;
  trace: string;
  detail: unknown;
  changedIn: number;
  adviceCode: string | null;
  refundReason: string | null;
  refundNote: string | null;
  arn: string | null;
  refundExpectedDate: string | null;
  originalTxnId: number | null;
  originalReference: string | null;
  connectionId: number | null;
  networkTransactionId: string | null;
}

export interface TxnHistoryRow {
  companyId: number;
  txnId: number;
  sequence: number;
  at: Date;
  status: string;
  stage: string;
  reasonCode: string | null;
  reasonMessage: string | null;
}

export interface TxnTotalRow {
  companyId: number;
  nodeId: number;
  granularity: string;
  bucket: Date;
  txnType: string;
  txnStatus: string;
  reasonCode: string;
  ccyCode: string;
  number: number;
  requestedMinor: number;
}

export interface TxnTotalChangeRow {
  companyId: number;
  merchantId: number;
  at: Date;
  txnType: string;
  txnStatus: string;
  reasonCode: string;
  ccyCode: string;
  requestedMinor: number;
  change: number;
}

export interface UpgradeStepRow {
  name: string;
  at: Date;
}

export interface UserSessionRow {
  tokenHash: Buffer;
  userId: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string;
  sessionId: string;
  confirmedAt: Date | null;
  confirmedBy: string | null;
  isEnrolling: boolean;
}

export interface VelocityAttemptRow {
  companyId: number;
  txnId: number;
  at: Date;
  hashes: unknown;
}

export interface VelocityKeyRow {
  companyId: number;
  key: number;
  at: Date;
  txnId: number;
  branchId: number | null;
  merchantId: number;
  installationId: number;
  isPayout: boolean;
  ccyCode: string;
  amountMinor: number;
}

export interface ViewFileRow {
  companyId: number;
  fileId: number;
  subscriptionId: number;
  userId: string;
  dueAt: Date;
  state: string;
  attempts: number;
  nextAttemptAt: Date;
  failure: string | null;
  madeAt: Date | null;
  fileName: string | null;
  bytes: number | null;
  manifest: unknown;
  request: unknown;
  scope: unknown;
}

export interface ViewFilePartRow {
  companyId: number;
  fileId: number;
  position: number;
  content: Buffer;
}

export interface ViewSubscriptionRow {
  companyId: number;
  subscriptionId: number;
  viewId: number;
  viewName: string;
  userId: string;
  organisationId: number;
  frequency: string;
  day: number | null;
  hour: number;
  timeZone: string;
  period: string;
  format: string;
  locale: string;
  createdAt: Date;
  nextDueAt: Date;
  endedAt: Date | null;
  endReason: string | null;
  name: string | null;
  pausedAt: Date | null;
  version: number;
}

export interface WarehouseErasureRow {
  month: string;
  erasedAt: Date;
}

export interface WarehouseReplicationRow {
  shard: number;
  sourceId: string;
  changedIn: number;
  txnId: number;
  completeUntil: Date | null;
  reportedAt: Date | null;
  holder: string | null;
  heldUntil: Date | null;
}

export interface WebhookAttemptRow {
  companyId: number;
  endpointId: string;
  eventId: string;
  attempt: number;
  at: Date;
  durationMs: number;
  result: string;
  requestHeaders: unknown;
  responseHeaders: unknown;
  responseBody: string | null;
}

export interface WebhookDeliveryRow {
  companyId: number;
  endpointId: string;
  eventId: string;
  installationId: number | null;
  type: string;
  objectId: string | null;
  createdAt: Date;
  trigger: string;
  state: string;
  attempts: number;
  totalAttempts: number;
  nextAttemptAt: Date;
  deliveredAt: Date | null;
  lastResult: string | null;
  lastDurationMs: number | null;
}

export interface WebhookEndpointRow {
  companyId: number;
  endpointId: string;
  url: string;
  events: string[];
  format: string;
  state: string;
  version: number;
  createdAt: Date;
  createdBy: string | null;
  pausedAt: Date | null;
  pausedBy: string | null;
  failingSince: Date | null;
  warnedAt: Date | null;
  secretVersion: number;
  previousUntil: Date | null;
  requestKey: string | null;
  requestHash: Buffer | null;
  eventVersion: number;
  keyGeneration: number;
  previousGeneration: number;
}

export interface WebhookEventRow {
  companyId: number;
  eventId: string;
  installationId: number | null;
  type: string;
  objectId: string | null;
  body: string;
  createdAt: Date;
  changedIn: number;
}

export interface WebhookInstallationRow {
  companyId: number;
  installationId: number;
  endpointId: string;
}
