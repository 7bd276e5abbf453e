import { Notice } from '#ui/feedback/notice.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { maxListValues, maxNote, caseOutcomes, type CaseOutcome } from '../case-status.ts';
import { closeCase } from '../endpoints.ts';
import type { CaseView } from '../schemas.ts';
import type { CaseProps } from './case-props.ts';
import classes from './cases.module.css';
import { useListedText } from './use-listed-text.ts';
import { FormStack } from '#ui/form/form-stack.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { isVersionConflict } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useForm } from '#web/form/use-form.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';

interface Props extends CaseProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Closes a case with its outcome. Nothing is added to lists unless it is ticked. */
export function CloseCaseDialog({ isOpen, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onClose}
      title={t('cases.close.title', { id: props.found.id })}
      size="medium"
    >
      {isOpen && <CloseForm {...props} />}
    </Dialog>
  );
}

interface Values {
  outcome: CaseOutcome | '';
  note: string;
  /** Positions in the offered values. */
  listed: readonly number[];
}
interface Errors {
  outcome?: 'cases.close.outcome_missing';
  listed?: 'cases.close.too_many';
}

const kindOf = (outcome: Values['outcome']) => (outcome === 'GENUINE' ? 'allow' : 'block');

function CloseForm({ found, onChanged, onConflict, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation();
  const form = useForm<Values, Errors>({
    initial: { outcome: '', note: '', listed: [] },
    validate: ({ outcome, listed }) => ({
      ...(outcome === '' ? { outcome: 'cases.close.outcome_missing' as const } : {}),
      ...(listed.length > maxListValues ? { listed: 'cases.close.too_many' as const } : {}),
    }),
    send: async ({ outcome, note, listed }) => {
      if (outcome === '') return;
      const listValues = listed
        .flatMap((at) => found.listValues[at] ?? [])
        .map(({ dataField, value }) => ({ dataField, value }));
      const text = note.trim() === '' ? {} : { note };
      const body = { version: found.version, outcome, listValues, ...text };
      try {
        await call(closeCase, { path: { caseId: found.id }, body });
      } catch (cause) {
        if (!isVersionConflict(cause)) throw cause;
        onClose();
        await onConflict();
        return;
      }
      onClose();
      await onChanged();
    },
  });
  const { outcome, listed } = form.values;
  return (
    <FormStack
      onSubmit={form.submit}
      actions={<DialogButtons submit={t('cases.close.button')} isBusy={form.isBusy} onCancel={onClose} />}
    >
      <RadioField
        label={t('cases.close.outcome')}
        help={outcome === '' ? t('cases.close.outcome_help') : t(`cases.close.help.${outcome}`)}
        error={form.error('outcome')}
        choices={caseOutcomes.map((one) => ({ value: one, label: t(`cases.outcome.${one}`) }))}
        value={outcome}
        onChange={(next) => {
          // A value ticked for one kind of list must not go on the other.
          const isSame = kindOf(next as CaseOutcome) === kindOf(outcome);
          form.change({ outcome: next as CaseOutcome, ...(isSame ? {} : { listed: [] }) });
        }}
      />
      <TextAreaField
        label={t('cases.note')}
        isOptional
        maxLength={maxNote}
        autosize
        maxRows={8}
        {...form.field('note')}
      />
      {outcome !== '' && (
        <ListValues
          found={found}
          kind={kindOf(outcome)}
          listed={listed}
          error={form.error('listed')}
          onChange={(next) => form.change({ listed: next })}
        />
      )}
      <UnsavedGuard isDirty={outcome !== '' || form.values.note !== ''} />
      <FailureNotice failure={form.failure} />
    </FormStack>
  );
}

interface ListProps {
  found: CaseView;
  kind: 'block' | 'allow';
  listed: readonly number[];
  error: string | undefined;
  onChange: (listed: number[]) => void;
}

/** The values that the lists can get, for users who may change them. */
function ListValues({ found, kind, listed, error, onChange }: ListProps) {
  const { t } = useTranslation();
  const listedText = useListedText();
  const session = useSignedIn();
  const mayList = isAllowed(session, { anyOf: ['P_EDIT_FRAUD_LIST_ITEMS'], path: found.companyPath });
  if (!mayList || found.listValues.length === 0) return null;
  return (
    <fieldset className={classes.group}>
      <legend>{t(`cases.close.lists_${kind}`)}</legend>
      {found.listValues.map(({ dataField, value, displayValue }, at) => (
        <CheckField
          key={`${dataField} ${value}`}
          label={listedText(dataField, displayValue)}
          isChecked={listed.includes(at)}
          onChange={(isOn) => onChange(isOn ? [...listed, at] : listed.filter((one) => one !== at))}
        />
      ))}
      {error !== undefined && <Notice kind="failed">{error}</Notice>}
    </fieldset>
  );
}
