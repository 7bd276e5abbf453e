import { handlers } from '../../handlers.ts';
import { readNewestLink } from '#features/access/account/test/account-fixtures.ts';
import { processResetRequests } from '#features/access/account/server/account-jobs.ts';
import { inviteProvisionedUsers } from '#features/access/scim/server/invite-provisioned-users.ts';
import { antiForgeryCookie, newAntiForgeryValue } from '#server/auth/anti-forgery.ts';
import { sessionCookieName } from '#server/auth/authenticate.ts';
import { createSession, hashToken, newSessionToken } from '#server/auth/session-store.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { type Send, type TestResponse, actAsProvider, signedOutClient } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { bearer } from '#features/access/api-keys/test/key-fixtures.ts';
import type { Claims, Issuers } from './issuers.ts';
import type { World, WorldUser } from './world.ts';

const endpoints = new Map(handlers.map(({ endpoint }) => [endpoint.name, endpoint as Endpoint]));

/** An account with a session that the attackers use. */
export interface Account extends WorldUser {
  send: Send;
}

export interface ApiKey {
  apiId: string;
  secret: string;
}

export interface ScimToken {
  tokenId: string;
  send: Send;
}

/** What the attackers do: one request, or the few that belong together. */
export type Action = (attackers: Attackers, choices: Choices) => Promise<unknown>;

/** A number for each choice of a call. Generated, so that a shorter sequence can be tried. */
export type Choices = readonly number[];

export interface HeldPermission {
  userId: string;
  name: string;
  organisationId: number;
}

/** Requests by endpoint with their statuses, over all sequences. */
export type Counts = Map<string, number[]>;

/** The password that the attackers set, and the one of a holder that they know. */
export const attackersPassword = 'Quiet-Harbour-Light-7';
export const phishedPassword = 'Loud-Harbour-Storm-9';

/** What the attackers control together, and what they did. */
export class Attackers {
  readonly app: TestApp;
  readonly world: World;
  readonly issuers: Issuers;
  /** TXT records in the attackers' DNS by name. */
  readonly records: Map<string, string[]>;
  readonly accounts: Account[] = [];
  readonly keys: ApiKey[] = [];
  readonly tokens: ScimToken[] = [];
  readonly approvals: string[] = [];
  /** A payment that can be refunded. */
  paymentId = '';
  /** Passwords that the attackers know, by username. */
  readonly passwords = new Map<string, string>();
  readonly trace: string[] = [];
  readonly #counts: Counts;
  #names = 0;

  constructor(
    parts: {
      app: TestApp;
      world: World;
      issuers: Issuers;
      records: Map<string, string[]>;
    },
    counts: Counts,
  ) {
    this.app = parts.app;
    this.world = parts.world;
    this.issuers = parts.issuers;
    this.records = parts.records;
    this.approvals.push(parts.world.pendingApproval);
    this.#counts = counts;
  }

  newName(): string {
    this.#names += 1;
    return `new${this.#names}`;
  }

