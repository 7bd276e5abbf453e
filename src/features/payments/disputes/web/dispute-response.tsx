import { Button } from '@mantine/core';
import { useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { Fold } from '#ui/layout/fold.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { isPendingApproval } from '#web/call/approval.ts';
import { type CallFailure, toFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { maxEvidenceText } from '../dispute-limits.ts';
import { getEvidenceForm, submitEvidence } from '../endpoints.ts';
import { findMissing } from '../missing-evidence.ts';
import type { EvidenceFormView } from '../schemas.ts';
import type { DisputeProps } from './dispute-props.ts';
import { EvidenceFiles } from './evidence-files.tsx';
import { useItemName } from './item-name.ts';
import { KnownFacts } from './known-facts.tsx';

/** The processor's evidence form, filled in from the payment. It is sent once, after a confirmation. */
export function DisputeResponse(props: DisputeProps) {
  const { t } = useTranslation();
  const { disputeId } = props.dispute;
  const form = useCall(getEvidenceForm, { path: { disputeId } }, { handlesOwnErrors: true, staleTime: 0 });
  if (form.error !== null)
    return (
      <ErrorState
        title={t('disputes.response.failed')}
        requestId={form.error.requestId}
        onRetry={() => void form.refetch()}
      >
        {errorText(form.error.message)}
      </ErrorState>
    );
  if (form.data === undefined) return <SkeletonLines lines={8} />;
  // A report of the processor keeps what the user has typed.
  return <EvidenceForm key={disputeId} {...props} form={form.data} />;
}

type Item = EvidenceFormView['reasons'][number]['items'][number];

/** Fields that most responses need; the others are in a fold. */
const usual = new Set(['product_description', 'customer_communication', 'uncategorized_text']);

function EvidenceForm({ dispute, onChanged, form }: DisputeProps & { form: EvidenceFormView }) {
  const { t } = useTranslation();
  const money = useMoney();
  const send = useSend(submitEvidence, { handlesOwnErrors: true });
  const [chosen, setReason] = useState<string>();
  const { code: reason = '', items = [] } =
    form.reasons.find(({ code }) => code === chosen) ?? form.reasons[0] ?? {};
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const texts = { ...form.texts, ...typed };
  const files = items.filter(({ kind }) => kind === 'file');
  const fields = items.filter(({ kind }) => kind === 'text');
  const isUsual = ({ name }: Item) => usual.has(name) || form.texts[name] !== undefined;
  const missing = findMissing(
    items,
    ({ name }) => (texts[name] ?? '').trim() !== '' || dispute.files.some(({ item }) => item === name),
  );
  async function submit(): Promise<void> {
    setFailure(undefined);
    const named = new Set(fields.map(({ name }) => name));
    const own = Object.fromEntries(Object.entries(texts).filter(([name]) => named.has(name)));
    try {
      const { disputeId, version } = dispute;
      await send.mutateAsync({ path: { disputeId }, body: { version, reason, texts: own } });
      setTyped({});
    } catch (cause) {
      if (!isPendingApproval(cause)) setFailure(toFailure(cause));
    }
    setIsAsking(false);
    await onChanged();
  }
  return (
    <div className="stack">
      <KnownFacts known={form.known} />
      {form.reasons.length > 1 && <ReasonField reasons={form.reasons} reason={reason} onChange={setReason} />}
      {files.length > 0 && (
        <EvidenceFiles dispute={dispute} onChanged={onChanged} items={files} fileTypes={form.fileTypes} />
      )}
      <TextFields fields={fields.filter(isUsual)} {...{ texts, typed, setTyped }} />
      {fields.some((field) => !isUsual(field)) && (
        <Fold title={t('disputes.response.more_fields')}>
          <TextFields fields={fields.filter((field) => !isUsual(field))} {...{ texts, typed, setTyped }} />
        </Fold>
      )}
      <UnsavedGuard isDirty={Object.keys(typed).length > 0} />
      <FailureNotice failure={failure} />
      <MissingItems items={missing} />
      <div>
        <Button onClick={() => setIsAsking(true)} disabled={missing.length > 0}>
          {t('disputes.response.send')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('disputes.response.send_title')}
        confirmLabel={t('disputes.response.send')}
        onConfirm={submit}
        onCancel={() => setIsAsking(false)}
        isStatic
      >
        {t('disputes.response.send_text', {
          money: money(dispute.amount, dispute.currency),
          processor: dispute.processorName,
        })}
      </ConfirmDialog>
    </div>
  );
}

function MissingItems({ items }: { items: readonly string[] }) {
  const { t } = useTranslation();
  const nameOf = useItemName();
  if (items.length === 0) return null;
  return (
    <Notice kind="pending" title={t('disputes.response.missing')}>
      {items.map(nameOf).join(', ')}
    </Notice>
  );
}

interface ReasonProps {
  reasons: EvidenceFormView['reasons'];
  reason: string;
  onChange: (reason: string) => void;
}

function ReasonField({ reasons, reason, onChange }: ReasonProps) {
  const { t } = useTranslation();
  const nameOf = useItemName();
  return (
    <SelectField
      label={t('disputes.response.reason')}
      help={t('disputes.response.reason_help')}
      choices={reasons.map(({ code }) => ({ value: code, label: nameOf(code) }))}
      value={reason}
      allowDeselect={false}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

interface TextProps {
  fields: readonly Item[];
  texts: Readonly<Record<string, string>>;
  typed: Record<string, string>;
  setTyped: (typed: Record<string, string>) => void;
}

function TextFields({ fields, texts, typed, setTyped }: TextProps) {
  const nameOf = useItemName();
  return (
    <>
      {fields.map(({ name, level, maxLength }) => (
        <TextAreaField
          key={name}
          label={nameOf(name)}
          isOptional={level === 'OPTIONAL'}
          maxLength={maxLength ?? maxEvidenceText}
          autosize
          minRows={name === 'uncategorized_text' ? 4 : 1}
          maxRows={12}
          value={texts[name] ?? ''}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
        />
      ))}
    </>
  );
}
