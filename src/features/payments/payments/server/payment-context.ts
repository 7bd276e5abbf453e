import type { Sql } from '#database/connection.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import type { Endpoint, SchemasOf } from '#shared/define-endpoint.ts';
import { Problem } from '#shared/problem.ts';
import type { Refusal, Result } from '#shared/result.ts';
import type { FollowUpAction } from '../follow-up.ts';
import { type PaymentReply, refusalResponse } from '../payment-response.ts';
import { type ReasonCode, httpStatusOf } from '#shared/payments/reason-codes.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import type { TransactionRecord } from './db/transactions.ts';
import type { ConnectionMode } from '#integrations/processors/adapter.ts';
import type { Processors } from '#integrations/processors/processors.ts';
import type { WebClient } from '#integrations/web/web-client.ts';
import type { RequestHash } from './db/idempotency-keys.ts';
import { type AuditEvent, writeAuditEvent } from '#server/audit/audit-event.ts';
import type { InstallationResource } from '#server/auth/authorized-resource.ts';
import type { RequireApproval } from '#server/auth/require-approval.ts';
import type { CoreServices } from '#server/core-services.ts';
import {
  type Handler,
  type HandlerContextWithoutTransaction,
  Reply,
  handleWithoutTransaction,
} from '#server/handler.ts';
import { withAbsoluteLinks } from '#server/http/absolute-links.ts';
import { type Keys, keyedHash } from '#server/keys.ts';
import { dayMs } from '#server/clock.ts';
import type { PaymentFollowers } from '#server/payment-followers.ts';

/** The services that money movements need. */
export interface PaymentServices extends CoreServices, PaymentFollowers {
  processors: Processors;
  webClient: WebClient;
}

/** Where the result of an operation is recorded: by its request, or by the sweeper. */
export interface SettlementContext {
  services: PaymentServices;
  companyId: number;
  inTenant<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
}

/** For a worker. */
export const settlementContext = (services: PaymentServices, companyId: number): SettlementContext => ({
  services,
  companyId,
  inTenant: (work) => inTenant(services.database, [companyId], work),
});

/** Who requests a money movement, and where. */
export interface PaymentContext extends SettlementContext {
  now: Date;
  merchantId: number;
  installationId: number;
  /** Of the merchant in the organisation tree, for its features. */
  merchantPath: string;
  program: 'portal' | 'gateway';
  /** Of the API key, or of the key that opened the session: only connections of this mode. Undefined: any. */
  mode?: ConnectionMode;
  actor: { kind: 'user' | 'api' | 'system'; id: string };
  ip: string;
  requestId: string;
  /** Of a request for a refund, a payout or a capture: throws when a second person must approve it first. */
  requireApproval?: RequireApproval;
  /** Demo data numbers its transactions itself, so that one plan gives one database. */
  presetId?: number;
  /** The attempt of a schedule's episode that this repeat charges. The repeat is made only if it is still due. */
  episode?: { scheduleId: string; index: number; retryIndex: number };
  idempotency?: { key: string } & RequestHash;
  /** Where a 3-D Secure challenge returns the browser. */
  notificationUrl?: string;
  /** On our own page: where the issuer reports that it has identified the browser. */
  fingerprintUrl?: string;
  /** On our own page: where a processor that authenticates in `send` returns the browser. */
  returnUrl?: string;
  /** The issuer has declined the last attempt because the card holder was not challenged. */
  demandsChallenge?: boolean;
  /** The merchant allows this payout to a card that has never paid (docs/decisions/0034). */
  paysNewCards?: boolean;
  /** The hosted session in which a payer pays. */
  sessionId?: string;
  /** The smart link that is paid: the settlement counts the payment there. */
  linkId?: string;
  /**
   * Claims something of its own (a hosted session) for the payment, in the transaction that persists it. Locks and checks
   * first; what it returns records the claim once the payment is not rejected. A refusal rolls the transaction back.
   */
  claimFor?: (sql: TenantSql, txnId: number) => Promise<Result<() => Promise<void>>>;
  /**
   * This follow-up decides a deferred transaction, also in the time by which its hold is extended; `expires`: its original
   * is then EXPIRED (docs/domain.md#deferral).
   */
  decision?: { expires: boolean };
}

/** The transaction that a follow-up was requested of, as far as its refusal names it. */
interface RefusedFollowUp {
  action: FollowUpAction;
  originalId: number;
  originalType?: TransactionType;
  merchantRef?: string | null;
}

/** Why a payment or follow-up is refused. It leaves no transaction behind, only an audit event. */
export interface PaymentRefusal extends Refusal<ReasonCode> {
  /** The refused operation, where the text of the code names it. */
  operation?: string;
  /** The existing transaction that the request names, and its type where the text names it. */
  transactionId?: number;
  originalType?: TransactionType;
  /** Of a follow-up. */
  followUp?: RefusedFollowUp;
  /** Why `claimFor` refused: the transaction is rolled back, and nothing is recorded. */
  refusedClaim?: string;
}

export type PaymentResult<T> = Result<T, PaymentRefusal>;

const followUpTypes = { capture: 'CAPTURE', cancel: 'CANCEL', refund: 'REFUND', repeat: 'REPEAT' } as const;

/**
 * The one place where a refusal becomes a response. A refused follow-up has no id: its response names the operation and
 * the original (docs/domain.md#responses).
 */
