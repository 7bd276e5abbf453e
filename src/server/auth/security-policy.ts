import type { Sql } from '#database/connection.ts';
import type { Caller } from './caller.ts';

/** The strictest of all policies that apply to a user (docs/domain.md#security-policy). */
export interface EffectivePolicy {
  /** The user needs a second factor now. */
  isRequired: boolean;
  /** The portal suggests a second factor. */
  isOffered: boolean;
  /** 0: devices are not remembered. */
  deviceDays: number;
  /** null: no step-up. */
  stepUpMinutes: number | null;
  stepUpWithPassword: boolean;
  /** The refund in question needs step-up. */
  requiresForRefund: boolean;
}

export interface RequestedRefund {
  /** undefined: the rest of the payment. */
  minor: number | undefined;
  currency: string;
}

const defaultDeviceDays = 30;

/**
 * Combines the policies of every company that the user reaches, and of the provider's organisation where the user belongs or
 * holds a role. Each rule is the strictest of them (docs/decisions/0106).
 */
export async function readEffectivePolicy(
  sql: Sql,
  caller: Pick<Caller, 'organisation' | 'held' | 'tenantIds'>,
  { now, refund }: { now: Date; refund?: RequestedRefund },
): Promise<EffectivePolicy> {
  const paths = [...new Set([caller.organisation.path, ...caller.held.map(({ scope }) => scope)])];
  const [row] = await sql<EffectivePolicy[]>`
    select
      coalesce(bool_or(coalesce(p.required_from <= ${now}, true) and (p.second_factor = 'REQUIRED' or exists (
        select from unnest(${caller.held.map(({ name }) => name)}::text[],
                           ${caller.held.map(({ scope }) => scope)}::text[]) as held (name, scope)
        where held.name = any (p.required_for)
          and (starts_with(o.path || '/', held.scope || '/') or starts_with(held.scope || '/', o.path || '/'))))),
        false) as is_required,
      coalesce(bool_or(p.second_factor <> 'OFF' or cardinality(p.required_for) > 0), false) as is_offered,
      coalesce(min(p.device_days), ${defaultDeviceDays}) as device_days,
      min(p.step_up_minutes) filter (where p.step_up_minutes > 0) as step_up_minutes,
      coalesce(bool_and(p.step_up_with_password), true) as step_up_with_password,
      coalesce(bool_or(p.step_up_minutes > 0 and p.refund_above_minor is not null
        and (p.refund_currency <> ${refund?.currency ?? ''}
          or coalesce(p.refund_above_minor < ${refund?.minor ?? null}::bigint, true))), false) as requires_for_refund
    from security_policy p join organisation o on o.id = p.organisation_id
    where o.company_id = any (${[...caller.tenantIds]}) or o.path = any (${paths})`;
  if (!row) throw new Error('an aggregate returns one row');
  return row;
}
