import { merchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import { handle } from '#server/handler.ts';
import { formatMinor } from '#shared/money.ts';
import { pipelined } from '#database/pipelined.ts';
import { defaultDisputes, maxDisputeOffset } from '../disputes-search.ts';
import * as endpoints from '../endpoints.ts';
import { respondByDay } from '../respond-by.ts';
import * as schemas from '../schemas.ts';
import type { ListedDispute } from '../schemas.ts';
import {
  type DisputeRow,
  findDisputes,
  readDisputeEvents,
  readDisputedPayment,
} from './db/search-disputes.ts';
import { requireDispute } from './record-report.ts';

const reading = ['P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES'] as const;

export const listDisputes = handle(
  endpoints.listDisputes,
  schemas.listDisputes,
  async ({ sql, caller, services, path, query }) => {
    const { offset = 0, pageSize = 25, nodes, field, direction, ...search } = query;
    const orgIds = nodes === undefined ? [path.orgId] : nodes.split(',').map(Number);
    const scope = await merchantScope(services, caller, orgIds, [reading]);
    if (scope.tenantIds.length === 0) return { disputes: [], total: 0, hasMore: false };
    const order = {
      field: field ?? defaultDisputes.field,
      direction: direction ?? defaultDisputes.direction,
      offset,
      pageSize,
    };
    const { rows, found } = await findDisputes(sql, scope, search, order);
    return {
      disputes: rows.map(toListed),
      total: Math.min(found, maxDisputeOffset),
      hasMore: found > maxDisputeOffset,
    };
  },
);

export const getDispute = handle(
  endpoints.getDispute,
  schemas.getDispute,
  async ({ sql, resource }): Promise<schemas.DisputeView> => {
    const [dispute, payment, events] = await pipelined(sql, [
      () => requireDispute(sql, resource),
      () => readDisputedPayment(sql, resource),
      () => readDisputeEvents(sql, resource),
    ]);
    const { ccyCode, deadline, closedAt, chargedBackMinor } = dispute;
    const { merchantName, merchantPath, timeZone, processorName, txnDatetime, ...paid } = payment;
    const money = (minor: number) => formatMinor(minor, ccyCode);
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
      payment: {
        transactionId: String(dispute.txnId),
        at: txnDatetime.toISOString(),
        amount: money(paid.requestedMinor),
        refunded: money(paid.refundedMinor),
        paymentProduct: paid.paymentProduct,
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
  },
);

function toListed(row: DisputeRow): ListedDispute {
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