export function refusalReply(refusal: PaymentRefusal): PaymentReply {
  const { code, field, detail, operation, originalType: original, followUp } = refusal;
  const status = httpStatusOf(code);
  if (!followUp) return { status, body: refusalResponse(code, { type: operation, original, field, detail }) };
  const { action, originalId, merchantRef } = followUp;
  const relatedTransaction = { transactionId: String(originalId), merchantRef: merchantRef ?? undefined };
  return {
    status,
    body: {
      transaction: { status: 'FAILED', type: followUpTypes[action], relatedTransaction },
      link: [],
      ...refusalResponse(code, { type: action, original: followUp.originalType, field, detail }),
    },
  };
}

/** The refusal of a follow-up, whose response names the original (docs/domain.md#responses). */
export function refuseFollowUp(
  action: FollowUpAction,
  { txnId, txnType, merchRef }: TransactionRecord,
  { code, field, detail }: Refusal<ReasonCode>,
): { ok: false } & PaymentRefusal {
  const followUp = { action, originalId: txnId, originalType: txnType, merchantRef: merchRef };
  return { ok: false, code, field, detail, followUp };
}

/** The refusal of an operation whose `claimFor` refused. */
export const refuseClaim = ({ code }: Refusal): { ok: false } & PaymentRefusal => ({
  ok: false,
  code: 'L100',
  refusedClaim: code,
});

/** Records a refusal in the audit log and returns its response. */
export async function recordRefusal(
  sql: Sql,
  context: PaymentContext,
  act: string,
  refusal: PaymentRefusal,
): Promise<PaymentReply> {
  const id = refusal.transactionId ?? refusal.followUp?.originalId;
  const objectId = id === undefined ? undefined : String(id);
  await audit(sql, context, act, { objectId, outcome: refusal.code });
  return refusalReply(refusal);
}

/** Sends a response; a replayed one with a header that marks it. */
export function sendReply<T>({ status, body, isReplay }: { status: number; body: T; isReplay?: boolean }) {
  return new Reply(status, body, isReplay ? { headers: { 'idempotent-replayed': 'true' } } : {});
}

/** Sends a payment's response, with the address of this installation in its links. */
export function sendPayment(
  { services }: { services: Pick<CoreServices, 'config'> },
  { status, body, isReplay }: PaymentReply,
) {
  return sendReply({ status, isReplay, body: withAbsoluteLinks(body, services.config.checkoutUrl) });
}

/** Of any endpoint: path and body are only hashed. */
type CallContext<S extends CoreServices> = Omit<
  HandlerContextWithoutTransaction<Endpoint, S>,
  'path' | 'query' | 'body' | 'resource' | 'requireApproval'
> & { path: unknown; body: unknown; resource: InstallationResource };

/** The context of a call from the portal or the merchant API. */
export function buildPaymentContext<S extends CoreServices>(
  ctx: CallContext<S>,
  callName: string,
): Omit<PaymentContext, 'services'> & { services: S } {
  const { resource, caller, request, services } = ctx;
  const { companyId, merchantId, installationId, paths } = resource;
  const [merchantPath] = paths;
  const key = request.header('idempotency-key');
  if (key !== undefined && (key === '' || key.length > 255)) {
    throw new Problem(400, 'V100', 'Idempotency-Key must have 1 to 255 characters');
  }
  const hashInput = JSON.stringify([callName, ctx.path, ctx.body]);
  return {
    services,
    now: ctx.now,
    companyId,
    merchantId,
    installationId,
    merchantPath,
    program: request.program,
    mode: caller.mode,
    actor: { kind: caller.kind === 'user' ? 'user' : 'api', id: caller.id },
    ip: request.ip,
    requestId: request.id,
    idempotency:
      key === undefined
        ? undefined
        : { key: withoutCard(key, services), ...hashRequest(services, ctx.now, hashInput) },
    inTenant: ctx.inTenant,
  };
}

/** Names an installation, with or without a transaction of it. */
type PaymentEndpoint = Endpoint & { auth: { resource: { installation: string } } };

/** The handler of a money movement: builds its context and sends the response. */
export function handlePayment<C extends PaymentEndpoint>(
  endpoint: C,
  schemas: SchemasOf<C>,
  run: (
    context: PaymentContext,
    ctx: HandlerContextWithoutTransaction<C, PaymentServices>,
  ) => Promise<PaymentReply>,
): Handler<PaymentServices> {
  return handleWithoutTransaction<PaymentEndpoint, PaymentServices>(endpoint, schemas, async (ctx) => {
    const context: PaymentContext = buildPaymentContext(ctx, endpoint.name);
    if (endpoint.approval !== undefined) context.requireApproval = ctx.requireApproval;
    const reply = await run(context, ctx as HandlerContextWithoutTransaction<C, PaymentServices>);
    return sendPayment(ctx, reply);
  });
}

/** A key can look like a card number; such a key is stored as a hash. */
function withoutCard(key: string, { keys }: Pick<CoreServices, 'keys'>): string {
  return maskCardNumbers(key) === key ? key : keyedHash(keys.fingerprint.of(1), key).toString('base64url');
}

/** The keyed hash of a request, which may carry a card number. It is stored for a day. */
export function hashRequest(
  { keys: { fingerprint } }: { keys: Pick<Keys, 'fingerprint'> },
  now: Date,
  text: string,
): RequestHash {
  const others = fingerprint.valid(now, dayMs).filter((key) => key !== fingerprint.current);
  return {
    requestHash: keyedHash(fingerprint.current, text),
    otherHashes: others.map((key) => keyedHash(key, text)),
  };
}

/** One audit event of a money movement; in the transaction of the movement when there is one. */
export async function audit(
  sql: Sql,
  context: Pick<PaymentContext, 'now' | 'companyId' | 'installationId' | 'actor' | 'ip' | 'requestId'>,
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
