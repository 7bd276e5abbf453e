import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { Customer, CustomerPayment, CustomerView } from '../schemas.ts';
import { formatMinor } from '#shared/money.ts';
import type { Permission } from '#shared/permissions.ts';
import { hasMovedMoney } from '#shared/payments/transaction-kind.ts';
import { problems } from '#shared/problem.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { CustomerResource } from '#server/auth/authorized-resource.ts';
import { inScope, mayOn } from '#server/auth/caller.ts';
import { listFeatures } from '#server/auth/inherited-state.ts';
import { handle } from '#server/handler.ts';
import { findTransaction } from '#features/payments/payments/server/db/transactions.ts';
import { customerKey } from '#features/payments/payments/server/db/known-customers.ts';
import { describeLink } from '#features/payments/smart-links/server/link/describe-link.ts';
import { type StoredLink, listLinksAfter } from '#features/payments/smart-links/server/smart-link-table.ts';
import { merchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import { type CustomerKind, maxFound, maxSummed } from '../customer-limits.ts';
import {
  type CustomerRow,
  findCustomerByKey,
  findCustomers,
  findSameCards,
  findSameEmail,
  insertNote,
  readCustomer,
  readNotes,
} from './customer-table.ts';
import {
  type PaymentRow,
  readCards,
  readCases,
  readFacts,
  readNewestPayments,
  readPayments,
  readSchedules,
  sumPayments,
} from './customer-history.ts';

export const searchCustomers = handle(
  endpoints.searchCustomers,
  schemas.searchCustomers,
  async ({ sql, caller, services, body }) => {
    const { tenantIds, merchants, installations, wholeMerchants } = await merchantScope(
      services,
      caller,
      [body.orgId],
      [['P_VIEW_TRANSACTIONS_NGPORTAL']],
    );
    // A customer belongs to a merchant, not to one of its installations.
    if (installations && !wholeMerchants) throw problems.forbidden();
    const search = { companies: tenantIds, merchants: wholeMerchants ?? merchants, typed: body.text.trim() };
    const rows = await findCustomers(sql, { ...search, most: maxFound + 1 });
    const found = rows.slice(0, maxFound);
    const newest = found.length > 0 ? await readNewestPayments(sql, found) : [];
    const payments = new Map(newest.map((row) => [row.knownCustomerId, toPayment(row)]));
    return {
      customers: found.map((row) => ({
        ...toCustomer(row),
        newest: payments.get(row.knownCustomerId) ?? null,
      })),
      hasMore: rows.length > maxFound,
    };
  },
);

async function loadCustomer(sql: TenantSql, resource: CustomerResource): Promise<CustomerRow> {
  const row = await readCustomer(sql, resource);
  if (!row) throw problems.notFound();
  return row;
}

const searchPermission = 'P_VIEW_TRANSACTIONS_NGPORTAL';

/** Parts of it need permissions of their own, and are null without them. */
export const getCustomer = handle(
  endpoints.getCustomer,
  schemas.getCustomer,
  async ({ sql, caller, resource, now }): Promise<CustomerView> => {
    const { path } = resource;
    const may = (...names: Permission[]) => names.some((name) => mayOn(caller, name, path));
    const seesCases =
      may('P_SEARCH_CASE_MANAGEMENT', 'P_ACCESS_CASE_MANAGEMENT') &&
      (await listFeatures(sql, path)).includes('CASE');
    const row = await loadCustomer(sql, resource);
    const [sums, facts, cards, sameEmail, notes, schedules, links, cases] = await pipelined(sql, [
      () => sumPayments(sql, row),
      () => readFacts(sql, row, now),
      () => readCards(sql, row),
      () => findSameEmail(sql, row),
      () => readNotes(sql, row),
      () => (may('P_VIEW_SCHEDULE') ? readSchedules(sql, row) : undefined),
      () => (may('P_CREATE_SMART_LINK') ? readLinks(sql, row, now) : undefined),
      () => (seesCases ? readCases(sql, row) : undefined),
    ]);
    const seesSameCards = may('P_VIEW_FRAUD_RULES', 'P_VIEW_FRAUDGUARD');
    const sameCards = seesSameCards
      ? await findSameCards(
          sql,
          row,
          cards.map(({ card }) => card),
        )
      : undefined;
    return {
      ...toCustomer(row),
      merchantPath: path,
      firstAt: row.firstAt.toISOString(),
      countedAt: now.toISOString(),
      totals: sums.map(({ ccyCode, number, taken, refunded, paidOut }) => ({
        ccyCode,
        number: Number(number),
        taken: formatMinor(taken, ccyCode),
        refunded: formatMinor(refunded, ccyCode),
        paidOut: formatMinor(paidOut, ccyCode),
        net: formatMinor(taken - refunded - paidOut, ccyCode),
      })),
      isPartial: sums.reduce((total, { number }) => total + Number(number), 0) >= maxSummed,
      recentFailures: facts.recentFailures,
      repeatable: facts.repeatable === null ? null : String(facts.repeatable),
      cards: cards.map(({ card, paymentProduct, maskedPan, cardExpiry, payments, lastAt, txnId }) => ({
        paymentProduct,
        maskedPan,
        expiry: cardExpiry,
        payments,
        lastAt: lastAt.toISOString(),
        transactionId: String(txnId),
        alsoUsedBy: sameCards?.filter((other) => other.card === card).map(toCustomer) ?? null,
      })),
      schedules:
        schedules?.map(({ scheduleId, status, nextEpisodeOn, nextMinor, ccyCode }) => ({
          scheduleId,
          status,
          nextOn: nextEpisodeOn,
          nextAmount: nextMinor === null ? null : formatMinor(nextMinor, ccyCode),
          currency: ccyCode,
        })) ?? null,
      links: links?.map((link) => toLink(link, now)) ?? null,
      cases:
        cases?.map(({ caseId, status, outcome, openedAt }) => ({
          caseId: String(caseId),
          status,
          outcome,
          openedAt: openedAt.toISOString(),
        })) ?? null,
      sameEmail: sameEmail
        .filter(
          ({ merchantPath }) =>
            inScope(caller, merchantPath) && mayOn(caller, searchPermission, merchantPath),
        )
        .map(toCustomer),
      notes: notes.map(({ customerNoteId, at, userName, note }) => ({
        id: String(customerNoteId),
        at: at.toISOString(),
        by: userName,
        note,
      })),
    };
  },
);

const maxLinks = 20;

/** The newest links of the merchant to the customer's email. */
async function readLinks(
  sql: TenantSql,
  { companyId, merchantId, email }: CustomerRow,
  now: Date,
): Promise<StoredLink[]> {
  if (email === null) return [];
  const installations = await sql<{ id: number }[]>`
    select installation_id as id from installation where merchant_id = ${merchantId}`;
  const search = {
    tenantIds: [companyId],
    installations: installations.map(({ id }) => id),
    emailAddress: email,
  };
  return listLinksAfter(sql, search, undefined, maxLinks, now);
}

function toLink(link: StoredLink, now: Date): NonNullable<CustomerView['links']>[number] {
  const { linkId, state, created, amount, currency, description } = describeLink(link, now);
  return { linkId, state, created, amount, currency, description };
}

const pageSize = 25;

export const listCustomerPayments = handle(
  endpoints.listCustomerPayments,
  schemas.listCustomerPayments,
  async ({ sql, resource, query }) => {
    const row = await loadCustomer(sql, resource);
    const after = query.after === undefined ? undefined : Number(query.after);
    const rows = await readPayments(sql, row, { after, limit: pageSize + 1 });
    return { payments: rows.slice(0, pageSize).map(toPayment), hasMore: rows.length > pageSize };
  },
);

/** The audit has the length of the note. What people write about a customer is shown on the customer only. */
export const addCustomerNote = handle(
  endpoints.addCustomerNote,
  schemas.addCustomerNote,
  async ({ sql, caller, request, resource, body, now }) => {
    if (caller.kind !== 'user') throw problems.forbidden();
    const { note } = body;
    const id = await insertNote(sql, resource, { at: now, userId: caller.id, userName: caller.name, note });
    await auditAction(sql, {
      by: { caller, request, now },
      companyId: resource.companyId,
      organisationId: resource.merchantId,
      act: 'addCustomerNote',
      objectKind: 'customer',
      objectId: String(resource.knownCustomerId),
      before: {},
      after: { noteId: String(id), characters: note.length },
    });
    return { id: String(id) };
  },
);

export const getCustomerOfTransaction = handle(
  endpoints.getCustomerOfTransaction,
  schemas.getCustomerOfTransaction,
  async ({ sql, resource }) => {
    const row = await findTransaction(sql, resource.companyId, resource.transactionId);
    const key = row && customerKey(row);
    const id = key === undefined ? undefined : await findCustomerByKey(sql, resource, key);
    return { customerId: id === undefined ? null : String(id) };
  },
);

const kinds: Readonly<Record<string, CustomerKind>> = { c: 'RECORD', e: 'EMAIL', n: 'NAME' };

function toCustomer(row: CustomerRow): Customer {
  const { knownCustomerId, customerKey: key, name, email, telephone, merchantRef, merchantName } = row;
  return {
    id: String(knownCustomerId),
    kind: kinds[key.slice(0, 1)] ?? 'NAME',
    name,
    email,
    telephone,
    reference: merchantRef,
    merchantName,
  };
}

function toPayment(row: PaymentRow): CustomerPayment {
  const money = (minor: number) => formatMinor(row.direction * minor, row.ccyCode);
  return {
    transactionId: String(row.txnId),
    type: row.txnType,
    status: row.txnStatus,
    requestedAmount: money(row.requestedMinor),
    moneyMoved: money(hasMovedMoney(row.txnType, row.txnStatus) ? row.amountMinor : 0),
    currency: row.ccyCode,
    at: row.txnDatetime.toISOString(),
    reference: row.merchRef,
    description: row.description,
    paymentProduct: row.paymentProduct,
    lastFour: row.lastFour,
  };
}
