import type { TestApp } from '#testing/start-app.ts';

/** Grants a user the role terminal-operator on an organisation and its descendants. */
export async function grantTerminal(app: TestApp, userName: string, organisationId: number): Promise<void> {
  await app.owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    select user_id, 'terminal-operator', ${organisationId}, true from app_user where user_name = ${userName}`;
  await app.owner`update app_user set access_version = access_version + 1 where user_name = ${userName}`;
}
