import type { TenantSql } from '#database/tenant.ts';
import { addMs, hourMs } from '#server/clock.ts';
import type { RiskStop } from '../schemas.ts';
import type { RiskControls } from '../risk-controls.ts';

/** An attempt to pay: card, IP address and time. */
export interface Attempt {
  companyId: number;
  /** The installation's merchant, the first column of the index by IP address. */
  merchantId: number;
  installationId: number;
  /** Null for a wallet, whose card is not known: rules by card do not count it. */
  fingerprint: string | null;
  ip: string | undefined;
  now: Date;
  /** The attempt's own transaction if it is stored already. Later ones don't count against it. */
  except?: number;
}

/**
 * The velocity rule that an attempt exceeds. Every attempt at the installation counts, regardless of its result; the
 * window is (now - hours, now] (docs/domain.md#velocity-rules). The lock lasts until the attempt is stored, so that
 * concurrent attempts count each other, even with clocks that differ.
 */
export async function findExceededVelocity(
  sql: TenantSql,
  { velocityRules }: Pick<RiskControls, 'velocityRules'>,
  attempt: Attempt,
): Promise<RiskStop | undefined> {
  const rules = velocityRules.filter(
    (rule) => !rule.disabled && velocitySubject(rule.type, attempt) !== undefined,
  );
  // Locks in sorted order, to prevent deadlocks.
  for (const resource of rules.map(({ type }) => `${type} ${velocitySubject(type, attempt)}`).toSorted()) {
    await sql`
      select pg_advisory_xact_lock(hashtextextended(${`velocity ${attempt.installationId} ${resource}`}, 0))`;
  }
  const beforeAttempt = attempt.except === undefined ? sql`` : sql`and txn_datetime <= ${attempt.now}`;
  for (const { type, velocity, timePeriod } of rules) {
    const card = type === 'IP' ? sql`` : sql`and card_correlation_id = ${attempt.fingerprint}`;
    const address = type === 'CARD' ? sql`` : sql`and ip_address = ${attempt.ip ?? ''}`;
    const attempts = (max: number) => sql`
      select 1 from txn
      where company_id = ${attempt.companyId} and merchant_id = ${attempt.merchantId}
        and installation_id = ${attempt.installationId} ${card} ${address}
        and txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY')
        and txn_id <> ${attempt.except ?? 0}
        and txn_datetime > ${addMs(attempt.now, -timePeriod * hourMs)} ${beforeAttempt}
      order by txn_datetime desc limit ${max}`;
    // Reads at most as many rows as the rule allows.
    if ((await attempts(velocity)).length < velocity) continue;
    const { length: counted } = await attempts(maxCounted);
    return { control: 'VELOCITY', type, limit: velocity, hours: timePeriod, counted };
  }
  return undefined;
}

/** What a person reads; the limit itself is at most 25. */
const maxCounted = 1000;

function velocitySubject(type: string, { fingerprint, ip }: Attempt): string | undefined {
  if (type === 'CARD') return fingerprint ?? undefined;
  if (ip === undefined) return undefined;
  if (type === 'IP') return ip;
  return fingerprint === null ? undefined : `${fingerprint} ${ip}`;
}
