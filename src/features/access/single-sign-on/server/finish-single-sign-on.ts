import { type UserRow, loadUserById } from '#server/auth/app-user.ts';
import { openSession } from '#features/access/sign-in/server/open-session.ts';
import { continueSignIn } from '#features/access/sign-in/server/second-step.ts';
import { inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { minuteMs } from '#server/clock.ts';
import { type CookieChange, Reply, type RequestInfo, handlePublic } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { confirmSession, useSession } from '#server/auth/session-store.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { canonicalEmail, isOneEmail } from '#shared/email-address.ts';
import type { Sql } from '#database/connection.ts';
import { confirmMySignOn, connectMySignOn, finishSingleSignOn as endpoint } from '../endpoints.ts';
import { type TestView, finishSingleSignOn as schemas } from '../schemas.ts';
import type { ConnectOutcome, SignOnOutcome } from '../sign-on-search.ts';
import { loadRules } from './db/sso-mapping.ts';
import {
  type StoredProvider,
  loadProvider,
  useState,
  findDomainOwner,
  type TestResult,
  storeTest,
} from './db/sso-provider.ts';
import { type Attempt, clearAttemptCookie, readAttempt, stateHash } from './sign-in/attempt-cookie.ts';
import { type Claims, readClaim, readableClaims, textClaim, provesSecondFactor } from './sign-in/claims.ts';
import { type Exchanged, exchangeCode } from './sign-in/exchange-code.ts';
import { signOnUser } from './sign-in/sign-on-user.ts';
import { findIdentity, insertIdentity } from './db/sso-identity.ts';
import { areGrantsUnknown, grantsFor, loadCheckedRules } from './sign-in/mapped-grants.ts';
import { domainOfEmail } from '../domain-name.ts';

/** Responses that one address may bring in a minute. */
const addressLimit = 60;

/** The end of a started sign-in, test or connection. */
interface Returned {
  services: Services;
  request: RequestInfo;
  now: Date;
  attempt: Attempt;
  provider: StoredProvider;
  exchanged: Exchanged;
}

/** A GET of a browser gets a redirect, also when it fails: each outcome has a page with the next step. */
export const redirectTo = (location: string, cookies: readonly CookieChange[] = []): Reply<undefined> =>
  new Reply(303, undefined, { headers: { location, 'cache-control': 'no-store' }, cookies });

/** The provider's response. The sealed cookie proves that this browser started the sign-in; its state works once. */
export const finishSingleSignOn = handlePublic<typeof endpoint, Services>(endpoint, schemas, async (ctx) => {
  const { request, services, now } = ctx;
  const { config, database, keys } = services;
  const { portalUrl } = config;
  const clearedCookies = [clearAttemptCookie(portalUrl)];
  const attempts = await countAttempt(database, `sso:return:${request.ip}`, minuteMs, now);
  if (attempts > addressLimit) return outcomePage('busy', { cookies: clearedCookies });
  const attempt = readAttempt(keys.singleSignOn, request, { portalUrl, now });
  if (!attempt) return outcomePage('expired', { cookies: clearedCookies });
  const parameters = textParameters(ctx.query);
  const isSameAttempt =
    parameters.state === attempt.state && (await useState(database, stateHash(attempt.state), now));
  const { companyId } = attempt;
  const { provider, mappedClaims } = await inTenant(database, [companyId], async (sql) => ({
    provider: await loadProvider(sql, companyId),
    mappedClaims: (await loadRules(sql, companyId)).map(({ claim }) => claim),
  }));
  if (!isSameAttempt || !provider || provider.changedAt.getTime() !== attempt.changedAt) {
    await auditRefusal(ctx, { companyId, code: 'STATE' });
    return outcomePage('expired', { to: attempt.to, cookies: clearedCookies });
  }
  const requiredClaims = [provider.emailClaim, ...mappedClaims];
  const exchanged = await exchangeCode({ services, provider, attempt, parameters, requiredClaims, now });
  const returned = { services, request, now, attempt, provider, exchanged };
  if (attempt.purpose === 'test') return redirectTo(await finishTest(returned), clearedCookies);
  if (attempt.purpose === 'connect') return redirectTo(await finishConnection(returned), clearedCookies);
  if (attempt.purpose === 'confirm')
    return outcomePage(await finishConfirmation(returned), { cookies: clearedCookies });
  return finishSignIn(returned, clearedCookies);
});

/** A parameter that the provider sends several times is ignored. */
function textParameters(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

async function finishSignIn(
  returned: Returned,
  clearedCookies: readonly CookieChange[],
): Promise<Reply<undefined>> {
  const { services, request, now, attempt, provider, exchanged } = returned;
  const { companyId, issuer } = provider;
  const page = async (outcome: SignOnOutcome, code: string, userId?: string) => {
    await auditRefusal(returned, { companyId, code, userId });
    return outcomePage(outcome, { to: attempt.to, cookies: clearedCookies });
  };
  if (!exchanged.ok) return page(exchanged.code, exchanged.reason);
  const { claims, subject } = exchanged.value;
  const email = await verifyEmail(services.database, provider, claims);
  if (!email.ok) return page('domain', email.code);
  const identity = { companyId, issuer, subject };
  const found = await inTenant(services.database, [companyId], (sql) =>
    signOnUser(sql, { identity, claims, email: email.value, request, now }),
  );
  if (!found.ok) return page(found.code, found.code, found.userId);
  return openSignOnSession(returned, found.value, { claims, clearedCookies });
}

/**
 * Opens the session. The provider's second factor counts if the token shows one; otherwise ours is requested, as after a password.
 */
async function openSignOnSession(
  { services, request, now, attempt: { to } }: Returned,
  user: UserRow,
  { claims, clearedCookies }: { claims: Claims; clearedCookies: readonly CookieChange[] },
): Promise<Reply<undefined>> {
  const signIn = { services, request, act: endpoint.name, now };
  if (provesSecondFactor(claims)) {
    const { cookies } = await openSession(signIn, user, {
      confirmedBy: 'provider-factor',
      detail: { by: 'provider-factor' },
    });
    return outcomePage('signed-in', { to, cookies: [...clearedCookies, ...cookies] });
  }
  const { body, cookies } = await continueSignIn(signIn, user, 'single-sign-on');
  const all = [...clearedCookies, ...cookies];
  if (!('next' in body)) return outcomePage('signed-in', { to, cookies: all });
  const { next, methods, deviceDays } = body;
  return outcomePage(next, { to, methods: methods.join(','), days: deviceDays, cookies: all });
}

interface RefusedSignOn {
  companyId: number;
  code: string;
  userId?: string;
}

function auditRefusal(
  { services, request, now }: Pick<Returned, 'services' | 'request' | 'now'>,
  { companyId, code, userId }: RefusedSignOn,
): Promise<void> {
  return writeAuditEvent(services.database, {
    at: now,
    companyId,
    actorKind: userId === undefined ? 'anonymous' : 'user',
    actor: userId ?? 'unknown',
    ip: request.ip,
    act: endpoint.name,
    outcome: `refused: ${code.toUpperCase().replaceAll('-', '_')}`,
    requestId: request.id,
  });
}

/** Confirms the requesting session, if the same user has just signed in at the provider. */
async function finishConfirmation(returned: Returned): Promise<SignOnOutcome> {
  const { services, request, now, attempt, provider, exchanged } = returned;
  const { database, config } = services;
  if (!exchanged.ok) return exchanged.code;
  const { subject, claims } = exchanged.value;
  const { session } = attempt;
  const tokenHash = Buffer.from(session?.tokenHash ?? '', 'hex');
  const activeSession = session && (await useSession(database, tokenHash, now, config));
  if (!session || activeSession?.userId !== session.userId) return 'expired';
  const { companyId, issuer } = provider;
  return inTenant(database, [companyId], async (sql) => {
    const identity = await findIdentity(sql, { companyId, issuer, subject });
    if (identity?.userId !== session.userId) return 'refused';
    const confirmedBy = provesSecondFactor(claims) ? 'provider-factor' : 'single-sign-on';
    await confirmSession(sql, { tokenHash, confirmedBy, now });
    await writeAuditEvent(sql, {
      at: now,
      companyId,
      actorKind: 'user',
      actor: session.userId,
      ip: request.ip,
      act: confirmMySignOn.name,
      outcome: 'allowed',
      detail: { by: confirmedBy },
      requestId: request.id,
    });
    return 'confirmed';
  });
}

const testScreen = '/settings/security/single-sign-on';

/** Stores the provider's response for the administrator who started the test. Signs in no user. */
async function finishTest(returned: Returned): Promise<string> {
  const { services, now, attempt, provider, exchanged } = returned;
  const { database, config } = services;
  const { session } = attempt;
  const activeSession =
    session && (await useSession(database, Buffer.from(session.tokenHash, 'hex'), now, config));
  // The administrator has signed out.
  if (!session || activeSession?.userId !== session.userId) return testScreen;
  const { companyId } = provider;
  const { userId } = session;
  await inTenant(database, [companyId], async (sql) => {
    let problem: TestView['problem'] = null;
    let result: TestResult = {
      code: null,
      hasSecondFactor: false,
      claims: [],
      missingClaims: [],
      grants: [],
    };
    if (!exchanged.ok) {
      problem = exchanged.code;
      result = { ...result, code: exchanged.reason };
    } else {
      const { claims } = exchanged.value;
      const email = await verifyEmail(sql, provider, claims);
      const rules = await loadCheckedRules(sql, companyId);
      problem = email.ok ? (areGrantsUnknown(rules, claims) ? 'groups_unknown' : null) : email.code;
      const grants = grantsFor(rules, claims);
      result = {
        code: null,
        hasSecondFactor: provesSecondFactor(claims),
        claims: readableClaims(claims),
        missingClaims: [...new Set([provider.emailClaim, ...rules.map(({ claim }) => claim)])].filter(
          (name) => readClaim(claims, name) === undefined,
        ),
        grants: grants.map(({ roleId, roleName, organisationId, organisationName }) => ({
          roleId,
          roleName,
          organisationId,
          organisationName,
        })),
      };
    }
    await storeTest(sql, { companyId, userId }, { at: now, problem, result });
  });
  return `${testScreen}?step=test`;
}

/** Connects the subject to the user who started it in a session that is still open. */
async function finishConnection(returned: Returned): Promise<string> {
  return `/profile/security?signOn=${await connect(returned)}`;
}

async function connect(returned: Returned): Promise<ConnectOutcome> {
  const { services, request, now, attempt, provider, exchanged } = returned;
  const { database, config } = services;
  const { session } = attempt;
  if (!exchanged.ok) return exchanged.code === 'refused' ? 'failed' : exchanged.code;
  const { subject, claims } = exchanged.value;
  const activeSession =
    session && (await useSession(database, Buffer.from(session.tokenHash, 'hex'), now, config));
  if (!session || activeSession?.userId !== session.userId || activeSession.isEnrolling) return 'failed';
  const { companyId, issuer } = provider;
  const email = await verifyEmail(database, provider, claims);
  if (!email.ok) return 'domain';
  const user = await loadUserById(database, session.userId);
  // Users above the company are never connected to its provider.
  if (user.companyId !== companyId || user.domainUser) return 'failed';
  return inTenant(database, [companyId], async (sql) => {
    const identity = { companyId, issuer, subject };
    const isNew = await insertIdentity(sql, identity, { userId: user.userId, isCreated: false, now });
    if (!isNew) return 'taken';
    await writeAuditEvent(sql, {
      at: now,
      companyId,
      organisationId: user.organisationId,
      actorKind: 'user',
      actor: user.userId,
      ip: request.ip,
      act: connectMySignOn.name,
      objectKind: 'user',
      objectId: user.userId,
      outcome: 'allowed',
      after: { issuer },
      requestId: request.id,
    });
    return 'connected';
  });
}

type EmailProblem = 'email_missing' | 'email_unverified' | 'domain';

/**
 * The email of a sign-in, whose domain the company has verified, from the claim that the company chose. A provider may leave
 * `email_verified` out: it is the company's own. It may send nothing but true.
 */
async function verifyEmail(
  sql: Sql,
  { companyId, emailClaim }: Pick<StoredProvider, 'companyId' | 'emailClaim'>,
  claims: Claims,
): Promise<Result<string, Refusal<EmailProblem>>> {
  const claim = textClaim(claims, emailClaim);
  if (claim === undefined || !isOneEmail(claim)) return refuse('email_missing');
  const email = canonicalEmail(claim);
  const verified = emailClaim === 'email' ? readClaim(claims, 'email_verified') : undefined;
  if (verified !== undefined && verified !== true && !['true', '1', 1].includes(verified as string))
    return refuse('email_unverified');
  const domain = domainOfEmail(email);
  const owner = domain === undefined ? undefined : await findDomainOwner(sql, domain);
  return owner === companyId ? ok(email) : refuse('domain');
}

/** The page of the portal after the provider. */
export function outcomePage(
  outcome: SignOnOutcome,
  {
    cookies = [],
    ...more
  }: { to?: string; methods?: string; days?: number; cookies?: readonly CookieChange[] } = {},
): Reply<undefined> {
  const search = new URLSearchParams({ outcome });
  for (const [name, value] of Object.entries(more)) if (value !== '') search.set(name, String(value));
  return redirectTo(`/singleSignOn?${search.toString()}`, cookies);
}
