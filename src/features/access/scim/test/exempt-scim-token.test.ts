import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  decide,
  everything,
  letApprove,
  setPolicy,
} from '#features/access/approvals/test/approval-fixtures.ts';
import { listRoles } from '#features/access/users/test/user-fixtures.ts';
import { type Send, actAs, actAsProvider } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  createScimGroup,
  createScimUser,
  mapGroup,
  newToken,
  newUser,
  patch,
  providerOf,
  settings,
} from './scim-fixtures.ts';

let app: TestApp;
let admin: Send;
/** A provider whose token was made before the policy. */
let known: Send;
let groupId: string;
let userId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  await letApprove(app, 'analyst@harbour.example');
  known = await providerOf(app);
  groupId = (await createScimGroup(known, 'Refund clerks')).id;
  await mapGroup(app, groupId, [{ roleId: 'cashier', organisationId: 1111 }]);
  userId = (await createScimUser(known, 'rosa@directory.example')).id;
  await setPolicy(app, everything);
});
afterAll(() => app.stop());

const addMember = (send: Send, id = userId) =>
  send('PATCH', `/scim/v2/Groups/${groupId}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }));
const exempt = (tokenId: string) => admin('POST', settings(1100, `/scimTokens/${tokenId}/exempt`), {});

test('a new token gives no access before a second person has agreed, and takes it away', async () => {
  const { tokenId, token } = await newToken(app, { name: 'Entra' });
  const provider = actAsProvider(app, token);
  const setActive = (active: boolean) =>
    provider('PATCH', `/scim/v2/Users/${userId}`, patch({ op: 'replace', value: { active } }));
  const rename = () =>
    provider(
      'PATCH',
      `/scim/v2/Users/${userId}`,
      patch({ op: 'replace', value: { userName: 'rita@directory.example' } }),
    );
  const create = () => provider('POST', '/scim/v2/Users', newUser('sam@directory.example'));

  expect((await setActive(false)).status).toBe(200);
  for (const refused of [await addMember(provider), await setActive(true), await rename(), await create()])
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'This token gives access only after a second person has agreed to it in the settings',
    ]);
  expect(await listRoles(app, userId)).toEqual([]);
  const shown = (await admin('GET', settings(1100, '/provisioning'))).body;
  expect(shown.tokens.find((listed: { tokenId: string }) => listed.tokenId === tokenId)).toMatchObject({
    needsApproval: true,
  });
  expect(shown.refusals[0]).toMatchObject({ reason: 'TOKEN_NEEDS_APPROVAL', tokenName: 'Entra' });

  const held = await exempt(tokenId);
  expect([held.status, held.body.status]).toEqual([202, 'PENDING_APPROVAL']);
  expect((await create()).status).toBe(403);
  const second = await actAs(app, 'analyst@harbour.example');
  expect((await decide(second, held.body.approvalId, 'approve')).body.state).toBe('SUCCEEDED');
  expect((await setActive(true)).status).toBe(200);
  expect((await create()).status).toBe(201);
  expect((await addMember(provider)).status).toBe(200);
  expect(await listRoles(app, userId)).toEqual(['cashier @ 1111']);
  const [event] = await app.owner<{ before: object; after: object }[]>`
    select before, after from audit_event where act = 'exemptScimToken' and object_id = ${tokenId}`;
  expect(event).toEqual({
    before: { name: 'Entra', needsApproval: true },
    after: { name: 'Entra', needsApproval: false },
  });
});

test('a token made before the policy gives roles as before', async () => {
  const { id } = await createScimUser(known, 'tess@directory.example');
  expect((await addMember(known, id)).status).toBe(200);
});

test('a token made under a policy without a rule for roles gives them at once', async () => {
  await setPolicy(
    app,
    everything.filter(({ action }) => action !== 'grantRole'),
  );
  const { tokenId, token } = await newToken(app, { name: 'Google' });
  const provider = actAsProvider(app, token);
  const { id } = await createScimUser(provider, 'uma@directory.example');
  expect((await addMember(provider, id)).status).toBe(200);
  expect((await exempt(tokenId)).status).toBe(200);
});
