import type { BodyOf } from '#shared/define-endpoint.ts';
import { useCall } from '#web/call/use-call.ts';
import { useOlderPages } from '#web/list-screen/older-pages.tsx';
import { PaymentRows, PaymentsPanel } from '#web/list-screen/payments-panel.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { declinesPageSize, listDeclines } from '../endpoints.ts';

/** A bar of the chart: its name and its count. */
export interface SelectedReason extends Pick<
  BodyOf<typeof listDeclines>,
  'from' | 'until' | 'reasonCode' | 'responses'
> {
  title: string;
}

interface Props {
  reason: SelectedReason | undefined;
  onClose: () => void;
}

/** The payments of a bar beside the chart. */
export function DeclinedPayments({ reason, onClose }: Props) {
  return (
    <PaymentsPanel target={reason} onClose={onClose}>
      {(reason) => <Payments reason={reason} />}
    </PaymentsPanel>
  );
}

function Payments({ reason: { title: _title, ...query } }: { reason: SelectedReason }) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const pages = useOlderPages();
  const before = pages.before === undefined ? {} : { before: pages.before };
  const { data, error, refetch } = useCall(
    listDeclines,
    { body: { ...query, orgIds: [organisation.selectedParentOrgId], ...before } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  return (
    <PaymentRows
      rows={data?.payments.map(({ type, merchantReference, ...payment }) => ({
        ...payment,
        id: payment.transactionId,
        label: t(`transactions.type.${type}`, { defaultValue: type }),
        note: merchantReference ?? undefined,
      }))}
      hasMore={data?.hasMore ?? false}
      error={error}
      onRetry={() => void refetch()}
      pages={pages}
      texts={{
        failed: t('home.activity.declined_failed'),
        none: t('home.activity.declined_none'),
        newer: t('home.activity.newer', { count: declinesPageSize }),
        older: t('home.activity.older', { count: declinesPageSize }),
      }}
    />
  );
}
