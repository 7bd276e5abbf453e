import { createHash } from 'node:crypto';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { canonicalEmail } from '#shared/email-address.ts';
import { formatMinor, parseAmount } from '#shared/money.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { Upload } from '#shared/upload.ts';
import type { TenantSql } from '#database/tenant.ts';
import { knownLanguage } from '#shared/page-languages.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { hourMs } from '#server/clock.ts';
import { readTable } from '#server/file/read-table.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { createLinksFromFile as endpoint } from '../endpoints.ts';
import { createLinksFromFile as schemas } from '../schemas.ts';
import {
  type LinkColumn,
  type LinkFileDefaults,
  type LinkFileRow,
  maxFileRows,
  readHeading,
  readLinkRow,
} from '../link-file.ts';
import { linkRequest } from '../link-request.ts';
import { linkCurrencies, maxReminderDays } from '../link-rules.ts';
import { insertLinks, planLinks } from './link/create-links.ts';
import { mailLink } from './link/link-mail.ts';
import { linkUrl } from './link/link-session.ts';
import type { LinkPlan } from './link/validate-link.ts';
import { mailsAllowedAnHour, linkMailKey } from './send-smart-link.ts';
import { findLinkById } from './smart-link-table.ts';

type Context = HandlerContext<typeof endpoint>;
type Outcome = ResponseInputOf<typeof endpoint>;
type CheckedRow = LinkFileRow & { plan?: LinkPlan };
interface RowResult {
  line: number;
  linkId: string;
  isSent: boolean;
}

/**
 * Creates a link for each valid row, all in one transaction; with the form field `check` it only reports. The id of the file is
 * stored with the links: a repeated submit returns them.
 */
export const createLinksFromFile = handle(endpoint, schemas, async (ctx): Promise<Outcome> => {
  const { body, sql } = ctx;
  const { file, fields } = body;
  refuseFields(fields);
  if (!file) throw problems.invalid('body.file', 'missing');
  const table = readFile(file, fields, ctx.now);
  const rows = await checkRows(ctx, table.rows);
  const report = { ...table, rows: rows.map((row) => toView(row)), created: 0, sent: 0 };
  if (fields.has('check')) return report;
  const fileId = fields.get('fileId') ?? '';
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(fileId)) throw problems.invalid('body.fileId');
  const hash = createHash('sha256')
    .update(file)
    .update(JSON.stringify([...fields]))
    .digest('hex');
  const results = (await claimFile(ctx, fileId, hash)) ?? (await createAll(ctx, fileId, rows));
  return { ...report, ...(await toResults(sql, ctx, report.rows, results)) };
});

const knownFields = [
  'check',
  'currency',
  'expires',
  'fileId',
  'language',
  'remindDaysBefore',
  'send',
  'timeZone',
];

/** Throws 400 for a field that the form does not have, or a reminder that is no number of days. */
function refuseFields(fields: Upload['fields']): void {
  for (const name of fields.keys())
    if (!knownFields.includes(name)) throw problems.invalid(`body.${name}`, 'unknown_field');
  const days = fields.get('remindDaysBefore');
  const isDays =
    days === undefined || (/^\d{1,2}$/.test(days) && Number(days) >= 1 && Number(days) <= maxReminderDays);
  if (!isDays) throw problems.invalid('body.remindDaysBefore');
  if (!/^(?:true|false)$/.test(fields.get('send') ?? 'false')) throw problems.invalid('body.send');
}

/** The rows of a file, or 400 with the reason why it cannot be read. */
function readFile(file: Uint8Array, fields: Upload['fields'], now: Date) {
  const table = readTable(file, maxFileRows);
  const fail = (code: string): Problem => new Problem(400, code.toUpperCase(), `link_file_${code}`);
  if (!table.ok) throw fail(table.code);
  const { rows, encoding, separator } = table.value;
  const [heading, ...others] = rows;
  const found = readHeading(heading?.cells ?? []);
  if (!found) throw fail('no_amount');
  const defaults = readDefaults(fields);
  return {
    encoding,
    separator,
    ignoredColumns: found.ignored.map((name) => maskCardNumbers(name).slice(0, 60)),
    rows: others.map((row) => readLinkRow(row, found, defaults, now)),
  };
}

