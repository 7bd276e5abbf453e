import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Button } from '@mantine/core';
import { cardText } from '#web/format/card-text.ts';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { moneyColumn } from '#web/format/money-column.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import { timeColumn } from '#web/format/time-column.tsx';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { CustomerLink } from '#web/links/customer-link.tsx';
import { useDensity } from '#web/preferences.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { maxTransactions } from '../case-status.ts';
import { collectCase } from '../endpoints.ts';
import type { CaseTransaction } from '../schemas.ts';
import type { CaseProps } from './case-props.ts';
import classes from './cases.module.css';

const rowId = ({ transactionId }: CaseTransaction): string => transactionId;
const maxVisibleRows = 10;

/** The payments of a case, each with its reason. */
export function CasePayments({ caseView, onChanged, isEditable }: CaseProps & { isEditable: boolean }) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const navigate = useNavigate();
  const density = useDensity();
  const collect = useSend(collectCase, { handlesOwnErrors: true });
  const columns = useMemo(() => paymentColumns(t, times, browserLocale(language)), [t, times, language]);
  const rows = caseView.transactions;
  const isFull = rows.length >= maxTransactions;
  async function collectMore(): Promise<void> {
    const response = await collect.mutateAsync({ path: { caseId: caseView.id } }).catch(() => undefined);
    if (response !== undefined && response.added > 0) await onChanged();
  }
  return (
    <div className={classes.stack}>
      <DataGrid
        label={t('cases.payments')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        isLoading={false}
        density={density}
        visibleRows={Math.min(Math.max(rows.length, 1), maxVisibleRows)}
        onOpen={({ transactionId }) => void navigate(paths.transaction(transactionId))}
      />
      {isFull && <p className="quiet-text">{t('cases.full', { count: maxTransactions })}</p>}
      {isEditable && !isFull && (
        <div className={classes.start}>
          <Button variant="default" loading={collect.isPending} onClick={() => void collectMore()}>
            {t('cases.collect')}
          </Button>
          <span className="quiet-text" aria-live="polite">
            {collect.data !== undefined &&
              (collect.data.added === 0
                ? t('cases.collected_none')
                : t('cases.collected', { count: collect.data.added }))}
          </span>
        </div>
      )}
      <FailureNotice failure={collect.error} />
    </div>
  );
}

function paymentColumns(t: Translate, times: Times, locale: string): GridColumn<CaseTransaction>[] {
  return [
    {
      id: 'amount',
      header: t('cases.column.transactionAmount'),
      ...moneyColumn(locale, ({ amount, currencyCode, type, status }: CaseTransaction) => ({
        requested: amount,
        currency: currencyCode,
        type,
        status,
      })),
      width: 120,
      minWidth: 120,
      card: 'title',
    },
    {
      id: 'status',
      header: t('cases.column.status'),
      text: ({ status }) => t(`transactions.status.${status}`, { defaultValue: status }),
      cell: ({ status }) => <StatusCell status={status} />,
      isWhole: 'badge',
      width: 125,
      minWidth: 125,
      card: 'status',
    },
    {
      id: 'reason',
      header: t('cases.column.reason'),
      text: ({ reason }) => t(`cases.reason.${reason}`),
      isWhole: 'text',
      width: 135,
      minWidth: 135,
      card: 'subtitle',
    },
    {
      id: 'card',
      header: t('cases.column.card'),
      text: ({ paymentProduct, maskedPan }) => cardText(paymentProduct, maskedPan, t) ?? '',
      isNumeric: true,
      width: 210,
      card: 'subtitle',
      cardText: ({ maskedPan }) => cardText(null, maskedPan, t) ?? '',
    },
    {
      id: 'time',
      header: t('cases.column.transactionTime'),
      ...timeColumn(times, ({ transactionTime }: CaseTransaction) => transactionTime),
      width: 150,
      minWidth: 150,
      card: 'time',
    },
    {
      id: 'customer',
      header: t('cases.column.customer'),
      text: ({ customerName, customerEmail }) => customerEmail ?? customerName ?? '',
      cell: ({ customerName, customerEmail, transactionId }) => (
        <CustomerLink transactionId={transactionId} isInCell>
          {customerEmail ?? customerName}
        </CustomerLink>
      ),
      width: 200,
    },
    { id: 'merchant', header: t('cases.column.merchant'), text: ({ merchantName }) => merchantName },
  ];
}
