import { companyNow } from '#web/session/shown-clock.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { Card } from '#ui/layout/card.tsx';
import classes from './terminal.module.css';
import type { Stage, SessionMessage } from './use-terminal-session.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { completeMessage, statusText } from '../session-outcome.ts';
import { type AdvisedDecline, adviseOnDecline } from '#shared/payments/declines.ts';
import { SetupNext } from '#web/links/next-step.tsx';
import { paths } from '#web/paths.ts';
import { sendReceipt } from '#features/payments/receipts/endpoints.ts';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { hasSms } from '#web/startup-config.ts';
import { useSend } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { Allowed } from '#web/session/allowed.tsx';
import { TextReceiptButton } from './text-receipt.tsx';

/** What the clerk has entered for the payment. */
export interface PaymentSummary {
  /** Decimal text. */
  amount: string;
  currency: string;
  place: { name: string; merchantName: string } | undefined;
  reference: string;
  /** Reserved and captured later, as the clerk chose. */
  isAuthorisation: boolean;
  /** The customer's address, while no receipt goes there by itself. */
  mailTo: string | undefined;
}

/** The payment in one line: 18.40 GBP · Harbour Coffee phone · PHONE-1. */
function SummaryLine({ summary }: { summary: PaymentSummary | undefined }) {
  if (summary === undefined) return null;
  const { amount, currency, place, reference } = summary;
  return (
    <p className={classes.summary}>
      <MoneyText amount={amount} currencyCode={currency} isLarge />
      {place !== undefined && <span>{place.name}</span>}
      {reference !== '' && <span>{reference}</span>}
    </p>
  );
}

interface PaymentProps {
  stage: Extract<Stage, { step: 'paying' }>;
  summary: PaymentSummary | undefined;
  isStatusUnknown: boolean;
  isClosing: boolean;
  onEnd: () => void;
  onCancel: () => void;
}

/** The second section: the hosted page in its frame, the status, and a button to cancel. */
export function PaymentSection({
  stage,
  summary,
  isStatusUnknown,
  isClosing,
  onEnd,
  onCancel,
}: PaymentProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // Not smooth: the page in the frame takes the focus, which would stop a smooth scroll.
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <Card title={t('terminal.paying.title')} headingRef={heading}>
      <SummaryLine summary={summary} />
      <div className={classes.status}>
        <span role="status">
          <StatusBadge
            tone={stage.waitsFor === 'card' ? 'info' : 'pending'}
            label={t(`terminal.paying.${stage.waitsFor}`)}
          />
        </span>
        <Button variant="default" loading={isClosing} onClick={onCancel}>
          {t('terminal.paying.cancel')}
        </Button>
      </div>
      {isStatusUnknown && <Notice kind="pending">{t('terminal.paying.unknown')}</Notice>}
      {stage.decline !== undefined && (
        <Notice kind="failed" title={t('terminal.paying.declined')}>
          <DeclineText decline={stage.decline} />
        </Notice>
      )}
      {stage.session.address === undefined ? (
        <Notice>{t('terminal.paying.no_frame')}</Notice>
      ) : (
        <PaymentFrame
          address={stage.session.address}
          sessionId={stage.session.sessionId}
          title={t('terminal.paying.frame')}
          onEnd={onEnd}
        />
      )}
    </Card>
  );
}

/** The reason of the failed payment, advice for the user, and a sentence for the customer without the reason. */
export function DeclineText({ decline: { reason, adviceCode } }: { decline: AdvisedDecline }) {
  const { t } = useTranslation();
  const { advice, payer } = adviseOnDecline(reason, adviceCode);
  return (
    <>
      <p>{[t(`declines.${reason}`), advice && t(`decline_advice.${advice}`)].filter(Boolean).join(' ')}</p>
      {payer !== undefined && (
        <p>
          <strong>{t('terminal.paying.announcement', { words: t(`decline_payer.${payer}`) })}</strong>
        </p>
      )}
    </>
  );
}

interface FrameProps {
  /** The hosted payment page, on the gateway's origin. */
  address: string;
  sessionId: string;
  title: string;
  /** The page in the frame has ended. */
  onEnd: () => void;
}

/** The height until the page sends its own. */
const firstHeight = 640;

/** The hosted payment page. Card data is entered there and never reaches this page. */
function PaymentFrame({ address, sessionId, title, onEnd }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(firstHeight);
  useEffect(() => {
    const gateway = new URL(address).origin;
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source === null || event.source !== frame.current?.contentWindow) return;
      const message = (event.data ?? {}) as {
        type?: string;
        sessionId?: string;
        step?: string;
        height?: number;
      };
      if (event.origin === location.origin && message.type === completeMessage) onEnd();
      if (event.origin !== gateway || message.sessionId !== sessionId) return;
      if (message.type === 'countinghouse.height' && Number.isFinite(message.height)) {
        setHeight(Math.min(Math.max(Number(message.height), 200), 2000));
      }
      const isOver = message.step === 'RESULT' || message.step === 'CLOSED';
      if (message.type === 'countinghouse.session' && isOver) onEnd();
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [address, sessionId, onEnd]);
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src={address}
      title={title}
      height={height}
      referrerPolicy="origin"
      // The page must not navigate the portal. Only our blank redirect page is of the same origin.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-forms allow-same-origin"
    />
  );
}

