import { canonicalEmail } from '#shared/email-address.ts';
import { sqlState } from '#database/sql-state.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { Problem, problems } from '#shared/problem.ts';
import { pipelined } from '#database/pipelined.ts';
import { readAttachedFile, toDownload } from '#server/file/attached-file.ts';
import { handle } from '#server/handler.ts';
import {
  type OneCaseContext,
  actorOf,
  auditCase,
  loadCase,
  lockOpenCase,
  recordEvent,
  requireVersion,
} from './case-context.ts';
import { loadCaseScope, mayReadCases, searchingCases } from './case-scope.ts';
import { collectTransactions } from './collect-transactions.ts';
import { readEvents, findCaseUsers, updateCase, type CaseEventRow } from './db/case-store.ts';
import { deleteFile, insertFile, readFileBody, readFiles, type CaseFileRow } from './db/case-files.ts';
import {
  findNewestCharge,
  insertTransactions,
  readRelatedCases,
  readSubject,
  readTransactions,
  type CaseTransactionRow,
} from './db/case-transactions.ts';
import {
  type FoundCaseRow,
  countOpenCases,
  findCaseOfTransaction,
  findCases,
  findOpenCases,
} from './db/search-cases.ts';
import { listValues } from './close-case.ts';
import { openCaseForTransaction } from './open-case.ts';
import { readCaseSearch } from './read-case-search.ts';
import { currencyDigits } from '#shared/currencies.ts';
import { maxFiles } from '../case-status.ts';
import type { CaseEvent, CaseFile, CaseTransaction, FoundCase } from '../schemas.ts';

const working = { permission: 'P_ACCESS_CASE_MANAGEMENT', feature: 'optimize_case' } as const;

const formatDecimal = (amount: string, currency: string): string =>
  Number(amount).toFixed(currencyDigits(currency) ?? 2);

export const getCaseOfTransaction = handle(
  endpoints.getCaseOfTransaction,
  schemas.getCaseOfTransaction,
  async ({ sql, caller, services, path }) => {
    const txnId = Number(path.transactionId);
    const scope = await loadCaseScope({ ...services, database: sql }, caller, path.companyId, searchingCases);
    const row = Number.isSafeInteger(txnId) ? await findCaseOfTransaction(sql, scope, txnId) : undefined;
    if (!row) throw problems.notFound();
    return toFoundCase(row);
  },
);

export const searchCases = handle(
  endpoints.searchCases,
  schemas.searchCases,
  async ({ sql, caller, services, body }) => {
    const search = readCaseSearch(body);
    const scope = await loadCaseScope({ ...services, database: sql }, caller, body.orgId, searchingCases);
    const { rows, total } = await findCases(sql, scope, search);
    return { resultsAvailable: total, data: rows.map(toFoundCase) };
  },
);

export const listOpenCases = handle(
  endpoints.listOpenCases,
  schemas.listOpenCases,
  async ({ sql, caller, services, resource, query }) => {
    const { organisationId } = resource;
    const scope = await loadCaseScope({ ...services, database: sql }, caller, organisationId, searchingCases);
    const { owner, field = 'transactionTime', direction = 'DESC', offset = 0, pageSize = 25 } = query;
    const page = {
      ownerId: owner === 'me' ? caller.id : undefined,
      sortField: field,
      isDescending: direction === 'DESC',
      offset,
      limit: pageSize,
    };
    const [rows, counts] = await pipelined(sql, [
      () => findOpenCases(sql, scope, page),
      () => countOpenCases(sql, scope, caller.id),
    ]);
    return {
      resultsAvailable: owner === 'me' ? counts.mine : counts.all,
      data: rows.map((row) => ({ ...toFoundCase(row), ownerName: row.ownerName })),
      ...counts,
    };
  },
);

/** Transactions and cases of merchants that the caller may not see are left out. */
export const getCase = handle(endpoints.getCase, schemas.getCase, async (ctx) => {
  const { sql, caller } = ctx;
  const stored = await loadCase(ctx);
  const [rows, related, files, events, subject] = await pipelined(sql, [
    () => readTransactions(sql, stored),
    () => readRelatedCases(sql, stored),
    () => readFiles(sql, stored),
    () => readEvents(sql, stored),
    () => readSubject(sql, stored.companyId, stored.txnId),
  ]);
  const transactions = rows.filter(({ merchantPath }) => mayReadCases(caller, merchantPath));
  const { version, status, outcome, ownerId, ownerName, merchantName, companyPath, merchantPath } = stored;
  return {
    id: String(stored.caseId),
    version,
    status,
    outcome,
    ownerId,
    ownerName,
    transactionId: String(stored.txnId),
    merchantName,
    openedAt: stored.openedAt.toISOString(),
    closedAt: stored.closedAt?.toISOString() ?? null,
    transactions: transactions.map(toTransaction),
    relatedCases: related
      .filter((row) => mayReadCases(caller, row.merchantPath))
      .map((row) => ({
        id: String(row.caseId),
        status: row.status,
        outcome: row.outcome,
        openedAt: row.openedAt.toISOString(),
      })),
    files: files.map(toFile),
    events: events.map(toEvent),
    listValues: listValues(transactions, subject),
    companyPath,
    merchantPath,
  };
});

