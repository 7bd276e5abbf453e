import { companyNow } from '#web/session/shown-clock.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { currentZone } from '#web/format/current-zone.ts';
import type { FlatSearch } from '#web/search-codec.ts';
import { readListParams, type ScheduleListParams } from '../../list-params.ts';

/** Days are in the time zone in which the page shows times. */
export const readScheduleAddress = (raw: FlatSearch): ScheduleListParams =>
  readListParams(raw, zonedDate(companyNow(), currentZone()));
