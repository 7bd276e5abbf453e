import type { Permission } from '#shared/permissions.ts';

/** Permissions for which a policy can require a second factor: they move money, send data out, or lead to more rights. */
export const policyPermissions = [
  'P_REFUND_TRANSACTION',
  'P_NEW_PAYMENT',
  'P_NEW_PAYOUT',
  'P_CAPTURE_TRANSACTION',
  'P_CANCEL_TRANSACTION',
  'P_REPEAT_TRANSACTION',
  'P_CREATE_PORTAL_USER',
  'P_MANAGE_PORTAL_USER',
  'P_MANAGE_DOMAIN_PORTAL_USER',
  'P_APPROVE',
  'P_MANAGE_API_KEYS',
  'P_MANAGE_WEBHOOKS',
  'P_MANAGE_PROCESSORS',
  'P_MANAGE_ORGANISATION',
  'P_MANAGE_INSTALLATION',
  'P_MANAGE_ROLES',
  'P_MANAGE_SECURITY',
  'P_EDIT_FRAUD_RULES',
  'P_EDIT_RISK_CONTROLS',
  'P_VIEW_AUDIT',
] as const satisfies readonly Permission[];

export type PolicyPermission = (typeof policyPermissions)[number];