function readDefaults(fields: Upload['fields']): LinkFileDefaults {
  const text = (name: string): string => fields.get(name) ?? '';
  const language = knownLanguage(text('language'));
  if (!linkCurrencies.some((code) => code === text('currency'))) throw problems.invalid('body.currency');
  if (language === undefined) throw problems.invalid('body.language');
  if (Number.isNaN(Date.parse(text('expires')))) throw problems.invalid('body.expires');
  const timeZone = text('timeZone') === '' ? 'UTC' : text('timeZone');
  try {
    Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw problems.invalid('body.timeZone');
  }
  return { currency: text('currency'), language, expires: new Date(text('expires')).toISOString(), timeZone };
}

const orderOf = ({ resource, caller, body }: Context, row: LinkFileRow) => {
  const { companyId, merchantId, installationId } = resource;
  const filled = (name: string, value: string) => (value === '' ? {} : { [name]: value });
  const days = Number(body.fields.get('remindDaysBefore') ?? 0);
  const request = linkRequest.parse({
    smartLink: {
      usage: 'SINGLE',
      expires: row.expires,
      ...(days > 0 && row.email !== '' ? { remindDaysBefore: days } : {}),
    },
    transaction: {
      ...filled('merchantReference', row.reference),
      ...filled('description', row.description),
      money: { currency: row.currency, amount: { fixed: row.amount } },
    },
    customer: { details: filled('emailAddress', row.email), registered: false },
    locale: row.language,
  });
  const owner = { companyId, merchantId, installationId };
  return { ...owner, kind: 'payments' as const, createdBy: caller.id, body: request, isForm: true };
};

/** The plan of each row without a problem. The rules of the form and of the session are the second check. */
async function checkRows(ctx: Context, rows: readonly LinkFileRow[]): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  for (const row of rows) {
    if (row.problems.length > 0) {
      checked.push(row);
      continue;
    }
    const planned = await planLinks(ctx.sql, orderOf(ctx, row), ctx.services.config, ctx.now);
    checked.push(
      planned.ok
        ? { ...row, plan: planned.value }
        : { ...row, problems: [{ column: columnOf(planned.field), error: 'refused' }] },
    );
  }
  return checked;
}

const columnsByField: Readonly<Record<string, LinkColumn>> = {
  'transaction.merchantReference': 'reference',
  'transaction.description': 'description',
  'transaction.money.currency': 'currency',
  'transaction.money.amount.fixed': 'amount',
  'customer.details.emailAddress': 'email',
  'smartLink.expires': 'expires',
  'smartLink.remindDaysBefore': 'expires',
  locale: 'language',
};
const columnOf = (field: string | undefined): LinkColumn | null => columnsByField[field ?? ''] ?? null;

/** Undefined: this request creates the links. Otherwise the results of the same submit before it, which may just have ended. */
async function claimFile(ctx: Context, fileId: string, hash: string): Promise<RowResult[] | undefined> {
  const { sql, resource, caller, now } = ctx;
  const { companyId, installationId } = resource;
  const inserted = await sql`
    insert into smart_link_file (company_id, file_id, installation_id, created_by, created_at, file_hash)
    values (${companyId}, ${fileId}, ${installationId}, ${caller.id}, ${now}, ${hash})
    on conflict do nothing returning 1`;
  if (inserted.length > 0) return undefined;
  const [stored] = await sql<{ results: RowResult[] }[]>`
    select results from smart_link_file
    where company_id = ${companyId} and file_id = ${fileId} and installation_id = ${installationId}
      and created_by = ${caller.id} and file_hash = ${hash}`;
  if (!stored) throw problems.versionConflict('FILE_CHANGED', 'link_file_changed');
  return stored.results;
}

