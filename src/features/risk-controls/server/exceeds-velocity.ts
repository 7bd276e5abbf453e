import type { TenantSql } from '#database/tenant.ts';
import { addMs, hourMs } from '#server/clock.ts';
import type { RiskControls } from '../risk-controls.ts';

/** Somebody tries to pay: which card, from which address, and when. */
export interface Attempt {
  companyId: number;
  /** Whose installation it is: the address index begins with it. */
  merchantId: number;
  installationId: number;
  fingerprint: string;
  ip: string | undefined;
  now: Date;
  /** The attempt itself, where it is written down already: later ones do not count against it. */
  except?: number;
}

/**
 * Would this attempt be one more than a velocity rule allows? Every attempt at this installation counts, however it
 * ended; the window is (now - hours, now] (docs/domain.md#velocity-rules). The lock is held until the transaction
 * that writes the attempt is over, so of two that arrive together the second counts the first. It counts it even if
 * it read its own clock before the first did, or runs where the clock is behind: what is written down has happened.
 */
export async function exceedsVelocity(
  sql: TenantSql,
  { velocityRules }: Pick<RiskControls, 'velocityRules'>,
  attempt: Attempt,
): Promise<boolean> {
  const rules = velocityRules.filter(
    (rule) => !rule.disabled && velocitySubject(rule.type, attempt) !== undefined,
  );
  // One order of locks for everybody: nobody waits in a circle.
  for (const resource of rules.map(({ type }) => `${type} ${velocitySubject(type, attempt)}`).toSorted()) {
    await sql`
      select pg_advisory_xact_lock(hashtextextended(${`velocity ${attempt.installationId} ${resource}`}, 0))`;
  }
  const until = attempt.except === undefined ? sql`` : sql`and txn_datetime <= ${attempt.now}`;
  for (const { type, velocity, timePeriod } of rules) {
    const card = type === 'IP' ? sql`` : sql`and card_correlation_id = ${attempt.fingerprint}`;
    const address = type === 'CARD' ? sql`` : sql`and ip_address = ${attempt.ip ?? ''}`;
    // No more rows are read than the rule needs to know.
    const made = await sql`
      select 1 from txn
      where company_id = ${attempt.companyId} and merchant_id = ${attempt.merchantId}
        and installation_id = ${attempt.installationId} ${card} ${address}
        and txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY')
        and txn_id <> ${attempt.except ?? 0}
        and txn_datetime > ${addMs(attempt.now, -timePeriod * hourMs)} ${until}
      order by txn_datetime desc limit ${velocity}`;
    if (made.length >= velocity) return true;
  }
  return false;
}

function velocitySubject(type: string, { fingerprint, ip }: Attempt): string | undefined {
  if (type === 'CARD') return fingerprint;
  if (ip === undefined) return undefined;
  return type === 'IP' ? ip : `${fingerprint} ${ip}`;
}
