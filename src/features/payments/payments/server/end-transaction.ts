import type { Fragment } from '#database/connection.ts';
import { pipelined, sendLast } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { EventType } from '#features/outbound/webhooks/event-types.ts';
import { hasEventReader } from '#features/outbound/webhooks/server/record-event.ts';
import type { PaymentFollowers } from '#server/payment-followers.ts';
import type { ReasonCode } from '#shared/payments/reason-codes.ts';
import {
  type FinalStatus,
  type TransactionStage,
  type TransactionType,
} from '#shared/payments/transaction-kind.ts';
import type { PaymentReply } from '../payment-response.ts';
import type { Callbacks } from '../request/parse-payment.ts';
import { releaseDuplicateGuard, saveResponse } from './db/idempotency-keys.ts';
import { clearHeldCard } from './db/intents.ts';
import { addHistory, updateEnd } from './db/transactions.ts';
import { renderWithRow } from './render-payment.ts';
import { type EndedTransaction, type SettlementWork, doOrQueue, toEventType } from './settlement-work.ts';

/** How a transaction ends. The statement that stored the status has run in the same database transaction. */
export interface End {
  status: FinalStatus;
  /** Where it ended. */
  stage?: TransactionStage;
  reasonCode: ReasonCode;
  /** What the end starts, where the statement that stored the status returned it. */
  followers?: Followers;
  /** The processor refuses this operation for good. */
  isForbidden?: boolean;
  /** False where no request with an Idempotency-Key waits for the response. */
  savesResponse?: boolean;
  /** Another transaction reports this end: nothing is started. */
  isReportedByOther?: boolean;
  /** An authorisation or announced payout ends by the clock, without a release of its own. */
  isReleased?: boolean;
}

/** Who follows a transaction: what its end starts beside the money. */
export interface Followers {
  type: TransactionType;
  callbacks: Callbacks | null;
  /** The smart link that it pays; of a capture, release or refund, the one of its payment. */
  linkId: string | null;
  hasSchedule: boolean;
  /** Opens or decides a task of the queue. */
  hasTask: boolean;
  /** An endpoint receives events of its installation. */
  hasEventReader: boolean;
  /** The token of the card that it registers for its customer. */
  registeredCard: string | null;
}

/** The columns of Followers, of the transaction in the row `txn`. */
export const followerColumns = (
  sql: TenantSql,
  { scheduleSettlement, reviewTasks }: Pick<PaymentFollowers, 'scheduleSettlement' | 'reviewTasks'>,
  txn: Fragment,
): Fragment => sql`
  ${txn}.txn_type as type, ${txn}.detail -> 'callbacks' as callbacks,
  case when ${txn}.txn_type in ('CAPTURE', 'PREAUTH_VOID', 'REFUND', 'PAYOUT_COMPLETE', 'PAYOUT_VOID')
    then (select r.detail ->> 'linkId' from txn r where r.txn_id = ${txn}.root_id and r.company_id = ${txn}.company_id)
    else ${txn}.detail ->> 'linkId' end as link_id,
  ${scheduleSettlement.concerns(sql, txn)} as has_schedule, ${reviewTasks.concerns(sql, txn)} as has_task,
  ${hasEventReader(sql, txn)} as has_event_reader,
  case when ${txn}.detail ? 'registersCard' then ${txn}.card_token end as registered_card`;

/**
 * Every transaction ends here, in the database transaction that stores its final status: history, response under the
 * idempotency key, duplicate guard, and then what follows it (schedules, tasks, links, notifications, events), which can fail
 * without failing the end (docs/decisions/0044). A failed or cancelled one can be made again at once. `movement`: statements
 * that store the money.
 */
