import type { ConnectionMode } from '#integrations/processors/adapter.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { parseAmount } from '#shared/money.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import type { Sql } from '#database/connection.ts';
import { pipelined, sendLast } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { SessionRequest } from '../../session-request.ts';
import { findTerminalError } from '../../terminal-rules.ts';
import { checkCustomFields } from '#features/payments/custom-fields/server/custom-field-table.ts';
import { type Installation, loadInstallation } from '#features/payments/payments/server/db/installations.ts';
import { planSchedule } from '#features/payments/schedules/server/plan-schedule.ts';
import type { Config } from '#server/config.ts';
import { checkSession, redactForStorage } from './check-session.ts';
import type { HostedRefusal } from './hosted-problem.ts';
import { fixedAmount } from './session-sale.ts';
import { type SessionKind, insertSession } from '../hosted-session-table.ts';
import { loadStoredOrigins } from './web-origins.ts';

export interface SessionOpening {
  companyId: number;
  merchantId: number;
  installationId: number;
  kind: SessionKind;
  /** Sessions of the portal are embedded in the portal and return to it. */
  createdVia: 'portal' | 'gateway';
  /** Of the API key: the session is paid at connections of this mode. */
  mode?: ConnectionMode;
  request: SessionRequest;
  /** The smart link that opens the session. */
  linkId?: string;
}

export interface OpenedSession {
  sessionId: string;
  redirectUrl: string;
}

/**
 * Opens a hosted session, or refuses its request. Also used by smart links and the terminal. The caller
 * authorises the installation and writes the audit event.
 */
export async function openSession(
  sql: TenantSql,
  opening: SessionOpening,
  config: Pick<Config, 'portalUrl' | 'checkoutUrl' | 'insecureCallbacks'>,
  now: Date,
): Promise<Result<OpenedSession, HostedRefusal>> {
  const validated = await validateSession(sql, opening, config, now);
  if (!validated.ok) return validated;
  const request = validated.value;
  const sessionId = randomBytes(24).toString('base64url');
  const pageKey = randomUUID();
  // The caller's audit event or its commit follows in the same round trip.
  sendLast(sql, [insertSession(sql, { ...opening, request, sessionId, pageKey }, now)]);
  return ok({ sessionId, redirectUrl: `${config.checkoutUrl}${pagePath({ pageKey, sessionId }, 'begin')}` });
}

/** Validates a request without opening a session. Returns it redacted for storage. */
export async function validateSession(
  sql: TenantSql,
  opening: SessionOpening,
  config: Pick<Config, 'portalUrl' | 'checkoutUrl' | 'insecureCallbacks'>,
  now: Date,
): Promise<Result<SessionRequest, HostedRefusal>> {
  const { kind, installationId, createdVia } = opening;
  const [installation, origins] = await pipelined(sql, [
    () => loadInstallation(sql, installationId),
    () => loadPayerOrigins(sql, { installationId, createdVia }, config),
  ]);
  if (!installation.isActive) return refuse('A139');
  const { currencies } = installation;
  const request = redactForStorage(opening.request, kind, currencies);
  const checked = checkSession(request, kind, {
    currencies,
    origins,
    insecureCallbacks: config.insecureCallbacks,
    now,
  });
  if (!checked.ok) return checked;
  const fields = request.customFields?.fieldState ?? [];
  const customFields = await checkCustomFields(sql, opening.companyId, fields);
  if (!customFields.ok) return customFields;
  // Checks the original text, because masked card numbers contain characters the rules reject.
  const invalidField =
    createdVia === 'portal'
      ? findTerminalError(opening.request, await loadMcc(sql, installationId), now)
      : undefined;
  if (invalidField !== undefined) return refuse('V100', invalidField);
  const planned = await planSession(sql, { ...opening, request }, installation, now);
  return planned.ok ? ok(request) : planned;
}

/** Validates the schedule before the payer sees a page. The payment plans it again. */
async function planSession(
  sql: TenantSql,
  { kind, merchantId, request }: SessionOpening,
  supports: Pick<Installation, 'recurring' | 'instalments'>,
  now: Date,
): Promise<Result<unknown, HostedRefusal>> {
  const { schedule, transaction } = request;
  if (kind !== 'payments' || schedule === undefined) return ok(undefined);
  const currency = transaction?.money?.currency ?? '';
  const amount = parseAmount(fixedAmount(request), currency);
  const [merchant] = await sql<{ path: string }[]>`select path from organisation where id = ${merchantId}`;
  return planSchedule(sql, {
    body: schedule,
    merchantId,
    merchantPath: merchant?.path ?? '',
    currency,
    amountMinor: amount.ok ? amount.value : 0,
    sequence: transaction?.instalment ? 'INSTALMENT' : 'RECURRING',
    supports,
    now,
  });
}

/** Our own sites that may embed the page and receive the payer: the portal for its own sessions. */
function listProductOrigins(
  createdVia: 'portal' | 'gateway',
  config: Pick<Config, 'portalUrl' | 'checkoutUrl'>,
): string[] {
  const checkout = new URL(config.checkoutUrl).origin;
  return createdVia === 'portal' ? [new URL(config.portalUrl).origin] : [checkout];
}

/** The sites that may embed the documents of a session: the merchant's registered ones, and ours. */
export const listFrameOrigins = (
  { webOrigins, createdVia }: { webOrigins: readonly string[]; createdVia: 'portal' | 'gateway' },
  config: ProductUrls,
): string[] => [...webOrigins, ...listProductOrigins(createdVia, config)];

/** The path of a document of a session. */
export const pagePath = (
  { pageKey, sessionId }: { pageKey: string; sessionId: string },
  name: string,
): string => `/hosted/${pageKey}/${name}/${sessionId}`;

type SessionSource = Pick<SessionOpening, 'installationId' | 'createdVia'>;
type ProductUrls = Pick<Config, 'portalUrl' | 'checkoutUrl'>;

/** Whether a payer may be redirected to a URL; null is always allowed. */
export async function isAllowedRedirect(
  sql: Sql,
  url: string | null,
  source: SessionSource,
  config: ProductUrls,
): Promise<boolean> {
  return url === null || isOnOrigins(url, await loadPayerOrigins(sql, source, config));
}

/** The merchant's registered sites, and ours. */
async function loadPayerOrigins(
  sql: Sql,
  { installationId, createdVia }: SessionSource,
  config: ProductUrls,
): Promise<string[]> {
  return [...(await loadStoredOrigins(sql, installationId)), ...listProductOrigins(createdVia, config)];
}

async function loadMcc(sql: Sql, installationId: number): Promise<string> {
  const [row] = await sql<{ mcc: string }[]>`
    select mcc from installation where installation_id = ${installationId}`;
  return row?.mcc ?? '';
}
