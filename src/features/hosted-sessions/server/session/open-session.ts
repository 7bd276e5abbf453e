import { randomBytes, randomUUID } from 'node:crypto';
import type { TenantSql } from '#database/tenant.ts';
import type { SessionRequest } from '#features/hosted-sessions/session-request.ts';
import { installationById } from '#features/payments/server/pipeline/store/installation-store.ts';
import type { Sql } from '#database/connection.ts';
import type { Config } from '#server/config.ts';
import { checkSession, keepable } from './check-session.ts';
import type { HostedFailure } from './hosted-problem.ts';
import { type SessionKind, insertSession } from './session-store.ts';

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
  config: Pick<Config, 'portalUrl' | 'checkoutUrl'>,
  now: Date,
): Promise<OpenedSession | HostedFailure> {
  const judged = await judgeSession(sql, opening, config);
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
export async function judgeSession(
  sql: Sql,
  { kind, installationId, madeBy, request }: SessionOpening,
  config: Pick<Config, 'portalUrl' | 'checkoutUrl'>,
): Promise<{ request: SessionRequest } | HostedFailure> {
  const { currencies } = await installationById(sql, installationId);
  const kept = keepable(request, kind, currencies);
  const origins = [...(await webOrigins(sql, installationId)), ...ownOrigins(madeBy, config)];
  return checkSession(kept, kind, { currencies, origins }) ?? { request: kept };
}

/** Who else than the merchant may frame the page and get the payer back: the portal for its own sessions. */
export function ownOrigins(
  madeBy: 'portal' | 'gateway',
  config: Pick<Config, 'portalUrl' | 'checkoutUrl'>,
): string[] {
  const checkout = new URL(config.checkoutUrl).origin;
  return madeBy === 'portal' ? [new URL(config.portalUrl).origin] : [checkout];
}

async function webOrigins(sql: Sql, installationId: number): Promise<string[]> {
  const [row] = await sql<{ webOrigins: string[] }[]>`
    select web_origins as "webOrigins" from installation where installation_id = ${installationId}`;
  return row?.webOrigins ?? [];
}