export async function endTransaction(
  sql: TenantSql,
  ended: EndedTransaction,
  end: End,
  movement?: () => Promise<void>,
): Promise<PaymentReply> {
  const { companyId, txnId, now } = ended;
  const { status, stage = 'COMPLETE', reasonCode, savesResponse = true, isReportedByOther } = end;
  const canBeRepeated = status === 'FAILED' || status === 'CANCELLED';
  const [, , loaded, { reply, row }] = await pipelined(sql, [
    () => movement?.(),
    () => addHistory(sql, companyId, txnId, { status, stage, reasonCode, at: now }),
    () => (end.followers || isReportedByOther ? undefined : loadFollowers(sql, ended)),
    () => renderWithRow(sql, companyId, txnId, now),
  ]);
  sendLast(sql, [
    ...(savesResponse ? [saveResponse(sql, txnId, reply)] : []),
    ...(canBeRepeated ? [releaseDuplicateGuard(sql, txnId)] : []),
  ]);
  const followers = end.followers ?? loaded;
  const required = followers ? requiredWork(followers, end) : [];
  // Work before an event, but a notification, can change the row.
  const isRead = required.every(({ kind }) => kind === 'EVENT' || kind === 'NOTIFICATION');
  for (const work of required) await doOrQueue(sql, ended, work, isRead ? row : undefined);
  return reply;
}

/**
 * Stores the end of a transaction that the processor has not authorised, and ends it. The caller holds the transaction's
 * lock or has taken its intent.
 */
export async function endUnauthorised(
  sql: TenantSql,
  ended: EndedTransaction,
  end: Pick<End, 'reasonCode' | 'savesResponse' | 'isReleased'> & {
    status: 'EXPIRED' | 'CANCELLED' | 'FAILED';
  },
): Promise<PaymentReply> {
  await pipelined(sql, [() => updateEnd(sql, ended, end, ended.now), () => clearHeldCard(sql, ended)]);
  return endTransaction(sql, ended, end);
}

export async function loadFollowers(
  sql: TenantSql,
  { services, companyId, txnId }: EndedTransaction,
): Promise<Followers | undefined> {
  const [followers] = await sql<Followers[]>`
    select ${followerColumns(sql, services, sql`txn`)} from txn
    where txn_id = ${txnId} and company_id = ${companyId}`;
  return followers;
}

/** What an end starts, in order; most payments start nothing. */
function requiredWork(
  { type, callbacks, linkId, hasSchedule, hasTask, hasEventReader: isReported, registeredCard }: Followers,
  { status, reasonCode, isForbidden, isReleased = false }: End,
): SettlementWork[] {
  const approved = status === 'SUCCESS';
  const required: SettlementWork[] = [];
  if (hasSchedule) required.push({ kind: 'SCHEDULE', end: { approved, isForbidden, reasonCode } });
  if (hasTask && type !== 'PREAUTH') required.push({ kind: 'TASK', change: 'DECIDED' });
  if (hasTask && type === 'PREAUTH' && approved) required.push({ kind: 'TASK', change: 'OPENED' });
  const linkEvent = linkId === null ? undefined : toLinkEvent(type, status, isReleased);
  if (linkId !== null && linkEvent) required.push({ kind: 'LINK', linkId });
  const occasion = status === 'EXPIRED' ? 'EXPIRY' : 'TRANSACTION';
  const target = status === 'EXPIRED' ? callbacks?.expiryNotification : callbacks?.transactionNotification;
  if (target) required.push({ kind: 'NOTIFICATION', occasion });
  if (!isReported) return required;
  const event = toEventType(type, status);
  if (event) required.push({ kind: 'EVENT', event });
  if (linkId !== null && linkEvent) required.push({ kind: 'EVENT', event: linkEvent, objectId: linkId });
  if (approved && registeredCard && type !== 'PAYOUT_INITIALIZE')
    required.push({ kind: 'EVENT', event: 'card.registered', objectId: registeredCard });
  return required;
}

/** What the end of a transaction means for its smart link. Undefined: nothing. */
function toLinkEvent(type: TransactionType, status: FinalStatus, isReleased: boolean): EventType | undefined {
  const isAuthorisation = type === 'PREAUTH' || type === 'PAYOUT_INITIALIZE';
  if (isReleased && isAuthorisation) return 'link.released';
  if (status !== 'SUCCESS' || type === 'VERIFY') return undefined;
  if (type === 'REFUND') return 'link.refunded';
  if (type.endsWith('_VOID')) return 'link.released';
  return isAuthorisation ? 'link.authorised' : 'link.paid';
}
