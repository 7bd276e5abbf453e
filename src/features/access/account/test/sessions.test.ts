import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { minuteMs } from '#server/clock.ts';
import { actAs, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(() => app.owner`delete from user_session`);

describe('listSessions', () => {
  test("lists the caller's live sessions, with the current one marked", async () => {
    await actAs(app, 'admin@harbour.example');
    const { send } = signedOutClient(app);
    await send('GET', '/initiation');
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    app.clock.advance(minuteMs);
    const credentials = { username: 'support@harbour.example', password: demoPassword };
    await send('POST', '/auth/login', credentials, { 'user-agent': agent });
    await actAs(app, 'support@harbour.example');
    app.clock.advance(minuteMs);
    await send('POST', '/session/touch', {});
    const { body } = await send('GET', '/session/own');
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ device: 'Firefox, Windows', isCurrent: true, ip: '127.0.0.1' });
    expect(body[1]).toMatchObject({ isCurrent: false });
    expect(new Date(body[0].lastUsedAt).getTime()).toBe(app.clock.now().getTime());
    app.clock.advance(14 * minuteMs);
    await send('POST', '/session/touch', {});
    app.clock.advance(2 * minuteMs);
    expect((await send('GET', '/session/own')).body).toHaveLength(1);
  });
});

describe('endSession', () => {
  test('ends that session of the caller only', async () => {
    const ownSession = await actAs(app, 'support@harbour.example');
    const otherSession = await actAs(app, 'support@harbour.example');
    const otherUser = await actAs(app, 'admin@harbour.example');
    const [{ sessionId }] = (await ownSession('GET', '/session/own')).body.filter(
      (session: { isCurrent: boolean }) => !session.isCurrent,
    );
    expect((await otherUser('DELETE', `/session/own/${sessionId}`)).status).toBe(404);
    expect((await otherSession('GET', '/me')).status).toBe(200);
    expect((await ownSession('DELETE', `/session/own/${sessionId}`)).status).toBe(204);
    expect((await otherSession('GET', '/me')).status).toBe(401);
    expect((await ownSession('GET', '/me')).status).toBe(200);
    expect((await ownSession('DELETE', `/session/own/${sessionId}`)).status).toBe(404);
    expect((await ownSession('DELETE', '/session/own/nonsense')).status).toBe(404);
  });
});

describe('endOtherSessions', () => {
  test("ends the caller's other sessions only", async () => {
    const name = 'support@harbour.example';
    const [ownSession, second, third] = [
      await actAs(app, name),
      await actAs(app, name),
      await actAs(app, name),
    ];
    const otherUser = await actAs(app, 'admin@harbour.example');
    expect((await ownSession('DELETE', '/session/own')).body).toEqual({ ended: 2 });
    expect((await second('GET', '/me')).status).toBe(401);
    expect((await third('GET', '/me')).status).toBe(401);
    expect((await ownSession('GET', '/me')).status).toBe(200);
    expect((await otherUser('GET', '/me')).status).toBe(200);
    expect((await ownSession('DELETE', '/session/own')).body).toEqual({ ended: 0 });
  });
});
