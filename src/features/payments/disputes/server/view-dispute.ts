import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { DisputeResource } from '#server/auth/authorized-resource.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { Services } from '#server/services.ts';
import { formatMinor } from '#shared/money.ts';
import { respondByDay } from '../respond-by.ts';
import type { DisputeFile, DisputeView, ListedDispute } from '../schemas.ts';
import { type DisputeFileRow, findAnswer, readDisputeFiles } from './db/answer-table.ts';
import { type DisputeRow, readDisputeEvents, readDisputedPayment } from './db/search-disputes.ts';
import { requireDispute } from './record-report.ts';

export async function viewDispute(
  sql: TenantSql,
  services: Services,
  caller: Caller,
  resource: DisputeResource,
): Promise<DisputeView> {
  const [dispute, payment, events, answer, files] = await pipelined(sql, [
    () => requireDispute(sql, resource),
    () => readDisputedPayment(sql, resource),
    () => readDisputeEvents(sql, resource),
    () => findAnswer(sql, resource),
    () => readDisputeFiles(sql, resource),
  ]);
  const { ccyCode, deadline, closedAt, chargedBackMinor } = dispute;
  const { merchantName, merchantPath, timeZone, processorName, txnDatetime, ...paid } = payment;
  const money = (minor: number) => formatMinor(minor, ccyCode);
  const waiting = await services.approvalGate.listWaiting(sql, {
    companyId: dispute.companyId,
    objectId: String(dispute.disputeId),
    actions: ['answerDispute'],
    now: services.clock.now(),
  });
  const setup = await services.processors.current();
  const connection = setup.open(dispute.connectionId, { installationId: dispute.installationId });
  return {
    ...toListed({ ...dispute, merchantName, timeZone }),
    version: dispute.version,
    merchantPath,
    processorName,
    processorReference: dispute.processorReference,
    chargedBack: money(chargedBackMinor),
    deadline: deadline?.toISOString() ?? null,
    timeZone,
    closedAt: closedAt?.toISOString() ?? null,
    isAnswerable: connection?.disputes !== undefined,
    mayAnswer: resource.paths.some((path) => mayOn(caller, 'P_MANAGE_DISPUTES', path)),
    answer:
      answer === undefined
        ? null
        : {
            kind: answer.kind,
            state: answer.state,
            by: answer.requestedByName,
            at: answer.createdAt.toISOString(),
            refusal: answer.refusal,
          },
    files: files.map(toFile),
    waitingApprovals: waiting.map(({ approvalId, requestedByName, requestedAt, endsAt }) => ({
      approvalId,
      requestedBy: requestedByName,
      requestedAt: requestedAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    payment: {
      transactionId: String(dispute.txnId),
      at: txnDatetime.toISOString(),
      amount: money(paid.requestedMinor),
      refunded: money(paid.refundedMinor),
      paymentProduct: paid.paymentProduct,
      cardScheme: paid.cardScheme,
      maskedPan: paid.maskedPan,
      reference: paid.merchRef,
      customerName: paid.customerName,
      customerEmail: paid.customerEmail,
    },
    events: events.map(({ eventId, at, name, stage, status, actorName, chargedBackMinor: taken }) => ({
      id: String(eventId),
      at: at.toISOString(),
      name,
      stage,
      status,
      chargedBack: taken === null ? null : money(taken),
      actor: actorName,
    })),
  };
}

export const toFile = ({
  fileId,
  item,
  name,
  contentType,
  size,
  addedAt,
  addedBy,
}: DisputeFileRow): DisputeFile => ({
  id: String(fileId),
  item,
  name,
  contentType,
  size,
  addedAt: addedAt.toISOString(),
  addedBy,
});

export function toListed(row: DisputeRow): ListedDispute {
  const { disputeId, txnId, amountMinor, ccyCode, deadline, openedAt, timeZone } = row;
  const { merchantName, stage, status, scheme, reasonCode, reason, isFraud } = row;
  return {
    disputeId: String(disputeId),
    transactionId: String(txnId),
    merchantName,
    stage,
    status,
    amount: formatMinor(amountMinor, ccyCode),
    currency: ccyCode,
    scheme,
    reasonCode,
    reason,
    isFraud,
    respondBy: deadline === null ? null : respondByDay(deadline, timeZone),
    openedAt: openedAt.toISOString(),
  };
}