export const openCase = handle(endpoints.openCase, schemas.openCase, (ctx) =>
  openCaseForTransaction(ctx, 'openCase', {
    companyId: ctx.resource.companyId,
    txnId: ctx.resource.transactionId,
  }),
);

export const openCustomerCase = handle(endpoints.openCustomerCase, schemas.openCustomerCase, async (ctx) => {
  const { sql, caller, services, body } = ctx;
  const scope = await loadCaseScope({ ...services, database: sql }, caller, body.orgId, working);
  const newest = await findNewestCharge(sql, canonicalEmail(body.customerEmail), scope);
  if (!newest) throw new Problem(409, 'CASE_NO_TRANSACTION', 'case_no_transaction');
  return openCaseForTransaction(ctx, 'openCustomerCase', newest);
});

/** The merchants of the case's company whose transactions the caller may add. */
const findAddable = async ({ sql, caller, services, resource }: OneCaseContext): Promise<number[]> =>
  (await loadCaseScope({ ...services, database: sql }, caller, resource.companyId, working)).merchants;

export const collectCase = handle(endpoints.collectCase, schemas.collectCase, async (ctx) => {
  const { sql, services, now } = ctx;
  const stored = await lockOpenCase(ctx);
  const subject = await readSubject(sql, stored.companyId, stored.txnId);
  if (!subject) throw problems.notFound();
  const merchants = await findAddable(ctx);
  const added = await collectTransactions(sql, stored.caseId, subject, { services, merchants, now });
  if (added > 0) await recordEvent(ctx, stored, { kind: 'COLLECTED', detail: { count: added } });
  await auditCase(ctx, 'collectCase', stored, {}, { added });
  return { added };
});

export const addCaseTransaction = handle(
  endpoints.addCaseTransaction,
  schemas.addCaseTransaction,
  async (ctx) => {
    const { sql, body, now } = ctx;
    const stored = await lockOpenCase(ctx);
    const id = Number(body.transactionId);
    const subject = Number.isSafeInteger(id) ? await readSubject(sql, stored.companyId, id) : undefined;
    const merchants = await findAddable(ctx);
    // An unknown transaction and one of another merchant have the same response.
    if (!subject || !merchants.includes(subject.merchantId))
      throw new Problem(409, 'CASE_NO_TRANSACTION', 'case_no_transaction');
    const { txnId } = subject;
    const added = await insertTransactions(sql, stored, [{ txnId, reason: 'ADDED' }], { merchants, now });
    if (added > 0)
      await recordEvent(ctx, stored, { kind: 'ADDED', detail: { transactionId: String(txnId) } });
    await auditCase(ctx, 'addCaseTransaction', stored, {}, { transactionId: String(txnId), added });
    return { added };
  },
);

export const addCaseNote = handle(endpoints.addCaseNote, schemas.addCaseNote, async (ctx) => {
  const stored = await lockOpenCase(ctx);
  await recordEvent(ctx, stored, { kind: 'NOTE', note: ctx.body.note });
  await auditCase(ctx, 'addCaseNote', stored, {}, {});
  return undefined;
});

export const listCaseUsers = handle(endpoints.listCaseUsers, schemas.listCaseUsers, async (ctx) => {
  const { merchantPath } = await loadCase(ctx);
  const users = await findCaseUsers(ctx.sql, merchantPath);
  return users.map(({ id, name }) => ({ userId: id, name }));
});

export const assignCase = handle(endpoints.assignCase, schemas.assignCase, async (ctx) => {
  const { sql, body } = ctx;
  const stored = await lockOpenCase(ctx);
  requireVersion(stored, body.version);
  const users = body.ownerId === null ? [] : await findCaseUsers(sql, stored.merchantPath);
  const owner = users.find(({ id }) => id === body.ownerId);
  if (body.ownerId !== null && !owner) throw problems.invalid('body.ownerId', 'not_allowed');
  const before = { owner: stored.ownerName };
  await updateCase(sql, stored, { ownerId: owner?.id ?? null, ownerName: owner?.name ?? null });
  await recordEvent(
    ctx,
    stored,
    owner ? { kind: 'ASSIGNED', detail: { owner: owner.name } } : { kind: 'UNASSIGNED' },
  );
  await auditCase(ctx, 'assignCase', stored, before, { owner: owner?.name ?? null });
  return { version: stored.version + 1 };
});

