import { withAbsoluteLinks } from '#server/http/absolute-links.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { Problem } from '#shared/problem.ts';
import type { PaymentResponse } from '#features/payments/endpoints.ts';
import { refusalAnswer } from '#features/payments/payment-response.ts';
import { type ReasonCode, type RefusalWords, httpStatusOf } from '#features/payments/reason-codes.ts';
import type { EpisodeKey } from '#features/schedules/server/store/claim-episode.ts';
import { type AuditEvent, writeAuditEvent } from '#server/audit/audit-event.ts';
import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { Reply, type HandlerContextWithoutTransaction } from '#server/handler.ts';
import { keyedHash } from '#server/keys.ts';
import type { Services } from '#server/services.ts';

/** Everything about who orders a money movement, and where; the movement itself comes beside it. */
export interface PaymentContext {
  services: Services;
  now: Date;
  companyId: number;
  merchantId: number;
  installationId: number;
  /** Where the merchant stands, for its features. */
  merchantPath: string;
  program: 'portal' | 'gateway';
  actor: { kind: 'user' | 'api' | 'system'; id: string };
  ip: string;
  requestId: string;
  /** The seed numbers its transactions itself, so that one story gives one database. */
  presetId?: number;
  /** The schedule's worker orders a repeat for this attempt, and only if it is still due. */
  episode?: EpisodeKey;
  /** Keyed hash of the request, since a request may carry a card number. */
  idempotency?: { key: string; requestHash: Buffer };
  /** Where a 3-D Secure challenge sends the browser when it is done. */
  notificationUrl?: string;
  /** The merchant lets this payout go to a card that has never paid (docs/decisions/0034). */
  paysNewCards?: boolean;
  /** The hosted session in which a payer pays. */
  sessionId?: string;
  /** The smart link that is paid: the settlement counts the payment there. */
  linkId?: string;
  /**
   * Claims something of its own (a hosted session) for the payment, in the transaction that persists it. Locks and checks
   * first, throwing to call the payment off; what it returns records the claim once the payment is not rejected.
   */
  claimFor?: (sql: TenantSql, txnId: number) => Promise<() => Promise<void>>;
  inTenant<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
}

/** HTTP status and body, as sent and as kept under an Idempotency-Key. */
export interface PaymentReply {
  status: number;
  body: PaymentResponse;
  /** An earlier request with the same Idempotency-Key got this answer. */
  isReplay?: boolean;
}

/** As sent; a replayed answer says so in a header. */
export function sendReply<T>({ status, body, isReplay }: { status: number; body: T; isReplay?: boolean }) {
  return new Reply(status, body, isReplay ? { headers: { 'idempotent-replayed': 'true' } } : {});
}

/** A payment's answer, whose links name the address at which this installation is reached. */
export function sendPayment({ services }: HandlerContextWithoutTransaction<Endpoint>, reply: PaymentReply) {
  return sendReply({ ...reply, body: withAbsoluteLinks(reply.body, services.config.checkoutUrl) });
}

/** The context of a call from the portal or the merchant API. */
export function buildPaymentContext(
  ctx: HandlerContextWithoutTransaction<Endpoint>,
  callName: string,
): PaymentContext {
  const { resource, caller, request, services } = ctx;
  const { companyId, merchantId, installationId, paths } = resource;
  if (!companyId || !merchantId || !installationId)
    throw new Error(`${callName}: guard named no installation`);
  const key = request.header('idempotency-key');
  if (key !== undefined && (key === '' || key.length > 255)) {
    throw new Problem(400, 'V100', 'Idempotency-Key must have 1 to 255 characters');
  }
  const told = JSON.stringify([callName, ctx.path, ctx.body]);
  return {
    services,
    now: ctx.now,
    companyId,
    merchantId,
    installationId,
    merchantPath: paths[0] ?? '',
    program: request.program,
    actor: { kind: caller.kind, id: caller.id },
    ip: request.ip,
    requestId: request.id,
    idempotency:
      key === undefined
        ? undefined
        : { key: withoutCard(key, services), requestHash: keyedHash(services.keys.fingerprint, told) },
    inTenant: ctx.inTenant,
  };
}

/** Numbers make fine keys, and one in ten passes for a card's: such a key is kept as a hash, never as it is. */
function withoutCard(key: string, { keys }: Services): string {
  return maskCardNumbers(key) === key ? key : keyedHash(keys.fingerprint, key).toString('base64url');
}

/** A refusal that leaves no transaction behind, only a line in the audit. */
export async function refuse(
  context: PaymentContext,
  act: string,
  code: ReasonCode,
  words: RefusalWords & { transactionId?: string } = {},
): Promise<PaymentReply> {
  await audit(context.services.database, context, act, { objectId: words.transactionId, outcome: code });
  const { transactionId: _id, ...named } = words;
  return refusal(code, named);
}

export function refusal(code: ReasonCode, words: RefusalWords = {}): PaymentReply {
  return { status: httpStatusOf(code), body: refusalAnswer(code, words) };
}

/** One audit line of a money movement; in the transaction of the movement when there is one. */
export async function audit(
  sql: Sql,
  context: PaymentContext,
  act: string,
  event: Pick<AuditEvent, 'objectId' | 'outcome' | 'detail'>,
): Promise<void> {
  const { now, companyId, installationId, actor, ip, requestId } = context;
  await writeAuditEvent(sql, {
    at: now,
    companyId,
    organisationId: installationId,
    actorKind: actor.kind,
    actor: actor.id,
    ip,
    act,
    objectKind: 'transaction',
    ...event,
    requestId,
  });
}
