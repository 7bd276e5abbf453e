import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Counts, DataKind } from '../data-kinds.ts';
import { collectRoots, readCustomers, readFamily, readSubject } from './person-payments.ts';
import { type StoredRequest, deleteParts, insertPart } from './person-table.ts';

const partBytes = 1 << 20;
const paymentsAtOnce = 200;

/** Writes JSON text in parts, so that a large export is never in memory. */
class PartWriter {
  #bytes = 0;
  #size = 0;
  #position = 0;
  #texts: string[] = [];
  readonly #store: (position: number, content: Buffer) => Promise<void>;

  constructor(store: (position: number, content: Buffer) => Promise<void>) {
    this.#store = store;
  }

  async write(text: string): Promise<void> {
    this.#texts.push(text);
    this.#size += text.length;
    if (this.#size >= partBytes) await this.#flush();
  }

  /** Returns the bytes of the file. */
  async end(): Promise<number> {
    await this.#flush();
    return this.#bytes;
  }

  async #flush(): Promise<void> {
    const content = Buffer.from(this.#texts.join(''));
    this.#texts = [];
    this.#size = 0;
    for (let from = 0; from < content.length; from += partBytes) {
      const part = content.subarray(from, from + partBytes);
      await this.#store(this.#position, part);
      this.#position += 1;
      this.#bytes += part.length;
    }
  }
}

/**
 * Writes all that is held of the person as one JSON file: nothing of other persons, no secret, and of cards what a receipt shows.
 * Repeatable: the parts of an earlier attempt are deleted.
 */
export async function exportPerson(
  sql: TenantSql,
  request: StoredRequest,
  now: Date,
): Promise<{ bytes: number; counts: Counts }> {
  await deleteParts(sql, request);
  const writer = new PartWriter((position, content) => insertPart(sql, request, position, content));
  const { companyId, merchantIds } = request;
  const customers = await readCustomers(sql, request, request.customerIds);
  const roots = await collectRoots(sql, request, customers);
  const isWholeCompany = request.subject?.isWholeCompany ?? false;
  const subject = await readSubject(sql, request, customers, { roots, isWholeCompany });
  const values = [...subject.emails, ...subject.telephones];
  const counts: Counts = {};
  await writer.write(`{"createdAt":${JSON.stringify(now)},"reason":${JSON.stringify(request.reason)}`);
  const section = async (kind: DataKind, parts: AsyncIterable<object[]> | Promise<object[]>) => {
    await writer.write(`,\n${JSON.stringify(kind)}:[`);
    let count = 0;
    for await (const rows of toParts(parts)) {
      for (const row of rows) {
        await writer.write(`${count === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`);
        count += 1;
      }
    }
    await writer.write(']');
    if (count > 0) counts[kind] = count;
  };
  const byPayments = (read: (ids: number[], some: number[]) => Promise<object[]>) =>
    async function* () {
      for (let from = 0; from < roots.length; from += paymentsAtOnce) {
        const some = roots.slice(from, from + paymentsAtOnce);
        yield read(await readFamily(sql, companyId, some), some);
      }
    };
  const all = sections(sql, {
    companyId,
    merchantIds,
    customerIds: request.customerIds,
    values,
    emails: subject.emails,
    recordIds: subject.recordIds,
    isWholeCompany,
  });
  for (const [kind, read] of Object.entries(all.ofPayments) as [DataKind, PaymentSection][])
    await section(kind, byPayments(read)());
  for (const [kind, read] of Object.entries(all.ofPerson) as [DataKind, () => Promise<object[]>][])
    await section(kind, read());
  await writer.write('\n}\n');
  return { bytes: await writer.end(), counts };
}

async function* toParts(parts: AsyncIterable<object[]> | Promise<object[]>): AsyncGenerator<object[]> {
  if ('then' in parts) yield await parts;
  else yield* parts;
}

type PaymentSection = (ids: number[], roots: number[]) => Promise<object[]>;

interface Source {
  companyId: number;
  merchantIds: readonly number[];
  customerIds: readonly number[];
  recordIds: readonly number[];
  /** Emails and telephone numbers. */
  values: readonly string[];
  emails: readonly string[];
  isWholeCompany: boolean;
}

/** Columns of txn that are the product's own, or would let two payments with one card be linked. */
const internalColumns = [
  'company_id',
  'changed_in',
  'version',
  'trace',
  'card_token',
  'card_correlation_id',
  'ccy_digits',
  'connection_id',
  'direction',
  'network_transaction_id',
];

/** A case is the person's alone when all of its payments are. */
const ownCases = (sql: TenantSql, companyId: number, ids: readonly number[]): Fragment => sql`
  select ct.case_id from fraud_case_transaction ct where ct.company_id = ${companyId} and ct.txn_id = any (${[...ids]})`;

function sections(sql: TenantSql, source: Source) {
  const { companyId } = source;
  const rows = async (query: PromiseLike<{ row: object }[]>) => (await query).map(({ row }) => row);
  const ofPayments: Partial<Record<DataKind, PaymentSection>> = {
    payments: (ids) =>
      rows(sql<{ row: object }[]>`
        select to_jsonb(t) - ${internalColumns}::text[]
          || jsonb_build_object('detail', t.detail #- '{threeDSecure,state}' #- '{threeDSecure,challenge}' #- '{routing}') as row
        from txn t where t.company_id = ${companyId} and t.txn_id = any (${ids}) order by t.txn_id`),
    reviews: (ids) =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('transactionId', txn_id, 'decidedAt', decided_at, 'action', overall_action, 'values', facts -> 'values') as row
        from fraud_decision where company_id = ${companyId} and txn_id = any (${ids})
        union all
        select jsonb_build_object('transactionId', txn_id, 'status', status, 'openedAt', opened_at, 'email', customer_email, 'ip', customer_ip)
        from queue_task where company_id = ${companyId} and txn_id = any (${ids})`),
    cases: (ids, roots) =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('caseId', c.case_id, 'status', c.status, 'outcome', c.outcome, 'openedAt', c.opened_at,
          'notes', case when others.has then null else (
            select jsonb_agg(jsonb_build_object('at', e.at, 'note', e.note) order by e.event_id) from fraud_case_event e
            where e.company_id = c.company_id and e.case_id = c.case_id and e.note is not null) end,
          'files', case when others.has then null else (
            select jsonb_agg(jsonb_build_object('name', f.name, 'type', f.content_type, 'bytes', f.size, 'addedAt', f.added_at))
            from fraud_case_file f where f.company_id = c.company_id and f.case_id = c.case_id) end) as row
        from fraud_case c
        cross join lateral (select exists (
          select from fraud_case_transaction o join txn t on t.txn_id = o.txn_id and t.company_id = o.company_id
          where o.company_id = c.company_id and o.case_id = c.case_id and t.root_id <> all (${roots})) as has) others
        where c.company_id = ${companyId} and c.case_id in (${ownCases(sql, companyId, ids)}) order by c.case_id`),
    disputes: (ids) =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('disputeId', d.dispute_id, 'transactionId', d.txn_id, 'stage', d.stage, 'status', d.status,
          'openedAt', d.opened_at, 'evidence', (
            select jsonb_agg(a.content) from dispute_answer a where a.company_id = d.company_id and a.dispute_id = d.dispute_id),
          'files', (select jsonb_agg(f.name) from dispute_file f where f.company_id = d.company_id and f.dispute_id = d.dispute_id)) as row
        from dispute d where d.company_id = ${companyId} and d.txn_id = any (${ids})`),
    schedules: (_ids, roots) =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('scheduleId', schedule_id, 'status', status, 'createdAt', created_at, 'definition', definition,
          'name', customer_name, 'email', customer_email, 'reference', customer_ref) as row
        from schedule where company_id = ${companyId} and root_id = any (${roots})`),
    requests: (ids) =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('call', call, 'status', status, 'requestId', request_id, 'request', request_body, 'response', response_body) as row
        from api_request where company_id = ${companyId} and txn_id = any (${ids}) order by request_no`),
    events: (ids) =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('type', type, 'createdAt', created_at, 'body', body) as row
        from webhook_event where company_id = ${companyId} and object_id = any (${ids.map(String)})
        union all
        select jsonb_build_object('notification', kind, 'queuedAt', queued_at, 'url', url, 'body', body)
        from notification where company_id = ${companyId} and txn_id = any (${ids})`),
    audit: (ids) =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('at', at, 'action', act, 'transactionId', object_id, 'outcome', outcome,
          'ip', case when actor_kind in ('system', 'anonymous') then ip end, 'detail', detail) as row
        from audit_event where object_kind = 'transaction' and object_id = any (${ids.map(String)}) and company_id = ${companyId}
        order by seq`),
  };
  return { ofPayments, ofPerson: personSections(sql, source, rows) };
}

function personSections(
  sql: TenantSql,
  { companyId, merchantIds, customerIds, recordIds, values, emails, isWholeCompany }: Source,
  rows: (query: PromiseLike<{ row: object }[]>) => Promise<object[]>,
): Partial<Record<DataKind, () => Promise<object[]>>> {
  const folded = emails.map((email) => email.toLowerCase());
  const merchants = [...merchantIds];
  const links = sql`
    select link_id::text from smart_link
    where company_id = ${companyId} and email_key = any (${folded}) and merchant_id = any (${merchants})`;
  return {
    customers: () =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('name', k.name, 'email', k.email, 'telephone', k.telephone, 'reference', k.merchant_ref,
          'since', k.first_at, 'dateOfBirth', c.date_of_birth) as row
        from known_customer k left join customer c on c.company_id = k.company_id and c.customer_id = k.customer_id
        where k.company_id = ${companyId} and k.known_customer_id = any (${[...customerIds]}) and k.merchant_id = any (${merchants})`),
    notes: () =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('at', at, 'note', note) as row from customer_note
        where company_id = ${companyId} and known_customer_id = any (${[...customerIds]}) order by customer_note_id`),
    cards: () =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('number', masked_pan, 'expiry', expiry_date, 'holder', holder_name, 'nickname', nickname,
          'scheme', card_scheme, 'savedAt', created_at, 'removedAt', deleted_at) as row
        from card_token where company_id = ${companyId} and customer_id = any (${[...recordIds]})`),
    links: () =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('linkId', link_id, 'createdAt', created_at, 'expiresAt', expires_at, 'request', request,
          'sentTo', mailed_to) as row
        from smart_link where company_id = ${companyId} and email_key = any (${folded}) and merchant_id = any (${merchants})`),
    pages: () =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('createdAt', created_at, 'state', state, 'request', request - 'session') as row
        from hosted_session
        where company_id = ${companyId} and payer_email = any (${folded}) and merchant_id = any (${merchants})`),
    emails: () =>
      rows(sql<{ row: object }[]>`
        select jsonb_build_object('to', recipient, 'template', template, 'queuedAt', queued_at, 'sentAt', sent_at, 'contents', contents - 'linkUrl') as row
        from mail_outbox m where m.recipient = any (${[...values]}) and (
          (m.mail_key like 'smartLink:%' and split_part(m.mail_key, ':', 2) in (${links}))
          or (m.mail_key like 'receipt:%' and exists (
            select from txn t where t.txn_id = nullif(substring(split_part(m.mail_key, ':', 2) from '^\\d{1,15}$'), '')::bigint
              and t.company_id = ${companyId} and t.merchant_id = any (${merchants}))))`),
    lists: () =>
      isWholeCompany
        ? rows(sql<{ row: object }[]>`
            select jsonb_build_object('value', i.value, 'addedAt', i.added_at, 'expires', i.expiry_date,
              'list', case l.kind when 'NEGATIVE' then 'block' when 'POSITIVE' then 'allow' else 'other' end) as row
            from fraud_list l join fraud_list_item i on i.company_id = l.company_id and i.list_id = l.list_id
              and i.match_value = any (${values.flatMap((value) => [value, value.toLowerCase()])})
            where l.company_id = ${companyId}`)
        : Promise.resolve([]),
  };
}