interface ResultProps {
  stage: Extract<Stage, { step: 'result' }>;
  /** undefined for a payment from before a reload. */
  summary: PaymentSummary | undefined;
  /** The next payment of a series is being opened. */
  isOpening: boolean;
  onNext: () => void;
}

const tones: Readonly<Record<string, StatusTone>> = { SUCCESS: 'success', FAILED: 'failed' };

/** The third section: the transaction and its result (docs/domain.md#virtual-terminal). */
export function ResultSection({ stage, summary, isOpening, onNext }: ResultProps) {
  const { t } = useTranslation();
  const { transactionId, state, isHeld, decline } = stage;
  const isDone = state === 'SUCCESS';
  const [at] = useState(() => companyNow());
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Of a payment that failed the reason is read first.
    (isDone ? next : heading).current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [isDone]);
  return (
    <div data-print>
      <Card title={t('terminal.result.title')} headingRef={heading}>
        <SummaryLine summary={summary} />
        <DetailsList
          details={[
            ...(summary?.place === undefined
              ? []
              : [
                  { label: t('terminal.result.merchant'), value: summary.place.merchantName },
                  { label: t('terminal.result.time'), value: <TimeText at={at} /> },
                ]),
            { label: t('terminal.result.transaction'), value: transactionId, isNumeric: true },
            {
              label: t('terminal.result.status'),
              value: (
                <span role="status">
                  <StatusBadge
                    tone={isHeld ? 'pending' : (tones[state] ?? 'neutral')}
                    label={t(isHeld ? 'terminal.result.held' : `terminal.state.${state}`, {
                      defaultValue: statusText(state),
                    })}
                  />
                </span>
              ),
            },
            ...(decline === undefined
              ? []
              : [{ label: t('terminal.result.reason'), value: <DeclineText decline={decline} /> }]),
          ]}
        />
        {isHeld && <Notice kind="pending">{t('terminal.result.held_text')}</Notice>}
        {isDone && !isHeld && summary?.isAuthorisation === true && (
          <Notice kind="info">{t('terminal.result.authorised_text')}</Notice>
        )}
        <div className={classes.actions}>
          <Allowed anyOf={['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL']}>
            <Link {...paths.transaction(transactionId)} className={classes.link}>
              {t('terminal.result.details')}
            </Link>
          </Allowed>
          {isDone && summary?.mailTo !== undefined && (
            <ReceiptButton
              installationId={stage.session.installationId}
              transactionId={transactionId}
              to={summary.mailTo}
            />
          )}
          {isDone && hasSms() && (
            <TextReceiptButton installationId={stage.session.installationId} transactionId={transactionId} />
          )}
          {isDone && (
            <Button variant="default" onClick={() => print()}>
              {t('terminal.result.print')}
            </Button>
          )}
          <Button ref={next} loading={isOpening} onClick={onNext}>
            {t('terminal.result.another')}
          </Button>
        </div>
        {isDone && <SetupNext step="payment" />}
      </Card>
    </div>
  );
}

/** Emails the receipt to the customer whose address was entered without one. */
function ReceiptButton({ to, ...path }: { installationId: string; transactionId: string; to: string }) {
  const { t } = useTranslation();
  const send = useSend(sendReceipt, { handlesOwnErrors: true });
  if (send.data !== undefined) {
    return <span role="status">{t('terminal.result.receipt_sent', { to: send.data.sentTo })}</span>;
  }
  return (
    <Allowed anyOf={['P_NEW_PAYMENT', 'P_REFUND_TRANSACTION']}>
      <FailureNotice failure={send.error} />
      <Button variant="default" title={to} loading={send.isPending} onClick={() => send.mutate({ path })}>
        {t('terminal.result.receipt')}
      </Button>
    </Allowed>
  );
}

interface NoticeProps {
  message: SessionMessage | undefined;
  onClose: () => void;
}

/** The end of a session without a result. */
export function SessionNotice({ message, onClose }: NoticeProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const name = message?.name;
  // The notice may be outside the viewport.
  useEffect(() => {
    if (name !== undefined) box.current?.scrollIntoView({ block: 'nearest' });
  }, [name]);
  if (message === undefined) return null;
  const text = t(`terminal.notice.${message.name}`);
  return (
    <div ref={box} className={classes.notice}>
      <FailureNotice failure={message.failure} title={text} onClose={onClose} />
      {message.failure === undefined && (
        <Notice kind={message.name === 'not_closed' ? 'pending' : 'info'} onClose={onClose}>
          {text}
        </Notice>
      )}
    </div>
  );
}
