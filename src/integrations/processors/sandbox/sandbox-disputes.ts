import type { Sql } from '#database/connection.ts';
import { formatMinor } from '#shared/money.ts';
import type { DisputeStatus } from '#shared/payments/dispute-status.ts';
import type { DisputeCalls, DisputeReport, ProcessorEvent, ProcessorOperation } from '../adapter.ts';

const dayMs = 86_400_000;

/** Amounts whose payments are disputed (docs/domain.md#sandbox). */
const triggers = [
  { ending: '.88', reasonCode: '10.4', reason: 'fraudulent', isInquiry: false, days: 18 },
  { ending: '.89', reasonCode: '13.1', reason: 'product_not_received', isInquiry: true, days: 10 },
] as const;

interface StoredDispute {
  dispute: string;
  reference: string;
  amountMinor: number;
  currency: string;
  reasonCode: string;
  reason: string;
  isInquiry: boolean;
  openedAt: Date;
  endsAt: Date;
  /** The key of the response that was taken. */
  answerKey: string | null;
  status: DisputeStatus;
  answeredAt: Date | null;
  verdict: 'WON' | 'LOST' | null;
  verdictAt: Date | null;
}

/** Opens a dispute of what was just captured, if its amount is a trigger. */
export async function openSandboxDispute(
  sql: Sql,
  { kind, reference, related, amountMinor, currency }: ProcessorOperation,
  now: Date,
): Promise<void> {
  if (kind !== 'SALE' && kind !== 'CAPTURE') return;
  const amount = formatMinor(amountMinor, currency);
  const trigger = triggers.find(({ ending }) => amount.endsWith(ending));
  if (!trigger) return;
  const { reasonCode, reason, isInquiry, days } = trigger;
  const row = {
    dispute: `sandbox-${reference}`,
    reference: related?.reference ?? reference,
    amountMinor,
    currency,
    reasonCode,
    reason,
    isInquiry,
    openedAt: now,
    endsAt: new Date(now.getTime() + days * dayMs),
    status: 'NEEDS_RESPONSE',
  };
  await sql`insert into sandbox.dispute ${sql([row])} on conflict do nothing`;
}

/** What the sandbox reports of its disputes and of refunds that have failed. A repeated report has the same id. */
export async function readSandboxReports(sql: Sql, since: Date, now: Date): Promise<ProcessorEvent[]> {
  const rows = await sql<StoredDispute[]>`
    select * from sandbox.dispute where opened_at >= ${since} order by opened_at limit 500`;
  const failures = await sql<{ reference: string; failsAt: Date }[]>`
    select reference, fails_at from sandbox.operation
    where fails_at >= ${since} and fails_at <= ${now} order by fails_at limit 500`;
  return [
    ...rows.flatMap((row) => reportsOf(row, now)),
    ...failures.map(({ reference, failsAt }): ProcessorEvent => ({
      eventId: `${reference}:failed`,
      at: failsAt.toISOString(),
      kind: 'correction',
      reference,
      reason: 'The bank returned the refund',
    })),
  ];
}

function reportsOf(row: StoredDispute, now: Date): ProcessorEvent[] {
  const { dispute, reference, amountMinor, currency, reasonCode, reason, isInquiry, endsAt, verdict } = row;
  const taken = isInquiry ? {} : { chargedBackMinor: amountMinor };
  const state: DisputeReport = {
    dispute,
    reference,
    stage: isInquiry ? 'INQUIRY' : 'CHARGEBACK',
    amountMinor,
    currency,
    reasonCode,
    reason,
    scheme: 'Sandbox',
    isFraud: reason === 'fraudulent',
    deadline: endsAt.toISOString(),
  };
  const report = (status: DisputeStatus, at: Date, more: Partial<DisputeReport> = {}): ProcessorEvent => ({
    eventId: `${dispute}:${status}`,
    at: at.toISOString(),
    kind: 'dispute',
    name: `dispute ${status}`,
    reference,
    report: { ...state, status, ...taken, ...more },
  });
  const reports = [report('NEEDS_RESPONSE', row.openedAt)];
  if (row.answeredAt) reports.push(report(row.status, row.answeredAt));
  else if (now > endsAt) reports.push(report('EXPIRED', endsAt));
  if (verdict && row.verdictAt && now >= row.verdictAt)
    reports.push(report(verdict, row.verdictAt, verdict === 'WON' ? { chargedBackMinor: 0 } : {}));
  return reports;
}

/** Evidence wins after a minute; with the text `losing_evidence` it loses. */
export function sandboxDisputes(
  sql: Sql,
  { now, verdictMs }: { now: () => Date; verdictMs: number },
): DisputeCalls {
  const answer = async (
    dispute: string,
    key: string,
    change: Pick<StoredDispute, 'status' | 'verdict' | 'verdictAt'>,
  ) => {
    await sql`
      update sandbox.dispute set ${sql({ ...change, answerKey: key, answeredAt: now() })}
      where dispute = ${dispute} and answer_key is null and ends_at >= ${now()}`;
    const [row] = await sql<{ answerKey: string | null }[]>`
      select answer_key from sandbox.dispute where dispute = ${dispute}`;
    if (row?.answerKey === key) return { kind: 'done' } as const;
    const message = row?.answerKey === null ? 'The time for a response is over' : 'It was answered before';
    return { kind: 'refused', message } as const;
  };
  return {
    evidence: async () => ({
      kind: 'form',
      form: {
        reasons: [
          {
            code: '',
            items: [
              { name: 'product_description', kind: 'text', level: 'OPTIONAL', maxLength: 5000 },
              { name: 'uncategorized_text', kind: 'text', level: 'OPTIONAL', maxLength: 20_000 },
              { name: 'shipping_carrier', kind: 'text', level: 'OPTIONAL', maxLength: 200 },
              { name: 'shipping_tracking_number', kind: 'text', level: 'OPTIONAL', maxLength: 200 },
              { name: 'receipt', kind: 'file', level: 'REQUIRED' },
              { name: 'shipping_documentation', kind: 'file', level: 'OPTIONAL' },
              { name: 'customer_communication', kind: 'file', level: 'OPTIONAL' },
            ],
          },
        ],
        fileTypes: ['application/pdf', 'image/jpeg', 'image/png'],
      },
    }),
    accept: ({ dispute }, { key }) =>
      answer(dispute, key, { status: 'ACCEPTED', verdict: null, verdictAt: null }),
    submit: ({ dispute }, { key }, { texts }) =>
      answer(dispute, key, {
        status: 'UNDER_REVIEW',
        verdict: Object.values(texts).includes('losing_evidence') ? 'LOST' : 'WON',
        verdictAt: new Date(now().getTime() + verdictMs),
      }),
  };
}
