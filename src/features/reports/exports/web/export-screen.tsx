import { companyNow } from '#web/session/shown-clock.ts';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { hasPermissionAnywhere } from '#shared/scoped-permission.ts';
import { getMetadata } from '#features/reports/transactions/endpoints.ts';
import { isCustom } from '#features/record/reporting/fields/custom-columns.ts';
import { possibleFilters } from '#features/record/reporting/filters/column-filter.ts';
import { hasOutcomes, statusesIn } from '#features/record/reporting/filters/source-limits.ts';
import { useSourceLimits } from '#features/record/reporting/web/use-source-limits.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { buildExportRequest, type ExportChoice, availableSearchFields } from '../export-request.ts';
import { readExportState } from '../export-state.ts';
import { ExportDialog } from './export-dialog.tsx';
import { ExportForm } from './export-form.tsx';
import { useTransactionExport } from './use-transaction-export.ts';

/** /export: transactions of an interval as a file (docs/domain.md#exports). */
export function ExportScreen() {
  const { t } = useTranslation();
  const { zone } = useTimes();
  const { organisation, permissions } = useSignedIn();
  const locationState = useLocation({ select: ({ state }) => state });
  const metadata = useCall(getMetadata, {}, { handlesOwnErrors: true });
  const file = useTransactionExport();
  const limits = useSourceLimits();
  const { isWarehouse } = limits;
  const [openedAt] = useState(() => companyNow());
  const start = useMemo(
    () => readExportState(locationState, openedAt, zone),
    [locationState, openedAt, zone],
  );
  const availableFields = metadata.data?.fields;
  const readValues = (field: string): string[] =>
    availableFields?.find((one) => one.field === field)?.values ?? [];
  const searchFields = availableSearchFields(isWarehouse, (name) => hasPermissionAnywhere(permissions, name));

  function begin(choice: ExportChoice): void {
    if (availableFields === undefined) return;
    const orgIds = choice.orgIds.length > 0 ? choice.orgIds : [organisation.selectedParentOrgId];
    const request = buildExportRequest(
      { ...choice, orgIds },
      { availableFields, isWarehouse, timeZone: zone },
    );
    file.begin(request, choice.search?.field === 'SAME_CARD' ? choice.search.value : undefined);
  }
  return (
    <Page width="form" title={t('screen.transactionExport')}>
      {metadata.error !== null ? (
        <ErrorState
          title={t('transaction_export.failed')}
          requestId={metadata.error.requestId}
          onRetry={() => void metadata.refetch()}
        >
          {errorText(metadata.error.message)}
        </ErrorState>
      ) : availableFields === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <ExportForm
          // Resets when organisation or zone change: organisations and times have another meaning.
          key={`${organisation.selectedParentOrgId} ${zone}`}
          start={{
            ...start,
            columnFilters: possibleFilters(
              start.columnFilters,
              new Set(availableFields.map(({ field }) => field)),
              limits,
            ),
          }}
          custom={
            new Map(
              availableFields
                .filter(({ field }) => isCustom(field))
                .map(({ field, description }) => [field, description]),
            )
          }
          searchFields={searchFields}
          types={readValues('txn_type')}
          statuses={statusesIn(readValues('txn_status'), limits)}
          outcomes={
            hasOutcomes(limits)
              ? readValues('OPTIMIZE360_OUTCOME').filter((name) => !/^(BLACKLIST|WHITELIST)$/.test(name))
              : []
          }
          onExport={begin}
        />
      )}
      <ExportDialog file={file} />
    </Page>
  );
}
