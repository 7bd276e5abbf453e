import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('getOrganisationFeatures', () => {
  test("returns the group's features for a merchant", async () => {
    const send = await actAs(app, 'coffee@harbour.example');
    const { body } = await send('GET', '/proxy/sync/cm/orgUnit/1111/features');
    expect(body).toEqual(expect.arrayContaining(['ERE', 'QUEUE', 'CASE', 'PARTIAL_CAPTURE']));
  });

  test('returns no rules and no queue for Meridian', async () => {
    const send = await actAs(app, 'admin@meridian.example');
    const { body } = await send('GET', '/proxy/sync/cm/orgUnit/1211/features');
    expect(body).toContain('SMART_LINK');
    expect(body).not.toContain('ERE');
    expect(body).not.toContain('QUEUE');
  });

  test("rejects another company's features", async () => {
    const send = await actAs(app, 'admin@meridian.example');
    expect((await send('GET', '/proxy/sync/cm/orgUnit/1111/features')).status).toBe(403);
  });
});

describe('getOrganisationHierarchy', () => {
  const url = (orgId: number | string, query = '') =>
    `/proxy/sync/cm/orgmap/organisation-hierarchy/${orgId}${query}`;

  test('lists the subtree by name, with or without its top', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    const { body } = await send('GET', url(1110, '?withParent=true'));
    expect(body.map((org: { name: string }) => org.name)).toEqual([
      'Harbour Books',
      'Harbour Coffee',
      'Harbour UK',
    ]);
    expect(body[1]).toEqual({
      id: 1111,
      name: 'Harbour Coffee',
      type: 'MERCHANT',
      parentOrgId: 1110,
      parentPath: '/1000/1100/1110/1111',
      timeZone: 'Europe/London',
      active: true,
    });
    const response = await send('GET', url(1110, '?withParent=false'));
    expect(response.body.map((org: { id: number }) => org.id)).toEqual([1112, 1111]);
  });

  test('returns the inherited time zone of an organisation without one', async () => {
    const readZone = async (user: string, orgId: number, id: number): Promise<string> => {
      const { body } = await (await actAs(app, user))('GET', url(orgId));
      return body.find((org: { id: number }) => org.id === id).timeZone;
    };
    expect(await readZone('admin@harbour.example', 1100, 1121)).toBe('Europe/Berlin');
    // An ancestor outside the caller's scope counts too.
    expect(await readZone('coffee@harbour.example', 1111, 1111)).toBe('Europe/London');
    expect(await readZone('admin@meridian.example', 1200, 1211)).toBe('America/New_York');
    await app.owner`update organisation set time_zone = 'Asia/Kolkata' where id = 1211`;
    expect(await readZone('admin@meridian.example', 1200, 1211)).toBe('Asia/Kolkata');
    await app.owner`update organisation set time_zone = null`;
    expect(await readZone('admin@meridian.example', 1200, 1211)).toBe('Europe/London');
  });

  test('shows every company to a domain user', async () => {
    const send = await actAs(app, 'domain@demo.example');
    const { body } = await send('GET', url(1000));
    expect(body.map((org: { id: number }) => org.id)).toEqual(expect.arrayContaining([1100, 1200, 1211]));
  });

  test('returns the same for ids out of scope and unknown ids', async () => {
    const send = await actAs(app, 'coffee@harbour.example');
    for (const id of [1112, 1110, 1100, 1200, 999_999]) {
      expect(await send('GET', url(id))).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
  });

  test('rejects malformed ids', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    for (const id of ['abc', '0', '-1', '1e99', '1.5']) {
      expect((await send('GET', url(id))).status).toBe(400);
    }
  });
});
