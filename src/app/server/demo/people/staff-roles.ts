import type { Permission } from '#shared/permissions.ts';

export interface StandardRole {
  id: string;
  name: string;
  description: string;
  tag: string;
  permissions: readonly Permission[];
}

const seesTransactions: readonly Permission[] = [
  'P_VIEW_TRANSACTIONS_NGPORTAL',
  'P_VIEW_TRANSACTION_NGPORTAL',
];
const worksOnUsers: readonly Permission[] = [
  'P_VIEW_MI_MERCHANT_ADMIN',
  'P_VIEW_USER',
  'P_CREATE_PORTAL_USER',
  'P_MANAGE_PORTAL_USER',
];
const movesMoney: readonly Permission[] = [
  'P_REFUND_TRANSACTION',
  'P_CAPTURE_TRANSACTION',
  'P_CANCEL_TRANSACTION',
  'P_REPEAT_TRANSACTION',
  'P_NEW_PAYMENT',
  'P_NEW_PAYOUT',
];
const merchant: readonly Permission[] = ['P_VIRTUAL_TERMINAL', 'P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'];
const schedules: readonly Permission[] = ['P_VIEW_SCHEDULE', 'P_MANAGE_SCHEDULE'];

/** Roles of a merchant's staff, beside the four of every demo user. */
export const staffRoles: readonly StandardRole[] = [
  {
    id: 'user-administrator',
    name: 'User administrator',
    description: 'Creates and changes users; sees transactions',
    tag: 'Administration',
    permissions: [...worksOnUsers, ...seesTransactions, 'P_VIEW_SCHEDULE'],
  },
  {
    id: 'shop-manager',
    name: 'Shop manager',
    description: 'All of a shop: transactions, terminal, links, schedules and its users',
    tag: 'Shops',
    permissions: [...seesTransactions, ...movesMoney, ...merchant, ...schedules, ...worksOnUsers],
  },
  {
    id: 'terminal-operator',
    name: 'Terminal operator',
    description: 'Takes payments by phone and sees them',
    tag: 'Shops',
    permissions: [...seesTransactions, 'P_VIRTUAL_TERMINAL', 'P_VIEW_INSTALLATION', 'P_NEW_PAYMENT'],
  },
  {
    id: 'link-creator',
    name: 'Link creator',
    description: 'Creates smart links',
    tag: 'Shops',
    permissions: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'],
  },
  {
    id: 'refund-agent',
    name: 'Refund agent',
    description: 'Sees transactions and refunds them',
    tag: 'Transactions',
    permissions: [...seesTransactions, 'P_REFUND_TRANSACTION'],
  },
  {
    id: 'schedule-manager',
    name: 'Schedule manager',
    description: 'Suspends, resumes and cancels schedules',
    tag: 'Transactions',
    permissions: [...seesTransactions, ...schedules],
  },
  {
    id: 'queue-reviewer',
    name: 'Queue reviewer',
    description: 'Accepts and rejects what waits in the queue',
    tag: 'Fraud',
    permissions: [...seesTransactions, 'P_ACCESS_QUEUE_MANAGEMENT', 'P_SEARCH_CASE_MANAGEMENT'],
  },
  {
    id: 'risk-controller',
    name: 'Risk controller',
    description: 'Sets the risk controls of installations',
    tag: 'Fraud',
    permissions: ['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS', 'P_VIEW_INSTALLATION'],
  },
];
