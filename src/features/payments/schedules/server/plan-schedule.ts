import { randomBytes } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import type { AmountRefusal } from '#shared/money.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import type { TenantSql } from '#database/tenant.ts';
import { zoneOfOrganisation } from '#server/time/zone-of-organisation.ts';
import { listFeatures } from '#server/auth/inherited-state.ts';
import { checkSchedule } from '../check-schedule.ts';
import { episodeAt, firstCursor } from '../due-dates.ts';
import type { ScheduleBody } from '../schedule-body.ts';
import { type ScheduleDefinition, episodeAmount, scheduleTypeFor } from '../schedule-definition.ts';

export type Sequence = 'RECURRING' | 'INSTALMENT';

/** A validated schedule that is not stored yet. */
export interface SchedulePlan {
  scheduleId: string;
  definition: ScheduleDefinition;
  sequence: Sequence;
  createdOn: CalendarDay;
}

interface ScheduleOrder {
  body: ScheduleBody;
  merchantId: number;
  merchantPath: string;
  currency: string;
  /** The transaction's amount; 0 for a transaction that moves no money. */
  amountMinor: number;
  /** The sequence that the transaction begins; recurring by default. */
  sequence: Sequence | null | undefined;
  supports: { recurring: boolean; instalments: boolean };
  now: Date;
}

/** V104: the merchant has no scheduler, or the installation takes no such series. */
type PlannedSchedule = Result<SchedulePlan, Refusal<AmountRefusal | 'V104'>>;

/**
 * Validates the `schedule` of a request before anything is written. writeSchedule stores the plan in the transaction
 * that persists the payment; the settlement activates or deletes it (docs/decisions/0026).
 */
export async function planSchedule(sql: Sql, order: ScheduleOrder): Promise<PlannedSchedule> {
  const { body, currency, amountMinor, supports, now } = order;
  const sequence = order.sequence ?? 'RECURRING';
  const supported = sequence === 'RECURRING' ? supports.recurring : supports.instalments;
  const features = await listFeatures(sql, order.merchantPath);
  if (!supported || !features.includes('SCHEDULER')) return refuse('V104');
  const createdOn = zonedDate(now, await zoneOfOrganisation(sql, order.merchantId));
  const checked = checkSchedule(body, { currency, defaultMinor: amountMinor, today: createdOn });
  if (!checked.ok) return checked;
  const scheduleId = randomBytes(16).toString('hex');
  return ok({ scheduleId, definition: checked.value, sequence, createdOn });
}

/** The transaction that creates a schedule. */
export interface ScheduleOrigin {
  companyId: number;
  merchantId: number;
  installationId: number;
  txnId: number;
  rootId: number;
  card: string | null;
  maskedPan: string | null;
  lastFour: string | null;
  customerName: string | null;
  customerEmail: string | null;
  customerRef: string | null;
}

/** Inserts a schedule that waits for its payment. False when the root transaction has a live schedule already. */
export async function writeSchedule(
  sql: TenantSql,
  plan: SchedulePlan,
  origin: ScheduleOrigin,
  now: Date,
): Promise<boolean> {
  const { scheduleId, definition, sequence, createdOn } = plan;
  const cursor = firstCursor(definition, createdOn);
  const firstEpisode = episodeAt(definition, cursor);
  const inserted = await sql`
    insert into schedule (company_id, schedule_id, merchant_id, installation_id, txn_id, root_id, status, type,
      definition, sequence, ccy_code, anchor_on, anchor_index, next_index, next_episode_on, next_minor, created_at,
      card_correlation_id, masked_pan, last_four, customer_name, customer_email, customer_ref)
    values (${origin.companyId}, ${scheduleId}, ${origin.merchantId}, ${origin.installationId}, ${origin.txnId},
      ${origin.rootId}, 'PLANNED', ${scheduleTypeFor(definition) ?? ''},
      ${sql.json(definition)}, ${sequence},
      ${definition.currency}, ${cursor.anchorOn}, ${cursor.anchorIndex}, ${firstEpisode?.index ?? null},
      ${firstEpisode?.dueOn ?? null}, ${firstEpisode ? episodeAmount(definition, firstEpisode.index) : null}, ${now}, ${origin.card},
      ${origin.maskedPan}, ${origin.lastFour}, ${origin.customerName}, ${origin.customerEmail}, ${origin.customerRef})
    on conflict do nothing
    returning 1`;
  return inserted.length > 0;
}
