import { randomBytes, randomUUID } from 'node:crypto';
import { parseAmount } from '#shared/money.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { SessionRequest } from '#features/hosted-sessions/session-request.ts';
import { terminalFault } from '#features/hosted-sessions/terminal-rules.ts';
import {
  type Installation,
  installationById,
} from '#features/payments/server/pipeline/store/installation-store.ts';
import { findMismatchedField } from '#features/payments/server/pipeline/store/card-lookup.ts';
import { type Planned, planSchedule } from '#features/schedules/server/store/plan-schedule.ts';
import type { Config } from '#server/config.ts';
import { checkSession, codeFailure, redactForStorage } from './check-session.ts';
import type { HostedFailure } from './hosted-problem.ts';
import { fixedAmount } from './session-sale.ts';
import { type SessionKind, insertSession } from './session-store.ts';
import { storedOrigins } from './web-origins.ts';

export interface SessionOpening {
  companyId: number;
  merchantId: number;
  installationId: number;
  kind: SessionKind;
  /** Sessions of the portal come back to the portal and stand in its frame. */
  madeBy: 'portal' | 'gateway';
  request: SessionRequest;
  /** The smart link that a payer opened. */
  linkId?: string;
}

export interface OpenedSession {
  status: 'SUCCESS';
  sessionId: string;
  redirectUrl: string;
}

/**
 * Opens a hosted session, or says what is wrong with its request. Smart links and the terminal open theirs here too;
 * the caller has authorised the installation and writes the audit.
 */
export async function openSession(
  sql: TenantSql,
  opening: SessionOpening,
  config: Pick<Config, 'portalUrl' | 'checkoutUrl' | 'insecureCallbacks'>,
  now: Date,
): Promise<OpenedSession | HostedFailure> {
  const judged = await validateSession(sql, opening, config, now);
  if ('status' in judged) return judged;
  const { request } = judged;
  const sessionId = randomBytes(24).toString('base64url');
  const pageKey = randomUUID();
  await insertSession(sql, { ...opening, request, sessionId, pageKey }, now);
  return {
    status: 'SUCCESS',
    sessionId,
    redirectUrl: `${config.checkoutUrl}/hosted/${pageKey}/begin/${sessionId}`,
  };
}

/** The request as it may be kept, or what is wrong with it; opens nothing. */
export async function validateSession(
  sql: TenantSql,
  opening: SessionOpening,
  config: Pick<Config, 'portalUrl' | 'checkoutUrl' | 'insecureCallbacks'>,
  now: Date,
): Promise<{ request: SessionRequest } | HostedFailure> {
  const { kind, installationId, madeBy } = opening;
  const installation = await installationById(sql, installationId);
  const { currencies } = installation;
  const request = redactForStorage(opening.request, kind, currencies);
  const origins = await payerOrigins(sql, { installationId, madeBy }, config);
  const failure = checkSession(request, kind, {
    currencies,
    origins,
    insecureCallbacks: config.insecureCallbacks,
    now,
  });
  if (failure) return failure;
  const fields = request.customFields?.fieldState ?? [];
  const misfit = await findMismatchedField(sql, opening.companyId, fields);
  if (misfit) return codeFailure({ code: 'A124', field: misfit });
  // As it was typed: what is kept has card numbers masked with signs that nobody types.
  const fault =
    madeBy === 'portal' ? terminalFault(opening.request, await loadMcc(sql, installationId), now) : undefined;
  if (fault !== undefined) return codeFailure({ code: 'V100', field: fault });
  const planned = await planSession(sql, { ...opening, request }, installation, now);
  return planned?.ok === false ? codeFailure(planned) : { request };
}

/** Judged before the payer sees a page; the payment plans it again, on its own day. */
async function planSession(
  sql: TenantSql,
  { kind, merchantId, request }: SessionOpening,
  supports: Pick<Installation, 'recurring' | 'instalments'>,
  now: Date,
): Promise<Planned | undefined> {
  const { schedule, transaction } = request;
  if (kind !== 'payments' || schedule === undefined) return undefined;
  const currency = transaction?.money?.currency ?? '';
  const amount = parseAmount(fixedAmount(request), currency);
  const [merchant] = await sql<{ path: string }[]>`select path from organisation where id = ${merchantId}`;
  return planSchedule(sql, {
    body: schedule,
    merchantId,
    merchantPath: merchant?.path ?? '',
    currency,
    amountMinor: amount.ok ? amount.minor : 0,
    sequence: transaction?.instalment ? 'INSTALMENT' : 'RECURRING',
    supports,
    now,
  });
}

/** Who else than the merchant may frame the page and get the payer back: the portal for its own sessions. */
export function productOrigins(
  madeBy: 'portal' | 'gateway',
  config: Pick<Config, 'portalUrl' | 'checkoutUrl'>,
): string[] {
  const checkout = new URL(config.checkoutUrl).origin;
  return madeBy === 'portal' ? [new URL(config.portalUrl).origin] : [checkout];
}

type PayerPlace = Pick<SessionOpening, 'installationId' | 'madeBy'>;
type ProductUrls = Pick<Config, 'portalUrl' | 'checkoutUrl'>;

/** May a payer be sent there? Judged as a session's own addresses are; no address needs no leave. */
export async function isAllowedRedirect(
  sql: Sql,
  address: string | null,
  place: PayerPlace,
  config: ProductUrls,
): Promise<boolean> {
  return address === null || isOnOrigins(address, await payerOrigins(sql, place, config));
}

/** The merchant's sites as they are registered now, and ours. */
async function payerOrigins(
  sql: Sql,
  { installationId, madeBy }: PayerPlace,
  config: ProductUrls,
): Promise<string[]> {
  return [...(await storedOrigins(sql, installationId)), ...productOrigins(madeBy, config)];
}

async function loadMcc(sql: Sql, installationId: number): Promise<string> {
  const [row] = await sql<{ mcc: string }[]>`
    select mcc from installation where installation_id = ${installationId}`;
  return row?.mcc ?? '';
}
