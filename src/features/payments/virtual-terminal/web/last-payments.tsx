import { Link } from '@tanstack/react-router';
import { Card } from '#ui/layout/card.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { useCall } from '#web/call/use-call.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listTerminalPayments } from '../endpoints.ts';
import type { TerminalPayment } from '../schemas.ts';
import classes from './terminal.module.css';

/** The last payments of the installation's terminal. Nothing while there are none, or when they cannot be read. */
export function LastPayments({ installationId }: { installationId: string }) {
  const { t } = useTranslation();
  const { data = [] } = useCall(
    listTerminalPayments,
    { path: { installationId } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  if (data.length === 0) return null;
  return (
    <Card title={t('terminal.last.title')}>
      <p className="quiet">{t('terminal.last.text')}</p>
      <ul className="lined-list">
        {data.map((payment) => (
          <li key={payment.transactionId}>
            <LastPayment payment={payment} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function LastPayment({ payment }: { payment: TerminalPayment }) {
  const { t } = useTranslation();
  const { transactionId, amount, currency, reference, maskedPan, at, status, isHeld } = payment;
  const mayView = isAllowed(useSignedIn(), {
    anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
  });
  const money = <MoneyText amount={amount} currencyCode={currency} />;
  return (
    <>
      <span className={classes.last}>
        {mayView ? <Link {...paths.transaction(transactionId)}>{money}</Link> : money}
        {isHeld ? (
          <StatusBadge tone="pending" label={t('terminal.result.held')} />
        ) : (
          <StatusCell status={status} />
        )}
        {reference !== null && <span>{reference}</span>}
        {maskedPan !== null && <span className="number quiet">{maskedPan.slice(-4)}</span>}
      </span>
      <TimeText at={at} isShort />
    </>
  );
}
