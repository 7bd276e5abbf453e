import { companyNow } from '#web/session/shown-clock.ts';
import { currentZone } from '#web/format/current-zone.ts';
import type { FlatSearch } from '#web/search-codec.ts';
import { readStatementParams, type StatementParams } from '../statements/statement-params.ts';

/** Days of the zone in which the page shows times. */
export const readStatementAddress = (raw: FlatSearch): StatementParams =>
  readStatementParams(raw, companyNow(), currentZone());
