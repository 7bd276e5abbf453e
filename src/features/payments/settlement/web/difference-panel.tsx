import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { hasVisibleText } from '#shared/label.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { type CallFailure, isVersionConflict, toFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall } from '#web/call/use-call.ts';
import { NoteForm } from '#web/form/note-form.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { maxNote } from '../difference.ts';
import { assignDifference, closeDifference, listDifferenceOwners } from '../endpoints.ts';
import type { Difference } from '../schemas.ts';
import classes from './settlement.module.css';
import { DifferenceBadge } from './settlement-words.tsx';

interface Props {
  orgId: number;
  difference: Difference;
  mayManage: boolean;
  onChanged: (difference: Difference) => void;
  /** Another user has changed it meanwhile. */
  onConflict: () => void;
}

/** One difference with its facts, its owner, and the note that closes it. */
export function DifferencePanel(props: Props) {
  const { t } = useTranslation();
  const { difference, mayManage } = props;
  const [isConflict, setConflict] = useState(false);
  const onConflict = (): void => {
    setConflict(true);
    props.onConflict();
  };
  return (
    <div className="stack">
      <p className={classes.explanation}>{t(`settlement.kind_text.${difference.kind}`)}</p>
      {difference.settledSince !== null && <SettledSince day={difference.settledSince} />}
      {isConflict && <Notice kind="pending">{t('error.version_conflict')}</Notice>}
      <DifferenceFacts difference={difference} />
      {difference.state === 'OPEN' && mayManage && (
        <>
          <OwnerField {...props} onConflict={onConflict} />
          <CloseForm {...props} onConflict={onConflict} />
        </>
      )}
      <ReportFacts difference={difference} />
    </div>
  );
}

function SettledSince({ day }: { day: string }) {
  const { t } = useTranslation();
  const times = useTimes();
  return <Notice kind="success">{t('settlement.settled_since', { day: times.day(day) })}</Notice>;
}

function DifferenceFacts({ difference }: { difference: Difference }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { transactionId, transactionStatus, mayViewTransaction, ours, theirs } = difference;
  const label = (name: string) => t(`settlement.column.${name}`);
  return (
    <Facts
      columns={1}
      facts={[
        { label: label('state'), value: <DifferenceBadge state={difference.state} /> },
        { label: label('ours'), value: ours && money(ours.amount, ours.currency) },
        { label: label('theirs'), value: theirs && money(theirs.amount, theirs.currency) },
        {
          label: label('transaction'),
          value:
            transactionId !== null &&
            (mayViewTransaction ? (
              <Link {...paths.transaction(transactionId)} className={`${classes.link} number`}>
                {transactionId}
              </Link>
            ) : (
              <CopyText text={transactionId} />
            )),
        },
        {
          label: label('transaction_status'),
          value:
            transactionStatus !== null &&
            t(`transactions.status.${transactionStatus}`, { defaultValue: transactionStatus }),
        },
        { label: label('reference'), value: difference.reference },
        { label: label('merchant'), value: difference.merchantName },
        { label: label('owner'), value: difference.ownerName },
        { label: label('note'), value: difference.note },
        { label: label('closed_by'), value: difference.closedBy },
        { label: label('closed_at'), value: difference.closedAt && <TimeText at={difference.closedAt} /> },
      ]}
    />
  );
}

/** Where it was found. */
function ReportFacts({ difference }: { difference: Difference }) {
  const { t } = useTranslation();
  const { asRead, line, reportName, connectionName, foundAt } = difference;
  const label = (name: string) => t(`settlement.column.${name}`);
  return (
    <Facts
      columns={1}
      facts={[
        { label: label('connection'), value: connectionName },
        { label: label('report'), value: reportName },
        { label: label('line'), value: line },
        { label: label('found'), value: <TimeText at={foundAt} /> },
        { label: label('as_read'), value: asRead !== null && <code className={classes.line}>{asRead}</code> },
      ]}
    />
  );
}

function OwnerField({ orgId, difference, onChanged, onConflict }: Props) {
  const { t } = useTranslation();
  const owners = useCall(listDifferenceOwners, { path: { orgId } }, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  const { differenceId, version, ownerId, ownerName } = difference;
  const choices = (owners.data ?? []).map(({ userId, name }) => ({ value: userId, label: name }));
  // An owner who may no longer own it stays shown.
  if (ownerId !== null && !choices.some(({ value }) => value === ownerId))
    choices.push({ value: ownerId, label: ownerName ?? ownerId });
  const assign = async (next: string | null): Promise<void> => {
    setFailure(undefined);
    try {
      onChanged(
        await call(assignDifference, { path: { orgId, differenceId }, body: { version, ownerId: next } }),
      );
    } catch (cause) {
      if (isVersionConflict(cause)) onConflict();
      else setFailure(toFailure(cause));
    }
  };
  return (
    <>
      <SelectField
        label={t('settlement.column.owner')}
        placeholder={t('settlement.owner.none')}
        choices={choices}
        value={ownerId}
        clearable
        searchable
        onChange={(next) => void assign(next)}
      />
      <FailureNotice failure={failure} />
    </>
  );
}

function CloseForm({ orgId, difference, onChanged, onConflict }: Props) {
  const { t } = useTranslation();
  const { differenceId, version } = difference;
  return (
    <NoteForm
      label={t('settlement.column.note')}
      help={t('settlement.close_help')}
      submitLabel={t('settlement.close')}
      maxLength={maxNote}
      check={(note) => (hasVisibleText(note) ? undefined : 'settlement.note_missing')}
      send={async (note) => {
        try {
          onChanged(await call(closeDifference, { path: { orgId, differenceId }, body: { version, note } }));
        } catch (cause) {
          if (!isVersionConflict(cause)) throw cause;
          onConflict();
        }
      }}
      onStored={async () => {}}
    />
  );
}