  /** Requests an endpoint by its name and records the response. */
  async request(
    send: Send,
    name: string,
    { path = {}, body, who }: { path?: Record<string, string | number>; body?: unknown; who: string },
  ): Promise<TestResponse> {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`no endpoint ${name}`);
    const url = endpoint.url.replaceAll(/\{(\w+)\}/g, (_all, key: string) =>
      encodeURIComponent(String(path[key])),
    );
    const response = await send(endpoint.method, url, body);
    this.record(name, response, `${who}: ${endpoint.method} ${url} ${JSON.stringify(body) ?? ''}`);
    if (response.status >= 500) throw new Error(`${name}: ${JSON.stringify(response.body)}`);
    if (response.status === 202 && typeof response.body.approvalId === 'string')
      this.approvals.push(response.body.approvalId);
    return response;
  }

  record(name: string, { status, body }: Pick<TestResponse, 'status' | 'body'>, text: string): void {
    const counted = this.#counts.get(name) ?? [];
    counted.push(status);
    this.#counts.set(name, counted);
    const code = status < 400 ? '' : ` ${String(body?.code ?? body?.scimType ?? body?.message ?? '')}`;
    this.trace.push(`${name}: ${text} -> ${status}${code}`);
  }

  requestAs(
    account: Account,
    name: string,
    parts: { path?: Record<string, string | number>; body?: unknown },
  ) {
    return this.request(account.send, name, { ...parts, who: account.userName });
  }

  /** A browser without a session. */
  async anonymous(): Promise<{ send: Send; cookies: Map<string, string> }> {
    const client = signedOutClient(this.app);
    await client.send('GET', '/initiation');
    return client;
  }

  /** A session as a sign-in a moment ago left it: the attackers start with theirs, and no password is hashed. */
  async openSession(user: WorldUser): Promise<void> {
    const { services, owner, clock } = this.app;
    const { portalUrl } = services.config;
    const { send, cookies } = signedOutClient(this.app);
    const token = newSessionToken();
    const tokenHash = hashToken(token);
    const now = clock.now();
    const session = { tokenHash, userId: user.userId, now, ip: '127.0.0.1', userAgent: '' };
    const confirmation = { confirmedAt: now, confirmedBy: 'totp', isEnrolling: false } as const;
    await createSession(owner, { ...session, ...confirmation }, services.config);
    cookies.set(sessionCookieName(portalUrl), token);
    cookies.set(antiForgeryCookie, newAntiForgeryValue(services.keys.antiForgery, tokenHash.toString('hex')));
    this.accounts.push({ ...user, send });
  }

  /** The account of a browser that has just signed in, if it has: the attackers use it from now on. */
  async keepSession(send: Send): Promise<void> {
    const me = await send('GET', '/me');
    if (me.status !== 200) return;
    const { id: userId, userId: userName } = me.body;
    const index = this.accounts.findIndex((account) => account.userId === userId);
    if (index !== -1) this.accounts.splice(index, 1);
    this.accounts.push({ userId, userName, send });
    this.trace.push(`  signed in as ${userName}`);
  }

  keepKey(response: TestResponse): void {
    const { apiId, secret } = response.body ?? {};
    if (typeof secret === 'string') this.keys.push({ apiId, secret });
  }

  keepToken(response: TestResponse): void {
    const { tokenId, token } = response.body ?? {};
    if (typeof token === 'string') this.tokens.push({ tokenId, send: actAsProvider(this.app, token) });
  }

  merchant({ secret }: ApiKey): Send {
    return bearer(this.app, secret);
  }

  ownsMailbox(address: string): boolean {
    const { attackersDomain, attackers } = this.world;
    const key = address.toLowerCase();
    return key.endsWith(`@${attackersDomain}`) || attackers.some(({ userName }) => userName === key);
  }

  /** Runs the jobs that send links, and follows one to a mailbox of the attackers. */
  async openMail(choice: number): Promise<void> {
    const { app } = this;
    await processResetRequests.run(app.services);
    await inviteProvisionedUsers.run(app.services);
    const mails = await app.owner<{ recipient: string }[]>`
      select distinct recipient from mail_outbox
      where template in ('passwordReset', 'invitation')
        and (split_part(recipient, '@', 2) = ${this.world.attackersDomain}
             or recipient = any (${this.world.attackers.map(({ userName }) => userName)}))
      order by 1`;
    const mail = pick(mails, choice);
    if (!mail) return;
    const link = await readNewestLink(app, mail.recipient);
    const { send } = await this.anonymous();
    const who = `mailbox ${mail.recipient}`;
    const checked = await this.request(send, 'checkPasswordToken', { path: { token: link }, who });
    if (checked.status !== 200) return;
    const body = { token: attackersPassword };
    const set = await this.request(send, 'changeForgottenPassword', { path: { token: link }, body, who });
    if (set.status !== 204) return;
    const userName = String(checked.body.userId);
    this.passwords.set(userName, attackersPassword);
    await this.signIn(userName, attackersPassword);
  }

  async signIn(username: string, password: string): Promise<void> {
    const { send } = await this.anonymous();
    const response = await this.request(send, 'login', { body: { username, password }, who: username });
    if (response.status === 200) await this.keepSession(send);
  }

  /** A sign-in at the provider of an email's company. The provider sends the claims. */
  async signOn(email: string, claimsAt: (issuer: string) => Claims): Promise<void> {
    const { send } = await this.anonymous();
    const url = `/auth/sso/start?${new URLSearchParams({ email }).toString()}`;
    const started = await send('GET', url);
    this.record('startSingleSignOn', started, email);
    const address = String(started.headers.location);
    if (!address.startsWith('https://login.')) return;
    await this.#followReturn(send, address, claimsAt);
    await this.keepSession(send);
  }

  /** Finishes a test, connection or confirmation that an account has started. */
  async finishAttempt(
    account: Account,
    response: TestResponse,
    claimsAt: (issuer: string) => Claims,
  ): Promise<void> {
    if (response.status === 200) await this.#followReturn(account.send, response.body.url, claimsAt);
  }

  async #followReturn(send: Send, address: string, claimsAt: (issuer: string) => Claims): Promise<void> {
    const claims = claimsAt(new URL(address).origin);
    const back = this.issuers.visit(address, claims);
    const finished = await send('GET', back.pathname + back.search);
    const location = String(finished.headers.location);
    this.record('finishSingleSignOn', finished, `${JSON.stringify(claims)} to ${location}`);
  }

  /** The permissions of the attackers' accounts with the organisations where they are held. Lists have no order by random ids. */
  listHeld(): Promise<HeldPermission[]> {
    return this.app.owner<HeldPermission[]>`
      select distinct u.user_name, g.user_id, p.permission as name, g.organisation_id
      from role_grant g
      join role_permission p on p.role_id = g.role_id
      join app_user u on u.user_id = g.user_id
      where g.user_id = any (${this.accounts.map(({ userId }) => userId)}::uuid[])
      order by user_name, name, organisation_id`;
  }
}

/** The element of a choice; undefined of an empty list. */
export const pick = <T>(list: readonly T[], choice: number | undefined): T | undefined =>
  list[(choice ?? 0) % Math.max(1, list.length)];
