/** How long a kind of data is kept (docs/running.md#retention). Days; 0: without a limit. */
interface RetentionKind {
  days: number;
  /** The least and the most that the operator can set. The same: it is fixed. */
  min: number;
  max: number;
}

const fixed = (days: number): RetentionKind => ({ days, min: days, max: days });

/**
 * Every kind of data with personal values, and the ledger. src/app/server/retention-jobs.ts has the job of each, the table of
 * docs/running.md and the screen are made of it.
 */
export const retentionKinds = {
  /** Amounts, dates, statuses and references: the books. */
  books: fixed(0),
  /** What names a payer in payments and in all that belongs to these. */
  payers: { days: 0, min: 90, max: 3650 },
  /** The values that fraud rules looked at. */
  fraudValues: { days: 0, min: 30, max: 3650 },
  /** Hashes of values that velocity rules count. */
  velocityHashes: fixed(97),
  requestLog: { days: 30, min: 0, max: 90 },
  webhookEvents: fixed(90),
  webhookDeliveries: fixed(30),
  emails: { days: 30, min: 1, max: 90 },
  idempotencyKeys: fixed(1),
  processorReports: { days: 400, min: 120, max: 800 },
  bulkWork: fixed(30),
  scheduledFiles: fixed(30),
  personFiles: fixed(7),
  /** Ended ones. */
  sessions: fixed(1),
  audit: fixed(0),
} as const satisfies Readonly<Record<string, RetentionKind>>;
export type RetentionName = keyof typeof retentionKinds;
export const retentionNames = Object.keys(retentionKinds) as RetentionName[];

/** Days by kind. The request log has an option of its own. */
type RetentionDays = Readonly<Record<RetentionName, number>>;

export const defaultRetention = Object.fromEntries(
  retentionNames.map((name) => [name, retentionKinds[name].days]),
) as RetentionDays;

const settable = (name: RetentionName): boolean =>
  name !== 'requestLog' && retentionKinds[name].min !== retentionKinds[name].max;
export const settableNames: readonly RetentionName[] = retentionNames.filter(settable);

/** `emails=14,payers=1095`: undefined for a kind that cannot be set, and for days outside its range. */
export function parseRetention(text: string): Partial<RetentionDays> | undefined {
  const days: Partial<Record<RetentionName, number>> = {};
  for (const entry of text === '' ? [] : text.split(',')) {
    const [, name = '', value = ''] = /^\s*([A-Za-z]+)=(\d{1,5})\s*$/.exec(entry) ?? [];
    const found = settableNames.find((kind) => kind === name);
    if (found === undefined || found in days) return undefined;
    const { min, max, days: byDefault } = retentionKinds[found];
    const count = Number(value);
    const isUnlimited = count === 0 && byDefault === 0;
    if (!isUnlimited && (count < min || count > max)) return undefined;
    days[found] = count;
  }
  return days;
}