async function createAll(ctx: Context, fileId: string, rows: readonly CheckedRow[]): Promise<RowResult[]> {
  const { sql, resource, body, caller, request, now } = ctx;
  const results: RowResult[] = [];
  let maySend = body.fields.get('send') === 'true';
  for (const row of rows) {
    if (!row.plan) continue;
    const [link] = await insertLinks(sql, orderOf(ctx, row), row.plan, fileId, now);
    if (!link) throw new Error('a row made no link');
    const address = canonicalEmail(row.email);
    let isSent = false;
    if (maySend && isMailAddress(address)) {
      maySend = isSent = await mayMail(ctx);
      if (isSent) await mailNew(ctx, link.linkId, address);
    }
    results.push({ line: row.line, linkId: link.linkId, isSent });
  }
  await sql`
    update smart_link_file set results = ${sql.json(results.map((result) => ({ ...result })))}
    where company_id = ${resource.companyId} and file_id = ${fileId}`;
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: resource.companyId,
    organisationId: resource.installationId,
    act: endpoint.name,
    objectKind: 'smartLink',
    objectId: results[0]?.linkId,
    detail: {
      fileId,
      rows: rows.length,
      created: results.length,
      sent: results.filter(({ isSent }) => isSent).length,
      sums: sumsOf(rows),
    },
  });
  return results;
}

/** Counts an email of the company. False once the limit of the hour is reached: the rest can be sent from the list. */
const mayMail = async ({ services, resource, now }: Context): Promise<boolean> =>
  (await countAttempt(services.database, linkMailKey(resource.companyId), hourMs, now)) <= mailsAllowedAnHour;

async function mailNew({ sql, services, now }: Context, linkId: string, address: string): Promise<void> {
  const link = await findLinkById(sql, linkId);
  if (!link) throw new Error(`link ${linkId} vanished`);
  await sql`update smart_link set mailed_to = array[${address}::text] where link_id = ${linkId}`;
  await mailLink(sql, link, { address, isReminder: false }, services.config, now);
}

/** The sum of the created links of each currency. */
function sumsOf(rows: readonly CheckedRow[]): Record<string, string> {
  const sums = new Map<string, number>();
  for (const { plan, currency, amount } of rows) {
    const parsed = parseAmount(amount, currency);
    if (plan && parsed.ok) sums.set(currency, (sums.get(currency) ?? 0) + parsed.value);
  }
  return Object.fromEntries([...sums].map(([currency, minor]) => [currency, formatMinor(minor, currency)]));
}

/** Without card numbers, which a cell of any column can have. */
function toView({ plan: _plan, ...row }: CheckedRow): Outcome['rows'][number] {
  const text = (value: string): string => maskCardNumbers(value).slice(0, 300);
  return {
    ...row,
    reference: text(row.reference),
    amount: text(row.amount),
    currency: text(row.currency),
    email: text(row.email),
    description: text(row.description),
    language: text(row.language),
    expires: text(row.expires),
  };
}

async function toResults(
  sql: TenantSql,
  { services }: Context,
  rows: Outcome['rows'],
  results: readonly RowResult[],
) {
  const links = await sql<{ linkId: string; code: string }[]>`
    select link_id, code from smart_link where link_id = any (${results.map(({ linkId }) => linkId)}::uuid[])`;
  const codes = new Map(links.map(({ linkId, code }) => [linkId, code]));
  const byLine = new Map(results.map((result) => [result.line, result]));
  return {
    created: results.length,
    sent: results.filter(({ isSent }) => isSent).length,
    rows: rows.map((row) => {
      const result = byLine.get(row.line);
      if (!result) return row;
      const { linkId, isSent } = result;
      return { ...row, linkId, isSent, link: linkUrl(codes.get(linkId) ?? '', services.config) };
    }),
  };
}
