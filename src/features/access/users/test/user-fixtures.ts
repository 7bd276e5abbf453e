import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

/** Id of a demo user. */
export async function findUserId(app: TestApp, userName: string): Promise<string> {
  const [row] = await app.owner<{ userId: string }[]>`
    select user_id from app_user where user_name = ${userName}`;
  if (!row) throw new Error(`no user is named ${userName}`);
  return row.userId;
}

export const users = '/proxy/sync/SCIM/Users/';

/** The body for a new user of Harbour Coffee with the cashier's role there. */
export function newUser(change: object = {}): Record<string, unknown> {
  return {
    userName: 'ines@harbour.example',
    name: { givenName: 'Ines', familyName: 'Moreau' },
    active: true,
    entitlements: [{ value: 'cashier', type: '1111' }],
    extraInfo: { organisationId: 1111 },
    ...change,
  };
}

/** Creates a user through the API and returns it. */
export async function create(send: Send, change: object = {}) {
  const response = await send('POST', users, newUser(change));
  if (response.status !== 201) throw new Error(`not created: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** The roles of a user, from the table. */
export async function listRoles(app: TestApp, userId: string): Promise<string[]> {
  const rows = await app.owner<{ role: string }[]>`
    select role_id || ' @ ' || organisation_id as role from role_grant where user_id = ${userId} order by 1`;
  return rows.map(({ role }) => role);
}

/** Inserts a role directly, to arrange editors. */
export async function grant(
  app: TestApp,
  userName: string,
  role: { name: string; permissions: readonly string[] },
  organisationId: number,
  cascade = true,
): Promise<void> {
  const { owner } = app;
  await owner`
    insert into role (role_id, name, description) values (${role.name}, ${role.name}, 'arranged')
    on conflict do nothing`;
  await owner`
    insert into role_permission (role_id, permission)
    select ${role.name}, unnest(${role.permissions as string[]}::text[]) on conflict do nothing`;
  await owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    values (${await findUserId(app, userName)}, ${role.name}, ${organisationId}, ${cascade})
    on conflict (user_id, role_id, organisation_id) do update set cascade = excluded.cascade`;
  await owner`update app_user set access_version = access_version + 1 where user_name = ${userName}`;
}

/** Manages users, cannot refund. */
export const userManager = {
  name: 'user-manager',
  permissions: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER', 'P_CREATE_PORTAL_USER', 'P_MANAGE_PORTAL_USER'],
};

interface Line {
  actor: string;
  objectId: string;
  companyId: number;
  outcome: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The audit events of allowed actions. */
export async function listAudit(app: TestApp, act: string): Promise<Line[]> {
  return app.owner<Line[]>`
    select actor, object_id, company_id, outcome, before, after
    from audit_event where act = ${act} and outcome = 'allowed' order by at`;
}
