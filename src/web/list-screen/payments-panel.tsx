import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import type { CallFailure } from '../call/call-failure.ts';
import { TimeText } from '../format/time-text.tsx';
import { paths } from '../paths.ts';
import { errorText } from '../translate/translate.ts';
import classes from './list-screen.module.css';
import { OlderPages, type useOlderPages } from './older-pages.tsx';

interface PanelProps<O> {
  /** The content of the panel; undefined: it is closed. */
  target: O | undefined;
  onClose: () => void;
  children: (target: O) => ReactNode;
}

/** The payments that a figure counts, beside it. */
export function PaymentsPanel<O extends { title: string }>({ target, onClose, children }: PanelProps<O>) {
  const last = useLastShown(target);
  return (
    <SidePanel isOpen={target !== undefined} onClose={onClose} title={last?.title ?? ''}>
      {last !== undefined && <Fragment key={JSON.stringify(last)}>{children(last)}</Fragment>}
    </SidePanel>
  );
}

interface PaymentRow {
  id: string;
  transactionId: string;
  amount: string;
  currency: string;
  /** The payment's type or status. */
  label: string;
  at: string;
  /** After the time: a reference or a user. */
  note: string | undefined;
}

interface RowsProps {
  rows: readonly PaymentRow[] | undefined;
  hasMore: boolean;
  error: CallFailure | null;
  onRetry: () => void;
  pages: ReturnType<typeof useOlderPages>;
  texts: { failed: string; none: string; newer: string; older: string };
}

/** The rows of such a panel: loading, failed, empty, or a page of them. */
export function PaymentRows({ rows, hasMore, error, onRetry, pages, texts }: RowsProps) {
  if (error !== null)
    return (
      <ErrorState title={texts.failed} requestId={error.requestId} onRetry={onRetry}>
        {errorText(error.message)}
      </ErrorState>
    );
  if (rows === undefined) return <SkeletonLines lines={8} />;
  if (rows.length === 0) return <EmptyState title={texts.none} />;
  return (
    <>
      <ul className={classes.payments}>
        {rows.map(({ id, transactionId, amount, currency, label, at, note }) => (
          <li key={id}>
            <Link {...paths.transaction(transactionId)}>
              <MoneyText amount={amount} currencyCode={currency} />
              <span>{label}</span>
              <span className={classes.when}>
                <TimeText at={at} isShort />
                {note !== undefined && ` · ${note}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <OlderPages pages={pages} hasMore={hasMore} lastRow={rows.at(-1)?.id} labels={texts} />
    </>
  );
}
