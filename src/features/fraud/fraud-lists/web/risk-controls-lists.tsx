import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getExtendedBlockLists } from '../endpoints.ts';
import type { FraudList } from '../list-shapes.ts';
import { useListLabels } from './use-list-labels.ts';
import { standardColumns } from './standard-columns.tsx';

/** The block lists that risk controls show while an organisation lacks the optimize feature. */
const visibleFields = ['customerIpAddress', 'cardCorrelationId'];
const rowId = ({ listId }: FraudList): string => String(listId);

/** The block lists of IP addresses and cards, where the organisation has no list screens. */
export function RiskControlsLists() {
  const session = useSignedIn();
  const mayView = isAllowed(session, {
    allOf: ['P_VIEW_RISK_CONTROLS', 'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS'],
  });
  return mayView && !session.features.includes('ERE') ? <Lists /> : null;
}

function Lists() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labels = useListLabels();
  const times = useTimes();
  const { organisation } = useSignedIn();
  const path = { orgId: organisation.selectedParentOrgId };
  const lists = useCall(getExtendedBlockLists, { path }, { handlesOwnErrors: true, staleTime: 0 });
  const columns = useMemo(() => standardColumns(t, labels, times), [t, labels, times]);
  const rows = lists.data?.data.filter(({ dataField }) => visibleFields.includes(dataField));
  if (rows?.length === 0) return null;
  return (
    <Section title={t('fraud_lists.standard.block')}>
      <DataGrid
        label={t('fraud_lists.standard.block')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        isLoading={lists.isFetching}
        visibleRows={2}
        onOpen={({ listId }) => void navigate(paths.riskControlsList(listId))}
        error={
          lists.error === null ? undefined : (
            <ErrorState
              title={t('fraud_lists.failed')}
              requestId={lists.error.requestId}
              onRetry={() => void lists.refetch()}
            >
              {errorText(lists.error.message)}
            </ErrorState>
          )
        }
      />
    </Section>
  );
}