export const reopenCase = handle(endpoints.reopenCase, schemas.reopenCase, async (ctx) => {
  const { sql, body } = ctx;
  const stored = await loadCase(ctx, { lock: true });
  requireVersion(stored, body.version);
  if (stored.status !== 'CLOSED') throw problems.versionConflict('CASE_CHANGED', 'case_changed');
  const { outcome } = stored;
  await updateCase(sql, stored, { status: 'OPEN', outcome: null, closedAt: null }).catch(refuseSecond);
  await recordEvent(ctx, stored, { kind: 'REOPENED' });
  await auditCase(ctx, 'reopenCase', stored, { status: 'CLOSED', outcome }, { status: 'OPEN' });
  return { version: stored.version + 1 };
});

/** One case of a transaction is open, by a unique index. */
function refuseSecond(error: unknown): never {
  if (sqlState(error) === '23505') throw new Problem(409, 'CASE_OPEN_ALREADY', 'case_open_already');
  throw error;
}

export const downloadCaseFile = handle(endpoints.downloadCaseFile, schemas.downloadCaseFile, async (ctx) => {
  const stored = await loadCase(ctx);
  const file = await readFileBody(ctx.sql, stored, ctx.path.fileId);
  if (!file) throw problems.notFound();
  await auditCase(ctx, 'downloadCaseFile', stored, {}, { fileId: String(ctx.path.fileId) });
  return toDownload(file);
});

export const removeCaseFile = handle(endpoints.removeCaseFile, schemas.removeCaseFile, async (ctx) => {
  const stored = await lockOpenCase(ctx);
  const name = await deleteFile(ctx.sql, stored, ctx.path.fileId);
  if (name === undefined) throw problems.notFound();
  await recordEvent(ctx, stored, { kind: 'FILE_REMOVED', detail: { name } });
  await auditCase(ctx, 'removeCaseFile', stored, { fileId: String(ctx.path.fileId) }, {});
  return undefined;
});

/** Stores an image or a PDF. Its type is read from its bytes, and its name must have an ending of that type. */
export const attachCaseFile = handle(endpoints.attachCaseFile, schemas.attachCaseFile, async (ctx) => {
  const { sql, body, now } = ctx;
  const file = readAttachedFile(body);
  const stored = await lockOpenCase(ctx);
  if ((await readFiles(sql, stored)).length >= maxFiles)
    throw new Problem(409, 'CASE_FILES_FULL', 'case_files_full');
  const added = await insertFile(sql, stored, {
    ...file,
    addedAt: now,
    addedBy: actorOf(ctx).name,
  });
  await recordEvent(ctx, stored, { kind: 'FILE_ADDED', detail: { name: file.name } });
  const after = { fileId: String(added.fileId), contentType: file.contentType, size: added.size };
  await auditCase(ctx, 'attachCaseFile', stored, {}, after);
  return toFile(added);
});

// Longer handlers are in separate files.
export { closeCase } from './close-case.ts';

function toFoundCase(row: FoundCaseRow): FoundCase {
  return {
    caseId: String(row.caseId),
    status: row.status,
    outcome: row.outcome,
    subject: {
      adviceRequest: {
        transaction: {
          id: String(row.txnId),
          transactionTime: row.transactionTime.toISOString(),
          amount: formatDecimal(row.amount, row.ccyCode),
          currencyCode: row.ccyCode,
        },
        customer: { name: row.customerName, email: row.customerEmail },
      },
    },
  };
}

function toTransaction(row: CaseTransactionRow): CaseTransaction {
  const { reason, paymentProduct, maskedPan, customerName, customerEmail, merchantName } = row;
  return {
    transactionId: String(row.txnId),
    reason,
    transactionTime: row.transactionTime.toISOString(),
    type: row.txnType,
    status: row.txnStatus,
    amount: formatDecimal(row.amount, row.ccyCode),
    currencyCode: row.ccyCode,
    paymentProduct,
    maskedPan,
    customerName,
    customerEmail,
    merchantName,
  };
}

function toFile({ fileId, name, contentType, size, addedAt, addedBy }: CaseFileRow): CaseFile {
  return { id: String(fileId), name, contentType, size, addedAt: addedAt.toISOString(), addedBy };
}

function toEvent({ eventId, at, actorName, kind, note, detail }: CaseEventRow): CaseEvent {
  return { id: String(eventId), at: at.toISOString(), actor: actorName, kind, note, detail };
}
