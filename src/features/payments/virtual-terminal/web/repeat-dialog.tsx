import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { repeatTransaction } from '#features/payments/payments/endpoints.ts';
import { part, readDecline, readReasonMessage } from '#features/payments/payments/read-response.ts';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { AttemptKeys, openKeyStore } from '#web/call/attempt-keys.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { TerminalPayment } from '../schemas.ts';
import { DeclineText } from './session-sections.tsx';
import classes from './terminal.module.css';

interface Props {
  isOpen: boolean;
  installationId: string;
  payment: TerminalPayment;
  onClose: () => void;
  /** The repeat may have been made. */
  onDone: () => void;
}

interface Result {
  kind: 'success' | 'processing' | 'error';
  transactionId?: string | undefined;
  failure?: CallFailure;
}

/** Time to wait for a response (milliseconds). */
const limitMs = 60_000;

/** Asks once, and charges the card again by the request that the transaction's details send. */
export function RepeatDialog({ isOpen, installationId, payment, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const { transactionId, amount, currency, maskedPan, reference, at, repeatKinds } = payment;
  const [keys] = useState(() => new AttemptKeys(openKeyStore(transactionId)));
  const [result, setResult] = useState<Result>();
  const { kind, isChoice, kindText, choose } = useRepeatKind(payment, keys);
  const send = useSend(repeatTransaction, { handlesOwnErrors: true, giveUpAfterMs: limitMs });
  const money = useMoney()(amount, currency);
  const card = maskedPan?.slice(-4) ?? '';
  const texts = (name: string): string =>
    t(`details.action.REPEAT.${name}`, { money, card, id: transactionId });

  async function repeat(): Promise<void> {
    const body = {
      transaction: {
        amount,
        currency,
        commerceType: 'CA',
        ...(kind === 'INSTALMENT' ? { instalment: true } : { recurring: true }),
      },
    };
    // As the details keep it: the same request with an unknown result has the same key.
    const attempt = keys.startAttempt(['REPEAT', body]);
    keys.recordSent(attempt);
    // The contract leaves the body open.
    const input = {
      path: { installationId, transactionId },
      body,
      headers: { 'idempotency-key': attempt.key },
    };
    const ended = await send.mutateAsync(input).then(
      ({ outcome, transaction }): Result => ({
        kind: outcome?.reasonCode === 'S100' ? 'success' : 'processing',
        transactionId: transaction?.transactionId,
      }),
      (failure: unknown): Result => ({ kind: 'error', failure: toFailure(failure) }),
    );
    keys.recordEnd(attempt, ended.kind === 'error' && isUnknown(ended.failure));
    setResult(ended);
    onDone();
  }
  function close(): void {
    setResult(undefined);
    onClose();
  }
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen && result === undefined}
        title={texts('confirm_title')}
        confirmLabel={texts('confirm')}
        onConfirm={repeat}
        onCancel={close}
      >
        <DetailsList
          details={[
            {
              label: t('details.amount'),
              value: <MoneyText amount={amount} currencyCode={currency} isLarge />,
            },
            { label: t('details.with_card'), value: maskedPan, isNumeric: true },
            ...(isChoice ? [] : [{ label: t('details.repeat_type'), value: kindText(kind) }]),
            ...(reference === null
              ? []
              : [{ label: t('terminal.field.merchantReference'), value: reference }]),
            { label: t('terminal.result.time'), value: <TimeText at={at} /> },
          ]}
        />
        {isChoice && (
          <SelectField
            label={t('details.repeat_type')}
            choices={repeatKinds.map((value) => ({ value, label: kindText(value) }))}
            value={kind}
            onChange={choose}
          />
        )}
        <p>{texts('confirm_text')}</p>
      </ConfirmDialog>
      {result !== undefined && <RepeatResult result={result} texts={texts} onClose={close} />}
    </>
  );
}

/** The kind of the repeat. Only the same request finds the result of one whose response was lost, so the kind of that one stays. */
function useRepeatKind({ repeatKinds, repeatAs }: TerminalPayment, keys: AttemptKeys) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(repeatAs ?? 'RECURRING');
  const unknown = findUnknownKind(keys);
  return {
    kind: unknown ?? chosen,
    isChoice: unknown === undefined && repeatKinds.length > 1,
    kindText: (kind: string): string => t(`details.${kind.toLowerCase()}`),
    choose: (kind: string | null) => setChosen(kind === 'INSTALMENT' ? kind : 'RECURRING'),
  };
}

function findUnknownKind(keys: AttemptKeys): TerminalPayment['repeatAs'] | undefined {
  const sent = keys.listUnknown().findLast((request) => Array.isArray(request) && request[0] === 'REPEAT');
  if (!Array.isArray(sent)) return undefined;
  return part(part(sent[1]).transaction).instalment === true ? 'INSTALMENT' : 'RECURRING';
}

const toFailure = (failure: unknown): CallFailure =>
  failure instanceof CallFailure ? failure : new CallFailure(0, '', '');

/** The request may have arrived. */
const isUnknown = (failure: CallFailure | undefined): boolean =>
  failure !== undefined && (failure.status === 0 || failure.status >= 500);

interface ResultProps {
  result: Result;
  texts: (name: string) => string;
  onClose: () => void;
}

function RepeatResult({ result: { kind, transactionId, failure }, texts, onClose }: ResultProps) {
  const { t } = useTranslation();
  const mayView = isAllowed(useSignedIn(), {
    anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
  });
  const isLost = isUnknown(failure);
  return (
    <ResultDialog
      isOpen
      kind={kind}
      title={isLost ? t('details.unknown_title') : texts(`${kind}_title`)}
      requestId={failure?.requestId}
      onClose={onClose}
    >
      <p>{isLost ? t('details.unknown_end') : texts(`${kind}_text`)}</p>
      {failure !== undefined && !isLost && <FailedReason failure={failure} />}
      {transactionId !== undefined && (
        <p>
          {t('details.new_transaction')}{' '}
          {mayView ? (
            <Link {...paths.transaction(transactionId)} className={`${classes.link} number`}>
              {transactionId}
            </Link>
          ) : (
            <span className="number">{transactionId}</span>
          )}
        </p>
      )}
    </ResultDialog>
  );
}

/** The reason of a decline with advice, or of a request that was rejected. */
function FailedReason({ failure }: { failure: CallFailure }) {
  const decline = readDecline(failure.body);
  if (!['unknown', 'follow_up', 'request'].includes(decline.reason)) return <DeclineText decline={decline} />;
  return <p>{readReasonMessage(failure.body) ?? errorText(failure.message)}</p>;
}
