import { stableUuid } from '#database/stable-uuid.ts';
import { type Permission, permissions } from '#shared/permissions.ts';
import type { Sql } from '#database/connection.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Services } from '#server/services.ts';

interface StandardRole {
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
/** Of roles that refund. */
const disputes: readonly Permission[] = ['P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES'];
const merchant: readonly Permission[] = ['P_VIRTUAL_TERMINAL', 'P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'];
const schedules: readonly Permission[] = ['P_VIEW_SCHEDULE', 'P_MANAGE_SCHEDULE'];

/** Roles of a merchant's staff, beside the four of every demo user. */
const staffRoles: readonly StandardRole[] = [
  {
    id: 'user-administrator',
    name: 'User administrator',
    description: 'Creates and changes users; sees transactions and payouts',
    tag: 'Administration',
    // All of a viewer: users grant only what they hold.
    permissions: [...worksOnUsers, ...seesTransactions, 'P_VIEW_SCHEDULE', 'P_VIEW_PAYOUTS'],
  },
  {
    id: 'shop-manager',
    name: 'Shop manager',
    description: 'All of a shop: transactions, disputes, payouts, terminal, links, schedules and its users',
    tag: 'Shops',
    permissions: [
      ...seesTransactions,
      ...movesMoney,
      ...disputes,
      'P_VIEW_PAYOUTS',
      ...merchant,
      ...schedules,
      ...worksOnUsers,
    ],
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
    description: 'Sees transactions, refunds them and responds to disputes',
    tag: 'Transactions',
    permissions: [...seesTransactions, 'P_REFUND_TRANSACTION', ...disputes],
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

export const demoPassword = 'Countinghouse-Demo-1';

/** Settlement reports belong to the owner of a connection, which few companies are. */
const viewPermissions: readonly Permission[] = permissions.filter(
  (name) => name.startsWith('P_VIEW_') && name !== 'P_VIEW_AUDIT' && name !== 'P_VIEW_SETTLEMENTS',
);
const transactions: readonly Permission[] = [
  'P_VIEW_TRANSACTIONS_NGPORTAL',
  'P_VIEW_TRANSACTION_NGPORTAL',
  'P_VIEW_SCHEDULE',
  'P_REFUND_TRANSACTION',
  'P_CAPTURE_TRANSACTION',
  'P_CANCEL_TRANSACTION',
  'P_REPEAT_TRANSACTION',
  'P_NEW_PAYMENT',
  'P_NEW_PAYOUT',
  ...disputes,
  'P_VIEW_PAYOUTS',
];
const fraud = permissions.filter((name) => /FRAUD|BLACKLIST|TERRITORY|QUEUE|CASE/.test(name));

/** The roles that every installation of the product starts with. */
const standardRoles: readonly StandardRole[] = [
  {
    id: 'administrator',
    name: 'Administrator',
    description: 'Everything',
    tag: 'Administration',
    permissions,
  },
  {
    id: 'fraud-analyst',
    name: 'Fraud analyst',
    description: 'Rules, lists and the queue; sees transactions',
    tag: 'Fraud',
    permissions: [...new Set([...fraud, ...viewPermissions])],
  },
  {
    id: 'viewer',
    name: 'Viewer',
    description: 'Sees transactions, payouts and schedules; moves nothing',
    tag: 'Transactions',
    permissions: [...seesTransactions, 'P_VIEW_SCHEDULE', 'P_VIEW_PAYOUTS'],
  },
  {
    id: 'cashier',
    name: 'Cashier',
    description: 'Sees transactions and payouts, refunds, captures, repeats, pays out, responds to disputes',
    tag: 'Transactions',
    permissions: transactions,
  },
  {
    id: 'developer',
    name: 'Developer',
    description: 'Sees installations, manages API keys and webhooks',
    tag: 'Administration',
    permissions: ['P_VIEW_INSTALLATION', 'P_MANAGE_API_KEYS', 'P_MANAGE_WEBHOOKS'],
  },
  ...staffRoles,
];

interface DemoUser {
  userName: string;
  givenName: string;
  familyName: string;
  organisation: number;
  role: string;
  domainUser?: boolean;
  lockedReason?: string;
}

export const demoUsers: readonly DemoUser[] = [
  {
    userName: 'admin@harbour.example',
    givenName: 'Amelia',
    familyName: 'Hart',
    organisation: 1100,
    role: 'administrator',
  },
  {
    userName: 'analyst@harbour.example',
    givenName: 'Noor',
    familyName: 'Rahman',
    organisation: 1100,
    role: 'fraud-analyst',
  },
  {
    userName: 'support@harbour.example',
    givenName: 'Tom',
    familyName: 'Okafor',
    organisation: 1100,
    role: 'viewer',
  },
  {
    userName: 'coffee@harbour.example',
    givenName: 'Clara',
    familyName: 'Brandt',
    organisation: 1111,
    role: 'cashier',
  },
  {
    userName: 'admin@meridian.example',
    givenName: 'Idris',
    familyName: 'Vale',
    organisation: 1200,
    role: 'administrator',
  },
  {
    userName: 'domain@demo.example',
    givenName: 'Dana',
    familyName: 'Whitlock',
    organisation: 1000,
    role: 'administrator',
    domainUser: true,
  },
  {
    userName: 'locked@harbour.example',
    givenName: 'Lena',
    familyName: 'Locke',
    organisation: 1100,
    role: 'viewer',
    lockedReason: 'MAX_PASSWORD_ATTEMPTS',
  },
  {
    userName: 'expired@harbour.example',
    givenName: 'Evan',
    familyName: 'Price',
    organisation: 1100,
    role: 'viewer',
    lockedReason: 'PASSWORD_EXPIRED',
  },
  {
    userName: 'temporary@harbour.example',
    givenName: 'Tessa',
    familyName: 'Quill',
    organisation: 1100,
    role: 'viewer',
    lockedReason: 'TEMPORARY_PASSWORD',
  },
];

export async function seedStandardRoles(sql: Sql): Promise<void> {
  for (const role of standardRoles) {
    await sql`
      insert into role (role_id, name, description, tags)
      values (${role.id}, ${role.name}, ${role.description}, ${[role.tag]}) on conflict do nothing`;
    await sql`
      insert into role_permission (role_id, permission)
      select ${role.id}, unnest(${role.permissions as string[]}::text[]) on conflict do nothing`;
  }
}

/** The demo's users. Ids are derived from names, so that every demo is equal. */
export async function seedDemoUsers(sql: Sql, now: Date): Promise<void> {
  await seedStandardRoles(sql);
  for (const user of demoUsers) {
    const userId = stableUuid(user.userName);
    await sql`
      insert into app_user (user_id, organisation_id, user_name, user_name_key, given_name, family_name,
                            domain_user, password_hash, password_changed_at, locked_reason, created_at)
      values (${userId}, ${user.organisation}, ${user.userName}, ${user.userName}, ${user.givenName},
              ${user.familyName}, ${user.domainUser ?? false}, ${await hashPassword(demoPassword)}, ${now},
              ${user.lockedReason ?? null}, ${now})`;
    await sql`
      insert into role_grant (user_id, role_id, organisation_id, cascade)
      values (${userId}, ${user.role}, ${user.organisation}, true)`;
  }
}

/** An action of the demo's staff at a time, which affects later payments: a rule, a value of a list, a decision. */
export interface StaffAct {
  at: Date;
  /** `services` has the clock and the processor of that time. */
  run(services: Services): Promise<void>;
}

export const inOrderOfTime = (acts: readonly StaffAct[]): StaffAct[] =>
  acts.toSorted((a, b) => a.at.getTime() - b.at.getTime());
