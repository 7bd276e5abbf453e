import type { Permission } from './permissions.ts';

/** Everything that an API key can be allowed (docs/domain.md#api-keys). */
export const apiPermissions = [
  'P_VIEW_TRANSACTION_NGPORTAL',
  'P_VIEW_TRANSACTIONS_NGPORTAL',
  'P_NEW_PAYMENT',
  'P_CAPTURE_TRANSACTION',
  'P_CANCEL_TRANSACTION',
  'P_REPEAT_TRANSACTION',
  'P_REFUND_TRANSACTION',
  'P_NEW_PAYOUT',
  'P_CREATE_SMART_LINK',
  'P_VIEW_INSTALLATION',
  'P_VIEW_SCHEDULE',
  'P_MANAGE_SCHEDULE',
] as const satisfies readonly Permission[];
export type ApiPermission = (typeof apiPermissions)[number];

const reading = [
  'P_VIEW_TRANSACTION_NGPORTAL',
  'P_VIEW_TRANSACTIONS_NGPORTAL',
  'P_VIEW_INSTALLATION',
  'P_VIEW_SCHEDULE',
] as const;
const paying = [
  'P_VIEW_TRANSACTION_NGPORTAL',
  'P_NEW_PAYMENT',
  'P_CAPTURE_TRANSACTION',
  'P_CANCEL_TRANSACTION',
  'P_REPEAT_TRANSACTION',
] as const;

/** Common sets of permissions, in the order of the form. */
export const apiPresets = {
  readOnly: reading,
  payments: paying,
  paymentsAndRefunds: [...paying, 'P_REFUND_TRANSACTION'],
  links: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'],
  reporting: ['P_VIEW_TRANSACTIONS_NGPORTAL'],
} as const satisfies Readonly<Record<string, readonly ApiPermission[]>>;
export type ApiPreset = keyof typeof apiPresets;

/** The preset with exactly these permissions, or 'custom'. */
export function findPreset(permissions: readonly string[]): ApiPreset | 'custom' {
  const names = Object.keys(apiPresets) as ApiPreset[];
  const isSame = (name: ApiPreset) =>
    apiPresets[name].length === permissions.length &&
    apiPresets[name].every((permission) => permissions.includes(permission));
  return names.find(isSame) ?? 'custom';
}
