import type { Permission } from '#shared/permissions.ts';
import type { RoleContent } from './schemas.ts';

export interface RoleForm {
  name: string;
  description: string;
  permissions: Permission[];
}

/** One code a field. */
export type RoleErrors = Partial<Record<'name' | 'permissions', 'required'>>;

export const emptyRole: RoleForm = { name: '', description: '', permissions: [] };

export const toRoleForm = ({ name, description, permissions }: RoleContent): RoleForm => ({
  name,
  description,
  permissions,
});

export function roleErrors({ name, permissions }: RoleForm): RoleErrors {
  return {
    name: name.trim() === '' ? ('required' as const) : undefined,
    permissions: permissions.length === 0 ? ('required' as const) : undefined,
  };
}

export const toRoleContent = ({ name, description, permissions }: RoleForm): RoleContent => ({
  name: name.trim(),
  description: description.trim(),
  permissions,
});

/** The permissions that the users of a role gain and lose by a change. */
export function roleDifference(before: readonly Permission[], after: readonly Permission[]) {
  return {
    gained: after.filter((name) => !before.includes(name)),
    lost: before.filter((name) => !after.includes(name)),
  };
}

/** The permissions in the groups and the order of the form. A test checks that none is missing. */
export const permissionAreas = {
  transactions: [
    'P_VIEW_TRANSACTIONS_NGPORTAL',
    'P_VIEW_TRANSACTION_NGPORTAL',
    'P_NEW_PAYMENT',
    'P_CAPTURE_TRANSACTION',
    'P_CANCEL_TRANSACTION',
    'P_REFUND_TRANSACTION',
    'P_REPEAT_TRANSACTION',
    'P_NEW_PAYOUT',
    'P_VIEW_PAYOUTS',
    'P_VIRTUAL_TERMINAL',
    'P_CREATE_SMART_LINK',
    'P_VIEW_DISPUTES',
    'P_MANAGE_DISPUTES',
    'P_ADVICE_CUSTOM_PAYMENT_PRODUCT_REPORTING',
  ],
  schedules: ['P_VIEW_SCHEDULE', 'P_MANAGE_SCHEDULE'],
  fraud: [
    'P_VIEW_FRAUDGUARD',
    'P_VIEW_RISK_CONTROLS',
    'P_EDIT_RISK_CONTROLS',
    'P_VIEW_FRAUD_RULES',
    'P_EDIT_FRAUD_RULES',
    'P_FRAUD_RULES_MORPHING_CONDITION',
    'P_FRAUD_RULES_AGE_CONDITION',
    'P_VIEW_TERRITORY_MANAGEMENT_RULES',
    'P_EDIT_TERRITORY_MANAGEMENT_RULES',
    'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS',
    'P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS',
    'P_VIEW_FRAUD_PARAMETER_LISTS',
    'P_EDIT_FRAUD_PARAMETER_LISTS',
    'P_VIEW_FRAUD_LIST_ITEMS',
    'P_EDIT_FRAUD_LIST_ITEMS',
    'P_VIEW_AUTO_ADD_TO_BLACKLIST_CONFIG',
    'P_EDIT_AUTO_ADD_TO_BLACKLIST_CONFIG',
  ],
  reviews: ['P_ACCESS_QUEUE_MANAGEMENT', 'P_SEARCH_CASE_MANAGEMENT', 'P_ACCESS_CASE_MANAGEMENT'],
  administration: [
    'P_VIEW_MI_MERCHANT_ADMIN',
    'P_VIEW_USER',
    'P_CREATE_PORTAL_USER',
    'P_MANAGE_PORTAL_USER',
    'P_MANAGE_DOMAIN_PORTAL_USER',
    'P_MANAGE_ROLES',
    'P_MANAGE_SECURITY',
    'P_MANAGE_ORGANISATION',
    'P_MANAGE_INSTALLATION',
    'P_APPROVE',
    'P_VIEW_INSTALLATION',
    'P_MANAGE_API_KEYS',
    'P_MANAGE_WEBHOOKS',
    'P_VIEW_PROCESSORS',
    'P_MANAGE_PROCESSORS',
    'P_VIEW_SETTLEMENTS',
    'P_MANAGE_SETTLEMENTS',
    'P_VIEW_AUDIT',
    'P_MANAGE_PERSONAL_DATA',
    'P_MANAGE_LEGAL_HOLDS',
  ],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type PermissionArea = keyof typeof permissionAreas;
export const areas = Object.keys(permissionAreas) as PermissionArea[];

/** In the order of the form. */
export const allPermissions: readonly Permission[] = areas.flatMap(
  (area): readonly Permission[] => permissionAreas[area],
);
