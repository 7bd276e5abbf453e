import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { useCall } from '#web/call/use-call.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { withAllTexts } from '#web/translate/translate.ts';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { listTerminalPayments } from '../endpoints.ts';
import type { TerminalPayment } from '../schemas.ts';
import classes from './terminal.module.css';

const RepeatDialog = lazyMount(async () => (await withAllTexts(import('./repeat-dialog.tsx'))).RepeatDialog);

/** The last payments of the installation's terminal. Nothing while there are none, or when they cannot be read. */
export function LastPayments({ installationId }: { installationId: string }) {
  const { t } = useTranslation();
  const [repeated, setRepeated] = useState<TerminalPayment>();
  const [isOpen, setOpen] = useState(false);
  const { data = [], refetch } = useCall(
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
            <LastPayment
              payment={payment}
              onRepeat={() => {
                setRepeated(payment);
                setOpen(true);
              }}
            />
          </li>
        ))}
      </ul>
      {repeated !== undefined && (
        <RepeatDialog
          key={repeated.transactionId}
          isOpen={isOpen}
          installationId={installationId}
          payment={repeated}
          onClose={() => setOpen(false)}
          onDone={() => void refetch()}
        />
      )}
    </Card>
  );
}

function LastPayment({ payment, onRepeat }: { payment: TerminalPayment; onRepeat: () => void }) {
  const { t } = useTranslation();
  const { transactionId, amount, currency, reference, maskedPan, at, status, isHeld } = payment;
  const money = useMoney();
  const mayView = isAllowed(useSignedIn(), {
    anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
  });
  const amountText = <MoneyText amount={amount} currencyCode={currency} />;
  return (
    <>
      <span className={classes.last}>
        {mayView ? <Link {...paths.transaction(transactionId)}>{amountText}</Link> : amountText}
        {isHeld ? (
          <StatusBadge tone="pending" label={t('terminal.result.held')} />
        ) : (
          <StatusCell status={status} />
        )}
        {reference !== null && <span>{reference}</span>}
        {maskedPan !== null && <span className="number quiet">{maskedPan.slice(-4)}</span>}
      </span>
      <span className={classes.lastEnd}>
        <TimeText at={at} isShort />
        {payment.repeatAs !== null && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('terminal.last.repeat', {
              amount: money(amount, currency),
              card: maskedPan?.slice(-4) ?? '',
            })}
            onClick={onRepeat}
          >
            {t('details.action.REPEAT.button')}
          </Button>
        )}
      </span>
    </>
  );
}
