import { Button } from '@mantine/core';
import { type DayRange, daysOfPreset } from '#shared/calendar-day.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { endOfDayIn, startOfDayIn } from '#shared/zoned-day.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { countTransactions } from '../endpoints.ts';
import classes from './search.module.css';

const offered = ['YESTERDAY', 'WITHIN_1_MONTH', 'WITHIN_1_YEAR'] as const;
type OfferedRange = (typeof offered)[number];

interface Props {
  /** The request that found nothing. */
  request: SearchRequest | undefined;
  onChoose: (preset: OfferedRange, days: DayRange) => void;
}

/** Longer ranges in which the same criteria find transactions, each with their number. */
export function RangeOffers({ request, onChoose }: Props) {
  return request === undefined ? null : (
    <div className={classes.offers}>
      {offered.map((preset) => (
        <Offer key={preset} {...{ preset, request, onChoose }} />
      ))}
    </div>
  );
}

function Offer({ preset, request, onChoose }: Props & { preset: OfferedRange; request: SearchRequest }) {
  const texts = useUiTexts();
  const times = useTimes();
  const days = daysOfPreset(preset, times.today());
  const { data } = useCall(
    countTransactions,
    { body: withDays(request, days, times.zone) },
    // Without a response there is no button.
    { handlesOwnErrors: true, staleTime: 60_000 },
  );
  if (data === undefined || data.count === 0) return null;
  return (
    <Button variant="default" onClick={() => onChoose(preset, days)}>
      {texts.rangePreset(preset)} {numberFormat(texts.locale).format(data.count)}
    </Button>
  );
}

/** The same criteria in other days, without page, order and snapshot. */
export function withDays(request: SearchRequest, { from, to }: DayRange, timeZone: string): SearchRequest {
  const value = [startOfDayIn(from, timeZone).getTime(), endOfDayIn(to, timeZone).getTime()];
  const criteria = request.fields.flatMap(({ field, filter }) =>
    filter === undefined || field === 'txn_datetime' ? [] : [{ field, display: false, filter }],
  );
  const { dataSource, orgIds } = request;
  return {
    startFrom: 1,
    limit: 1,
    ...(dataSource === undefined ? {} : { dataSource }),
    ...(orgIds === undefined ? {} : { orgIds }),
    fields: [
      { field: 'txn_id', display: true },
      ...criteria,
      { field: 'txn_datetime', display: false, filter: { operation: 'BETWEEN', value } },
    ],
  };
}
