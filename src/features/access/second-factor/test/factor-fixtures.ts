import { createHmac } from 'node:crypto';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { type Send, signedOutClient } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from './software-authenticator.ts';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 6238, written without the product's library. `digits`: six in the product, eight in the RFC's vectors. */
export function totpCode(secret: Buffer, at: Date, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const value = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

export interface Visitor {
  send: Send;
  cookies: Map<string, string>;
  userName: string;
}

/** A browser that has sent the username and password. */
export async function withPassword(
  app: TestApp,
  userName: string,
  {
    password = demoPassword,
    cookies: storedCookies,
  }: { password?: string; cookies?: Map<string, string> } = {},
) {
  const { send, cookies } = signedOutClient(app);
  for (const [name, value] of storedCookies ?? []) cookies.set(name, value);
  await send('GET', '/initiation');
  const login = await send('POST', '/auth/login', { username: userName, password });
  return { send, cookies, userName, login };
}

export interface App {
  secret: Buffer;
  recoveryCodes: string[] | null;
}

/** Adds an authenticator app to the signed-in user. */
export async function addApp(app: TestApp, send: Send): Promise<App> {
  const started = await send('POST', '/me/totp', {});
  const secret = fromBase32(started.body.secret);
  const code = totpCode(secret, app.clock.now());
  const { enrolmentId } = started.body;
  const added = await send('POST', '/me/totp/confirm', { enrolmentId, code });
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  return { secret, recoveryCodes: added.body.recoveryCodes };
}

/** Adds a passkey to the signed-in user. */
export async function addPasskeyTo(send: Send, name = 'Laptop'): Promise<SoftwareAuthenticator> {
  const authenticator = softwareAuthenticator();
  const options = (await send('POST', '/me/passkeys/options', {})).body;
  const added = await send('POST', '/me/passkeys', { name, passkey: authenticator.create(options) });
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  return authenticator;
}

export const nextCode = (app: TestApp, { secret }: App): string => {
  app.clock.advance(30_000);
  return totpCode(secret, app.clock.now());
};

/** Stores a policy as the database has it; unnamed rules are the default. */
export async function setPolicy(app: TestApp, organisationId: number, policy: object): Promise<void> {
  const row = {
    organisationId,
    secondFactor: 'OFF',
    requiredFor: [],
    deviceDays: 30,
    stepUpMinutes: 0,
    stepUpWithPassword: true,
    version: 1,
    ...policy,
  };
  await app.owner`delete from security_policy where organisation_id = ${organisationId}`;
  await app.owner`insert into security_policy ${app.owner([row])}`;
}

/** The templates of emails to a user, the newest last. */
export async function mailsTo(app: TestApp, userName: string): Promise<string[]> {
  const rows = await app.owner<{ template: string }[]>`
    select template from mail_outbox where recipient = ${userName} and template <> 'newDevice' order by queued_at, mail_key`;
  return rows.map(({ template }) => template);
}

/** The audited actions of a user with their outcomes, the newest last. */
export async function auditOf(app: TestApp, userName: string): Promise<string[]> {
  const rows = await app.owner<{ act: string; outcome: string }[]>`
    select act, outcome from audit_event
    where actor = (select user_id::text from app_user where user_name = ${userName}) order by at, act`;
  return rows.map(({ act, outcome }) => `${act} ${outcome}`);
}
