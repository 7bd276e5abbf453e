import type { Translate } from '#web/translate/translator.ts';

/**
 * The label of each field that an audit event contains, mostly that of its screen. 'kind:field' is for one kind of
 * object. null: a container without a label.
 */
const labelKeys: Readonly<Record<string, string | null>> = {
  // Users, roles and groups.
  userName: 'users.column.userName',
  givenName: 'users.column.firstName',
  familyName: 'users.column.lastName',
  active: 'users.form.active',
  roles: 'users.roles.title',
  group: 'audit.kind.group',
  sendInvitations: 'provisioning.send_invitations',
  email: 'details.field.customer_email',
  locale: 'shell.language',
  timezone: 'organisations.time_zone',
  permissions: 'api_keys.permissions',
  userId: 'audit.kind.user',
  roleId: 'audit.kind.role',
  // Organisations and installations.
  organisation: 'audit.organisation',
  organisationId: 'audit.organisation',
  orgId: 'audit.organisation',
  name: 'api_keys.name',
  description: 'fraud_lists.description',
  type: 'organisations.type',
  features: 'organisations.features',
  timeZone: 'organisations.time_zone',
  installationId: 'audit.kind.installation',
  installationIds: 'api_keys.installations',
  merchantIds: 'rules.column.merchants',
  merchantId: 'installations.merchant',
  channel: 'installations.channel',
  currencies: 'installations.currencies',
  currency: 'details.field.currency',
  mcc: 'installations.mcc',
  threeDSecure: 'installations.three_d_secure',
  recurring: 'installations.recurring',
  instalments: 'installations.instalments',
  fraudGuardThreshold: 'installations.threshold',
  webOrigins: 'risk_controls.sites',
  skin: 'installations.skin',
  payerAddress: 'installations.payer_address',
  applePayMerchantId: 'installations.apple_id',
  applePayCountry: 'installations.apple_country',
  googlePayMerchantId: 'installations.google_id',
  googlePayCountry: 'installations.google_country',
  googlePayName: 'installations.google_name',
  logo: 'installations.logo',
  sendReceipts: 'installations.send_receipts',
  receiptName: 'installations.receipt_name',
  receiptReplyTo: 'installations.reply_to',
  // Risk controls.
  liabilityShift: 'risk_controls.liability_shift',
  overrideRiskControlsWith3DS: 'risk_controls.override',
  cv2AvsRequirements: 'risk_controls.matches',
  addressMatchRequirement: 'risk_controls.match.addressMatchRequirement',
  postcodeMatchRequirement: 'risk_controls.match.postcodeMatchRequirement',
  cv2MatchRequirement: 'risk_controls.match.cv2MatchRequirement',
  velocityRules: 'risk_controls.velocity',
  velocity: 'risk_controls.quantity',
  timePeriod: 'risk_controls.period',
  // API keys and webhooks.
  apiId: 'api_keys.id',
  ipRanges: 'api_keys.ip_ranges',
  expiresAt: 'api_keys.expires',
  url: 'webhooks.address',
  events: 'webhooks.events',
  format: 'webhooks.format',
  endpointId: 'webhooks.id',
  deliveryId: 'webhooks.delivery',
  from: 'webhooks.fromDay',
  to: 'webhooks.toDay',
  status: 'webhooks.status_label',
  state: 'webhooks.status_label',
  // Processors.
  adapter: 'processors.adapter',
  mode: 'processors.mode_label',
  acquirer: 'processors.acquirer',
  settings: 'processors.settings',
  companyIds: 'processors.companies',
  lastFour: 'processors.secret.last_four',
  'connection:field': 'processors.secrets',
  fields: 'processors.secrets',
  hasPassed: 'processors.check.passed',
  failed: 'processors.check.failed',
  connectionId: 'audit.kind.connection',
  schemes: 'processors.field.schemes',
  kinds: 'processors.field.kinds',
  channels: 'processors.field.channels',
  minAmount: 'processors.field.minAmount',
  maxAmount: 'processors.field.maxAmount',
  share: 'processors.field.share',
  position: 'processors.position',
  routes: 'processors.tab.routes',
  // Custom fields.
  label: 'custom_fields.label',
  'customField:name': 'custom_fields.name',
  caseSensitive: 'custom_fields.caseSensitive',
  inReporting: 'custom_fields.inReporting',
  inRules: 'custom_fields.inRules',
  hidden: 'custom_fields.hidden',
  // Sign-in rules, approvals and single sign-on.
  secondFactor: 'security_policy.second_factor',
  requiredFrom: 'security_policy.day',
  requiredFor: 'security_policy.required_for',
  deviceDays: 'security_policy.devices',
  stepUpMinutes: 'security_policy.minutes',
  stepUpWithPassword: 'security_policy.password',
  refundAbove: 'security_policy.refunds',
  rules: 'fraud_lists.column.rules',
  'approvalPolicy:from': 'approval_policy.amount',
  hours: 'approval_policy.hours',
  includesKeys: 'approval_policy.includes_keys',
  action: 'audit.act_label',
  object: 'audit.object',
  comment: 'queue.comment',
  issuer: 'sign_on_settings.issuer',
  clientId: 'sign_on_settings.client_id',
  domain: 'sign_on_settings.domain',
  isVerified: 'sign_on_settings.verified',
  hasApp: 'factor.app',
  passkeys: 'factor.passkeys',
  // Schedules, links and transactions.
  scheduleId: 'audit.kind.schedule',
  nextOn: 'schedules.column.nextEpisodeDate',
  transactionId: 'cases.column.transactionId',
  amount: 'smart_links.column.amount',
  refundReason: 'details.field.refund_reason',
  hasRefundNote: 'details.field.refund_note',
  usage: 'smart_links.column.usage',
  expires: 'smart_links.column.expires',
  links: 'organisations.feature.SMART_LINK.name',
  linkId: 'smart_links.column.linkId',
  kind: 'organisations.type',
  'smartLink:to': 'smart_links.column.mailedTo',
  attempts: 'smart_links.column.attempts',
  card: 'cases.column.card',
  customer: 'cases.column.customer',
  feedbackType: 'organisations.type',
  // Cases, lists and rules.
  caseId: 'audit.kind.case',
  outcome: 'audit.outcome',
  'case:outcome': 'cases.close.outcome',
  owner: 'cases.owner.label',
  transactions: 'cases.payments',
  fileId: 'cases.file.choose',
  listId: 'audit.kind.fraudList',
  ruleId: 'audit.kind.fraudRule',
  dataField: 'fraud_lists.column.field',
  hotList: 'fraud_lists.hot',
  expiryDate: 'fraud_lists.column.expires',
  sourceTypes: 'fraud_lists.auto_add.sources',
  targetTypes: 'fraud_lists.auto_add.targets',
  expiry: 'fraud_lists.auto_add.expiry',
  'expiry.value': 'fraud_lists.auto_add.number',
  expiryPeriodicity: 'fraud_lists.auto_add.unit',
  joinedConditions: null,
  territoryCondition: null,
  conditions: 'rules.card.conditions',
  field: 'rules.condition.field',
  operator: 'rules.condition.operator',
  territoryListOperator: 'rules.condition.operator',
  territoryComparisonType: 'rules.condition.field',
  value: 'rules.condition.value',
  window: 'rules.condition.window',
  precision: 'rules.condition.unit',
  sumTypeField: 'rules.condition.sum_of',
  field1: 'rules.condition.first_field',
  field2: 'rules.condition.second_field',
  firstField: 'rules.condition.first_field',
  secondField: 'rules.condition.second_field',
  locationType1: 'rules.condition.first_field',
  locationType2: 'rules.condition.second_field',
  customField: 'audit.kind.customField',
  descriptiveName: 'custom_fields.label',
  dataType: 'custom_fields.type',
  index: 'rules.condition.number',
  // Exports and reads.
  columns: 'ui.columns',
  filter: null,
  act: 'audit.act_label',
  acts: 'audit.act_label',
  actor: 'audit.actor',
  objectId: 'audit.object_id',
  objectKind: 'audit.object',
  pageSize: 'ui.rowsPerPage',
};

