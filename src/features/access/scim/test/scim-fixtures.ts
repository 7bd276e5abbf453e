import { type Send, actAs, actAsProvider } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export const settings = (orgId = 1100, suffix = ''): string => `/proxy/sync/security/${orgId}${suffix}`;

/** A new token of a company, made by its administrator. */
export async function newToken(
  app: TestApp,
  { maker: creator = 'admin@harbour.example', orgId = 1100, name = 'Okta' } = {},
): Promise<{ tokenId: string; token: string }> {
  const send = await actAs(app, creator);
  const response = await send('POST', settings(orgId, '/scimTokens'), { name, expiresAt: null });
  if (response.status !== 201) throw new Error(`no token: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** An identity provider of a company. */
export async function providerOf(app: TestApp, options: Parameters<typeof newToken>[1] = {}): Promise<Send> {
  return actAsProvider(app, (await newToken(app, options)).token);
}

export function newUser(userName: string, more: object = {}): object {
  return {
    schemas: [userSchema],
    userName,
    name: { givenName: 'Ines', familyName: 'Moreau' },
    externalId: `ext-${userName}`,
    active: true,
    ...more,
  };
}

/** Creates a user over SCIM and returns the resource. */
export async function createScimUser(send: Send, userName: string, more: object = {}) {
  const response = await send('POST', '/scim/v2/Users', newUser(userName, more));
  if (response.status !== 201) throw new Error(`not created: ${JSON.stringify(response.body)}`);
  return response.body;
}

export async function createScimGroup(send: Send, displayName: string, members: readonly string[] = []) {
  const response = await send('POST', '/scim/v2/Groups', {
    schemas: [groupSchema],
    displayName,
    members: members.map((value) => ({ value })),
  });
  if (response.status !== 201) throw new Error(`not created: ${JSON.stringify(response.body)}`);
  return response.body;
}

export const patch = (...operations: readonly object[]): object => ({
  schemas: [patchSchema],
  Operations: operations,
});

/** Maps a group to roles, as an administrator in the settings. */
export async function mapGroup(
  app: TestApp,
  groupId: string,
  roles: readonly { roleId: string; organisationId: number }[],
  userName = 'admin@harbour.example',
) {
  return (await actAs(app, userName))('PUT', settings(1100, `/scimGroups/${groupId}`), { roles });
}
