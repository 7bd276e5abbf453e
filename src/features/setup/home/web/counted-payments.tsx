import type { BodyOf } from '#shared/define-endpoint.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { useCall } from '#web/call/use-call.ts';
import { useOlderPages } from '#web/list-screen/older-pages.tsx';
import { PaymentRows, PaymentsPanel } from '#web/list-screen/payments-panel.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { panelPageSize, listActivity, listDeclines, listExpiring } from '../endpoints.ts';

/** What a mark or a reason counts, without the organisation and the page. */
type Criteria<C extends typeof listActivity | typeof listDeclines> = Omit<BodyOf<C>, 'orgIds' | 'before'>;

export type CountedPayments = { title: string } & (
  | { of: 'activity'; criteria: Criteria<typeof listActivity> }
  | { of: 'declines'; criteria: Criteria<typeof listDeclines> }
);

/** The payments of a mark beside the chart. */
export function CountedPanel({
  target,
  onClose,
}: {
  target: CountedPayments | undefined;
  onClose: () => void;
}) {
  return (
    <PaymentsPanel target={target} onClose={onClose}>
      {(counted) =>
        counted.of === 'activity' ? (
          <Activity criteria={counted.criteria} />
        ) : (
          <Declines criteria={counted.criteria} />
        )
      }
    </PaymentsPanel>
  );
}

const isOpenTarget = { title: '' };

/** The authorisations that expire soon. */
export function ExpiringPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const title = t('home.needs.expiringAuthorisations.title');
  return (
    <PaymentsPanel target={isOpen ? { ...isOpenTarget, title } : undefined} onClose={onClose}>
      {() => <Expiring />}
    </PaymentsPanel>
  );
}

const options = { handlesOwnErrors: true, staleTime: 0 } as const;

function Activity({ criteria }: { criteria: Criteria<typeof listActivity> }) {
  const { pages, body } = usePage();
  const page = useCall(listActivity, { body: { ...criteria, ...body } }, options);
  return <Rows {...page} refetch={() => void page.refetch()} pages={pages} />;
}

function Declines({ criteria }: { criteria: Criteria<typeof listDeclines> }) {
  const { pages, body } = usePage();
  const page = useCall(listDeclines, { body: { ...criteria, ...body } }, options);
  return <Rows {...page} refetch={() => void page.refetch()} pages={pages} />;
}

function Expiring() {
  const { pages, body } = usePage();
  const page = useCall(listExpiring, { body }, options);
  return <Rows {...page} refetch={() => void page.refetch()} pages={pages} isAscending />;
}

function usePage() {
  const { organisation } = useSignedIn();
  const pages = useOlderPages();
  const before = pages.before === undefined ? {} : { before: pages.before };
  return { pages, body: { orgIds: [organisation.selectedParentOrgId], ...before } };
}

interface Props {
  data: { payments: readonly PanelPayment[]; hasMore: boolean } | undefined;
  error: CallFailure | null;
  refetch: () => void;
  pages: ReturnType<typeof useOlderPages>;
  /** The next page has later times. */
  isAscending?: boolean;
}

interface PanelPayment {
  transactionId: string;
  at: string;
  type: string;
  amount: string;
  currency: string;
  merchantReference: string | null;
}

function Rows({ data, error, refetch, pages, isAscending = false }: Props) {
  const { t } = useTranslation();
  const [newer, older] = [
    t('home.activity.newer', { count: panelPageSize }),
    t('home.activity.older', { count: panelPageSize }),
  ];
  return (
    <PaymentRows
      rows={data?.payments.map(({ type, merchantReference, ...payment }) => ({
        ...payment,
        id: payment.transactionId,
        label: t(`transactions.type.${type}`, { defaultValue: type }),
        note: merchantReference ?? undefined,
      }))}
      hasMore={data?.hasMore === true}
      error={error}
      onRetry={refetch}
      pages={pages}
      texts={{
        failed: t('home.activity.payments_failed'),
        none: t('home.activity.payments_none'),
        newer: isAscending ? older : newer,
        older: isAscending ? newer : older,
      }}
    />
  );
}
