/** Permissions whose names merchants’ roles already use (docs/domain.md#permissions). */
const specified = [
  'P_VIEW_TRANSACTIONS_NGPORTAL',
  'P_VIEW_TRANSACTION_NGPORTAL',
  'P_VIEW_FRAUDGUARD',
  'P_VIEW_FRAUD_RULES',
  'P_EDIT_FRAUD_RULES',
  'P_EDIT_FRAUD_LIST_ITEMS',
  'P_VIEW_FRAUD_LIST_ITEMS',
  'P_VIEW_SCHEDULE',
  'P_MANAGE_SCHEDULE',
  'P_ADVICE_CUSTOM_PAYMENT_PRODUCT_REPORTING',
  'P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS',
  'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS',
  'P_EDIT_FRAUD_PARAMETER_LISTS',
  'P_VIEW_FRAUD_PARAMETER_LISTS',
  'P_VIEW_AUTO_ADD_TO_BLACKLIST_CONFIG',
  'P_EDIT_AUTO_ADD_TO_BLACKLIST_CONFIG',
  'P_VIEW_TERRITORY_MANAGEMENT_RULES',
  'P_EDIT_TERRITORY_MANAGEMENT_RULES',
  'P_FRAUD_RULES_MORPHING_CONDITION',
  'P_FRAUD_RULES_AGE_CONDITION',
  'P_ACCESS_QUEUE_MANAGEMENT',
  'P_SEARCH_CASE_MANAGEMENT',
  'P_ACCESS_CASE_MANAGEMENT',
  'P_VIEW_MI_MERCHANT_ADMIN',
  'P_VIEW_USER',
  'P_CREATE_PORTAL_USER',
  'P_MANAGE_PORTAL_USER',
  'P_MANAGE_DOMAIN_PORTAL_USER',
  'P_CREATE_SMART_LINK',
  'P_VIEW_INSTALLATION',
  'P_VIRTUAL_TERMINAL',
  'P_VIEW_RISK_CONTROLS',
  'P_EDIT_RISK_CONTROLS',
] as const;

/** Money movements in the portal, because a view-only user must not refund (docs/decisions/0004). */
const moneyMovements = [
  'P_REFUND_TRANSACTION',
  'P_CAPTURE_TRANSACTION',
  'P_CANCEL_TRANSACTION',
  'P_REPEAT_TRANSACTION',
  'P_NEW_PAYMENT',
  'P_NEW_PAYOUT',
] as const;

/** Reads the audit (docs/decisions/0017). */
const auditing = ['P_VIEW_AUDIT'] as const;

/** Grantable alone: keys move money (docs/domain.md#api-keys), webhooks send data out (docs/domain.md#webhooks). */
const integrating = ['P_MANAGE_API_KEYS', 'P_MANAGE_WEBHOOKS'] as const;

/** Grantable alone, because they decide about access and about how payments are taken (docs/domain.md#managing-organisations). */
const managing = ['P_MANAGE_ORGANISATION', 'P_MANAGE_INSTALLATION'] as const;
/** Grantable alone, because processors decide where the money goes (docs/processors.md#settings). */
const connecting = ['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS'] as const;
/** Grantable alone: what reaches the bank, and what a processor keeps (docs/domain.md#payouts-to-the-bank). */
const settling = ['P_VIEW_PAYOUTS', 'P_VIEW_SETTLEMENTS', 'P_MANAGE_SETTLEMENTS'] as const;

/** Grantable alone: an answer to a dispute decides about money (docs/domain.md#disputes). */
const disputing = ['P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES'] as const;

/** Grantable alone, because roles lead to every other permission (docs/domain.md#own-roles). */
const administering = ['P_MANAGE_ROLES'] as const;

/** Grantable alone, because the sign-in rules protect every right (docs/domain.md#security-policy). */
const securing = ['P_MANAGE_SECURITY'] as const;

/** Grantable alone: an erasure cannot be undone, and a hold stops it (docs/domain.md#a-persons-data). */
const protecting = ['P_MANAGE_PERSONAL_DATA', 'P_MANAGE_LEGAL_HOLDS'] as const;

/** Grantable alone, because approving is separate from requesting (docs/domain.md#approvals). */
const approving = ['P_APPROVE'] as const;

export const permissions = [
  ...specified,
  ...moneyMovements,
  ...auditing,
  ...integrating,
  ...managing,
  ...connecting,
  ...disputing,
  ...settling,
  ...administering,
  ...securing,
  ...protecting,
  ...approving,
] as const;
export type Permission = (typeof permissions)[number];

/**
 * Feature codes of an organisation (docs/domain.md#features). `optimize_case` is listed separately, for case
 * management.
 */
export const features = [
  'ERE',
  'QUEUE',
  'CASE',
  'CUSTOM_RULE_AGGREGATE_SCOPE',
  'SMART_LINK',
  'CARD_INFO',
  'PAYPAL',
  'CARD_LOCK',
  'MOBILE_SDK',
  'PARTIAL_CAPTURE',
  'DATA_VENDORS',
  'SCHEDULER',
  'optimize_case',
] as const;
export type FeatureCode = (typeof features)[number];
