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
      title={t('cases.close.title', { id: props.caseView.id })}
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
  selected: readonly number[];
}
interface Errors {
  outcome?: 'cases.close.outcome_missing';
  selected?: 'cases.close.too_many';
}

const kindOf = (outcome: Values['outcome']) => (outcome === 'GENUINE' ? 'allow' : 'block');

function CloseForm({ caseView, onChanged, onConflict, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation();
  const form = useForm<Values, Errors>({
    initial: { outcome: '', note: '', selected: [] },
    validate: ({ outcome, selected: indexes }) => ({
      outcome: outcome === '' ? ('cases.close.outcome_missing' as const) : undefined,
      selected: indexes.length > maxListValues ? ('cases.close.too_many' as const) : undefined,
    }),
    send: async ({ outcome, note, selected }) => {
      if (outcome === '') return;
      const listValues = selected
        .flatMap((index) => caseView.listValues[index] ?? [])
        .map(({ dataField, value }) => ({ dataField, value }));
      const text = note.trim() === '' ? {} : { note };
      const body = { version: caseView.version, outcome, listValues, ...text };
      try {
        await call(closeCase, { path: { caseId: caseView.id }, body });
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
  const { outcome, selected: checkedIndexes } = form.values;
  return (
    <FormStack
      onSubmit={form.submit}
      actions={<DialogButtons submit={t('cases.close.button')} isBusy={form.isBusy} onCancel={onClose} />}
    >
      <RadioField
        label={t('cases.close.outcome')}
        help={outcome === '' ? t('cases.close.outcome_help') : t(`cases.close.help.${outcome}`)}
        error={form.error('outcome')}
        choices={caseOutcomes.map((caseOutcome) => ({
          value: caseOutcome,
          label: t(`cases.outcome.${caseOutcome}`),
        }))}
        value={outcome}
        onChange={(next) => {
          // A value ticked for one kind of list must not go on the other.
          const isSame = kindOf(next as CaseOutcome) === kindOf(outcome);
          form.change({ outcome: next as CaseOutcome, ...(isSame ? {} : { selected: [] }) });
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
          caseView={caseView}
          kind={kindOf(outcome)}
          selected={checkedIndexes}
          error={form.error('selected')}
          onChange={(next) => form.change({ selected: next })}
        />
      )}
      <UnsavedGuard isDirty={form.isDirty} />
      <FailureNotice failure={form.failure} />
    </FormStack>
  );
}

interface ListProps {
  caseView: CaseView;
  kind: 'block' | 'allow';
  selected: readonly number[];
  error: string | undefined;
  onChange: (selected: number[]) => void;
}

/** The values that the lists can get, for users who may change them. */
function ListValues({ caseView, kind, selected, error, onChange }: ListProps) {
  const { t } = useTranslation();
  const listedText = useListedText();
  const session = useSignedIn();
  const mayList = isAllowed(session, { anyOf: ['P_EDIT_FRAUD_LIST_ITEMS'], path: caseView.companyPath });
  if (!mayList || caseView.listValues.length === 0) return null;
  return (
    <fieldset className={classes.group}>
      <legend>{t(`cases.close.lists_${kind}`)}</legend>
      {caseView.listValues.map(({ dataField, value, displayValue }, index) => (
        <CheckField
          key={`${dataField} ${value}`}
          label={listedText(dataField, displayValue)}
          isChecked={selected.includes(index)}
          onChange={(isOn) =>
            onChange(
              isOn ? [...selected, index] : selected.filter((selectedValue) => selectedValue !== index),
            )
          }
        />
      ))}
      {error !== undefined && <Notice kind="failed">{error}</Notice>}
    </fieldset>
  );
}
