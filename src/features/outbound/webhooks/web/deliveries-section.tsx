import { Button } from '@mantine/core';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { addDays } from '#shared/calendar-day.ts';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { Section } from '#ui/layout/section.tsx';
import { useAddress } from '#web/address.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { callUntil } from '#web/call/call.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { ListFailure } from '#web/list-screen/list-failure.tsx';
import { PlainListBar } from '#web/list-screen/list-tools.tsx';
import { useDensity } from '#web/preferences.ts';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { deliveryFilters } from '../delivery-filters.ts';
import { listWebhookDeliveries } from '../endpoints.ts';
import type { ListedDelivery, Webhook } from '../schemas.ts';
import { type DeliveriesSearch, readDeliveriesSearch } from '../webhooks-search.ts';
import { eventLabel, resultLabel, DeliveryStatus } from './webhook-status.tsx';
import { ResendDialog } from './resend-dialog.tsx';
import classes from './webhooks.module.css';

interface Props {
  orgId: number;
  webhook: Webhook;
  /** Another number reads the log again. */
  turn: number;
  onResent: () => void;
}

/** Deliveries are kept for so many days. */
const keptDays = 30;
const maxVisibleRows = 15;
const rowId = ({ deliveryId }: ListedDelivery): string => deliveryId;

/** The deliveries of a webhook, newest first, by status and day. */
export function DeliveriesSection({ orgId, webhook, turn, onResent }: Props) {
  const { t } = useTranslation();
  const [isResending, setIsResending] = useState(false);
  const [count, setCount] = useState<number>();
  const search = useAddress(readDeliveriesSearch);
  const { endpointId } = webhook;
  return (
    <Section title={t('webhooks.deliveries')}>
      <div className="stack">
        {count !== undefined && (
          <Notice kind="success" onClose={() => setCount(undefined)}>
            {t('webhooks.resent', { number: count })}
          </Notice>
        )}
        <DeliveryLog {...{ orgId, endpointId, search, turn }}>
          {webhook.mayManage && (
            <Button variant="default" onClick={() => setIsResending(true)}>
              {t('webhooks.resend_ask')}
            </Button>
          )}
        </DeliveryLog>
      </div>
      {isResending && (
        <ResendDialog
          {...{ orgId, endpointId }}
          day={search.day}
          onClose={() => setIsResending(false)}
          onResent={(queued) => {
            setIsResending(false);
            setCount(queued);
            onResent();
          }}
        />
      )}
    </Section>
  );
}

interface LogProps {
  orgId: number;
  endpointId: string;
  search: DeliveriesSearch;
  turn: number;
}

/** The deliveries that match the filters, and more of them on demand. */
function DeliveryLog({ children, ...props }: LogProps & { children: ReactNode }) {
  const { endpointId, search } = props;
  const { t } = useTranslation();
  const times = useTimes();
  const navigate = useNavigate();
  const density = useDensity();
  const log = useDeliveries(props, times.zone);
  const rows = log.data?.pages.flatMap(({ items }) => items);
  const columns = useMemo(() => columnsOf(t, times, endpointId), [t, times, endpointId]);
  const isFiltered = search.status !== undefined || search.day !== undefined;
  return (
    <>
      <div className={classes.filters}>
        <Filters search={search} onChange={(next) => void navigate(paths.webhook(endpointId, next))} />
      </div>
      <PlainListBar
        // Known once all of them are loaded.
        total={log.error === null && !log.hasNextPage ? rows?.length : undefined}
        countKey="webhooks.delivery_count"
        isLoading={log.isFetching}
        refresh={() => void log.refetch()}
      >
        {children}
      </PlainListBar>
      <DataGrid
        label={t('webhooks.deliveries')}
        columns={columns}
        rows={log.error === null ? rows : []}
        rowId={rowId}
        isLoading={log.isFetching}
        density={density}
        visibleRows={Math.min(Math.max(rows?.length ?? 5, 3), maxVisibleRows)}
        isFailed={({ state }) => state === 'failed'}
        onOpen={({ deliveryId }) => void navigate(paths.webhookDelivery(endpointId, deliveryId))}
        error={
          log.error === null ? undefined : (
            <ListFailure
              texts={{ title: t('webhooks.log_failed') }}
              failure={log.error}
              onRetry={() => void log.refetch()}
            />
          )
        }
        empty={
          isFiltered ? (
            <EmptyState
              title={t('webhooks.no_matches')}
              step={{
                label: t('webhooks.clear_filters'),
                onClick: () => void navigate(paths.webhook(endpointId)),
              }}
            />
          ) : (
            <EmptyState title={t('webhooks.no_deliveries')}>{t('webhooks.no_deliveries_text')}</EmptyState>
          )
        }
      />
      {log.hasNextPage && (
        <div>
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('webhooks.show_more')}
          </Button>
        </div>
      )}
    </>
  );
}

