import { afterAll, beforeAll, expect, test } from 'vitest';
import { rolesOf } from '#features/users/test/user-fixtures.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import {
  type SignOnApp,
  atProvider,
  bringBack,
  group,
  person,
  saveMapping,
  saveProvider,
  signOn,
  startSignOnApp,
  verifyDomain,
} from './sign-on-fixtures.ts';

let all: SignOnApp;
let admin: Send;
beforeAll(async () => {
  all = await startSignOnApp();
  admin = await actAs(all.app, 'admin@harbour.example');
  await saveProvider(admin, all);
  await verifyDomain(admin, all, 'harbour.example');
  await saveMapping(admin, [group('desk'), group('refunds', 'cashier', 1111)]);
});
afterAll(() => all.stop());

async function userIdOf(userName: string): Promise<string | undefined> {
  const [row] = await all.app.owner<{ userId: string }[]>`
    select user_id from app_user where user_name = ${userName}`;
  return row?.userId;
}

/** startSingleSignOn, finishSingleSignOn */
test('creates an unknown user with the grants of the mapping', async () => {
  const { page, send } = await signOn(all, person('ada'), { to: '/statements?page=2' });
  expect(page).toEqual({ outcome: 'signed-in', to: '/statements?page=2' });
  const me = await send('GET', '/me');
  expect(me.body).toMatchObject({ userId: 'ada@harbour.example', firstName: 'Ada', parentOrgId: 1100 });
  expect(await rolesOf(all.app, (await userIdOf('ada@harbour.example')) ?? '')).toEqual(['viewer @ 1100']);
});