/** Fields that no screen names, with labels at `audit.field_name.{name}`. */
const labelledNames: ReadonlySet<string> = new Set([
  'accepted',
  'actionToTest',
  'added',
  'authentication',
  'by',
  'category',
  'changed',
  'codesLeft',
  'confirmed',
  'contentType',
  'count',
  'days',
  'deferFinalAction',
  'deferWaitPeriod',
  'disabled',
  'displayName',
  'ended',
  'error',
  'externalId',
  'fields',
  'forgotten',
  'gained',
  'invalid',
  'invitedAt',
  'isBreakGlass',
  'isEnrolling',
  'isRememberedDevice',
  'isRequired',
  'isSecretNew',
  'limit',
  'listType',
  'listed',
  'lockedReason',
  'logicalOperator',
  'lost',
  'minutes',
  'more',
  'nextIndex',
  'notification',
  'offset',
  'organisations',
  'original',
  'overlapSeconds',
  'parentId',
  'path',
  'previousForHours',
  'provisioned',
  'rejected',
  'removed',
  'repeated',
  'requestedBy',
  'rolesGiven',
  'rolesTaken',
  'rows',
  'ruleType',
  'scope',
  'size',
  'suffix',
  'supersededBy',
  'territories',
  'until',
  'version',
  'wouldChangeAccepted',
]);

/** Other names of a field. Entries of older versions have `askedBy`. */
const labelAliases: Readonly<Record<string, string>> = { for: 'requestedBy', askedBy: 'requestedBy' };

/**
 * The field of a change in words: 'velocityRules[0].velocity' is "Velocity limits 1 › Attempts". A field without a label is
 * named after its path.
 */
export function fieldLabel(t: Translate, field: string, kind: string | null = null): string {
  const steps: string[] = [];
  let parent = '';
  for (const step of field.split('.')) {
    const [, name = step, indexes = ''] = /^([^[]*)((?:\[\d+\])*)$/.exec(step) ?? [];
    const label = stepLabel(t, name, parent, kind);
    const numbers = [...indexes.matchAll(/\d+/g)].map(([index]) => String(Number(index) + 1));
    if (label !== null) steps.push([label, ...numbers].join(' '));
    parent = name;
  }
  return steps.length === 0 ? humanise(field) : steps.join(' › ');
}

function stepLabel(t: Translate, name: string, parent: string, kind: string | null): string | null {
  const labelKey = [`${kind}:${name}`, `${parent}.${name}`, name].find((key) =>
    Object.hasOwn(labelKeys, key),
  );
  const key = labelKey === undefined ? undefined : labelKeys[labelKey];
  if (key === null) return null;
  const defaultValue = humanise(name);
  if (key !== undefined) return t(key, { defaultValue });
  const labelName = Object.hasOwn(labelAliases, name) ? (labelAliases[name] ?? name) : name;
  return labelledNames.has(labelName) ? t(`audit.field_name.${labelName}`, { defaultValue }) : defaultValue;
}

/** 'pageSize' is "Page size", 'merchantURL' is "Merchant URL". */
export function humanise(name: string): string {
  const text = name
    .replaceAll(/[[\]._-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([a-z])(\d)/g, '$1 $2')
    .trim()
    .split(/\s+/)
    .map((word) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()))
    .map((word) => (/^(id|ip|url|api)$/.test(word) ? word.toUpperCase() : word))
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