function useDeliveries({ orgId, endpointId, search, turn }: LogProps, zone: string) {
  type Page = ResponseInputOf<typeof listWebhookDeliveries>;
  const { status, day } = search;
  const criteria = {
    status,
    ...(day === undefined
      ? {}
      : {
          from: startOfDayIn(day, zone).toISOString(),
          to: startOfDayIn(addDays(day, 1), zone).toISOString(),
        }),
  };
  return useInfiniteQuery<Page, CallFailure, InfiniteData<Page>, readonly unknown[], string | undefined>({
    queryKey: [listWebhookDeliveries.name, orgId, endpointId, criteria, turn],
    queryFn: ({ pageParam, signal }) =>
      callUntil(
        listWebhookDeliveries,
        {
          path: { orgId, endpointId },
          query: { ...criteria, limit: 50, cursor: pageParam },
        },
        signal,
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    meta: { handlesOwnErrors: true },
  });
}

interface FilterProps {
  search: DeliveriesSearch;
  onChange: (search: DeliveriesSearch) => void;
}

function Filters({ search, onChange }: FilterProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const today = times.today();
  const days = Array.from({ length: keptDays + 1 }, (_, back) => addDays(today, -back));
  return (
    <>
      <SelectField
        label={t('webhooks.status_label')}
        choices={[
          { value: 'every', label: t('webhooks.filter.every') },
          ...deliveryFilters.map((value) => ({ value, label: t(`webhooks.filter.${value}`) })),
        ]}
        value={search.status ?? 'every'}
        onChange={(value) =>
          onChange({ ...search, status: deliveryFilters.find((filter) => filter === value) ?? undefined })
        }
      />
      <SelectField
        label={t('webhooks.day')}
        choices={[
          { value: 'every', label: t('webhooks.every_day') },
          ...days.map((value) => ({ value, label: times.day(value) })),
        ]}
        value={search.day ?? 'every'}
        onChange={(value) =>
          onChange({ ...search, day: value === null || value === 'every' ? undefined : value })
        }
      />
    </>
  );
}

function columnsOf(t: Translate, times: Times, endpointId: string): GridColumn<ListedDelivery>[] {
  return [
    {
      id: 'createdAt',
      header: t('webhooks.time'),
      width: 190,
      ...timeColumn(times, ({ createdAt }: ListedDelivery) => createdAt),
      cell: ({ createdAt, deliveryId }) => (
        <Link {...paths.webhookDelivery(endpointId, deliveryId)} tabIndex={-1}>
          <TimeText at={createdAt} isShort />
        </Link>
      ),
      card: 'time',
    },
    {
      id: 'type',
      header: t('webhooks.event'),
      width: 220,
      text: ({ type }) => eventLabel(t, type),
      card: 'title',
    },
    {
      id: 'state',
      header: t('webhooks.status_label'),
      width: 140,
      isWhole: 'badge',
      text: ({ state }) => t(`webhooks.delivery_state.${state}`),
      cell: ({ state }) => <DeliveryStatus state={state} />,
      card: 'status',
    },
    {
      id: 'result',
      header: t('webhooks.answer'),
      width: 170,
      text: ({ lastResult, durationMs }) =>
        [
          lastResult === null ? '' : resultLabel(t, lastResult),
          durationMs === null ? '' : t('webhooks.milliseconds', { number: durationMs }),
        ]
          .filter((part) => part !== '')
          .join(' · '),
      card: 'subtitle',
    },
    {
      id: 'objectId',
      header: t('webhooks.object'),
      width: 170,
      isNumeric: true,
      text: ({ objectId }) => objectId ?? '',
    },
    {
      id: 'attempts',
      header: t('webhooks.attempts'),
      width: 110,
      isNumeric: true,
      align: 'end',
      text: ({ attempts }) => String(attempts),
    },
    {
      id: 'next',
      header: t('webhooks.next_attempt'),
      width: 160,
      ...timeColumn(times, ({ nextAttemptAt }: ListedDelivery) => nextAttemptAt),
    },
  ];
}
