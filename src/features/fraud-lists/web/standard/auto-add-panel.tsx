import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { Trans } from '#web/translate/trans.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import {
  type AutoAddConfig,
  type ExpiryUnit,
  type SourceType,
  type TargetType,
  expiryUnits,
  findContradiction,
  maxExpiry,
  sourceTypes,
  targetTypes,
} from '../../auto-add.ts';
import { getAutoAdd, saveAutoAdd } from '../../endpoints.ts';
import classes from '../fraud-lists.module.css';
import { useListWords } from '../use-list-words.ts';

/** What auto-add does, in a sentence. A failure is never shown as "off". */
export function AutoAddPanel() {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const { organisation } = useSignedIn();
  const path = { orgId: organisation.selectedParentOrgId };
  const config = useCall(getAutoAdd, { path }, { handlesOwnErrors: true, staleTime: 0 });
  const [isEditing, setIsEditing] = useState(false);
  if (config.error != null) {
    // Without the permission at the company there is nothing to show.
    if (config.error.status === 403) return null;
    return (
      <FailureNotice
        failure={config.error}
        title={t('fraud_lists.auto_add.load_failed')}
        action={
          <Button variant="default" size="compact-sm" onClick={() => void config.refetch()}>
            {texts.retry}
          </Button>
        }
      />
    );
  }
  if (config.data == null) return <SkeletonLines lines={2} />;
  return (
    <section className={classes.panel} aria-label={t('fraud_lists.auto_add.title')}>
      <p className={classes.panelText}>
        <AutoAddSentence config={config.data} />
      </p>
      <Allowed to={saveAutoAdd}>
        <Button variant="default" onClick={() => setIsEditing(true)}>
          {t('fraud_lists.auto_add.edit')}
        </Button>
        <AutoAddDialog
          config={config.data}
          isOpen={isEditing}
          onClose={() => setIsEditing(false)}
          onSaved={() => void config.refetch()}
        />
      </Allowed>
    </section>
  );
}

function AutoAddSentence({ config }: { config: AutoAddConfig }) {
  const { t } = useTranslation();
  const { locale, number } = useListWords();
  if (!config.active) return t('fraud_lists.auto_add.off');
  const names = (types: readonly string[]): string[] =>
    types.map((type) => t(`fraud_lists.auto_add.type.${type}`));
  const sources = new Intl.ListFormat(locale, { type: 'disjunction' }).format(names(config.sourceTypes));
  const targets = new Intl.ListFormat(locale).format(names(config.targetTypes));
  const { expiry } = config;
  const parts = { values: { sources, targets }, components: { strong: <strong /> } };
  return (
    <>
      <Trans i18nKey="fraud_lists.auto_add.sentence" {...parts} />{' '}
      {expiry === null
        ? t('fraud_lists.auto_add.until_source')
        : t(`fraud_lists.auto_add.after.${expiry.expiryPeriodicity}`, {
            count: expiry.value,
            number: number(expiry.value),
          })}
    </>
  );
}

interface AutoAddDialogProps {
  config: AutoAddConfig;
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Which blocked values add which others, and for how long. */
function AutoAddDialog({ isOpen, ...props }: AutoAddDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t('fraud_lists.auto_add.title')} size="medium">
      {isOpen && <AutoAddForm {...props} />}
    </Dialog>
  );
}

function AutoAddForm({ config, onClose, onSaved }: Omit<AutoAddDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const form = useAutoAddForm(config, () => {
    onClose();
    onSaved();
  });
  const { draft, change, error, failure } = form;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <SwitchField
        label={t('fraud_lists.auto_add.switch')}
        isOn={draft.active}
        onChange={(active) => change({ active })}
      />
      <TypeChoices
        label={t('fraud_lists.auto_add.sources')}
        types={Object.keys(sourceTypes) as SourceType[]}
        chosen={draft.sourceTypes}
        onChange={(chosen) => change({ sourceTypes: chosen })}
      />
      <TypeChoices
        label={t('fraud_lists.auto_add.targets')}
        types={Object.keys(targetTypes) as TargetType[]}
        chosen={draft.targetTypes}
        onChange={(chosen) => change({ targetTypes: chosen })}
      />
      {error !== undefined && <Notice kind="failed">{error}</Notice>}
      <SelectField
        label={t('fraud_lists.auto_add.expiry')}
        choices={[
          { value: 'source', label: t('fraud_lists.auto_add.expiry_source') },
          { value: 'after', label: t('fraud_lists.auto_add.expiry_after') },
        ]}
        value={form.isAfter ? 'after' : 'source'}
        onChange={(choice) => form.setIsAfter(choice === 'after')}
      />
      {form.isAfter && <PeriodFields period={form.period} onChange={form.setPeriod} />}
      <FailureNotice failure={failure} title={t('fraud_lists.auto_add.failed')} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={form.isSaving}>
          {t('fraud_lists.auto_add.save')}
        </Button>
      </div>
    </form>
  );
}

/** The number as it was typed. */
interface Period {
  value: string;
  unit: ExpiryUnit;
}

const isPeriodWrong = ({ value, unit }: Period): boolean =>
  !/^\d{1,4}$/.test(value) || Number(value) < 1 || Number(value) > maxExpiry[unit];

/** The form's values and their errors, and saving them. */
function useAutoAddForm(config: AutoAddConfig, onSaved: () => void) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const send = useSend(saveAutoAdd, { handlesOwnErrors: true });
  const [draft, setDraft] = useState(config);
  const [isAfter, setIsAfter] = useState(config.expiry !== null);
  const [period, setPeriod] = useState<Period>({
    value: String(config.expiry?.value ?? 6),
    unit: config.expiry?.expiryPeriodicity ?? 'MONTHS',
  });
  const [isChecked, setIsChecked] = useState(false);
  const contradiction = findContradiction(draft);
  const missing = findMissingSide(draft);
  function error(): string | undefined {
    if (contradiction) {
      const type = t(`fraud_lists.auto_add.type_title.${contradiction.type}`);
      return t(`fraud_lists.auto_add.contradiction_${contradiction.side}`, { type });
    }
    return isChecked && missing !== undefined ? t(`fraud_lists.auto_add.no_${missing}`) : undefined;
  }
  async function save(): Promise<void> {
    setIsChecked(true);
    if (contradiction || missing !== undefined || (isAfter && isPeriodWrong(period))) return;
    const expiry = isAfter ? { value: Number(period.value), expiryPeriodicity: period.unit } : null;
    const path = { orgId: organisation.selectedParentOrgId };
    const saved = await send.mutateAsync({ path, body: { ...draft, expiry } }).catch(() => undefined);
    if (saved !== undefined) onSaved();
  }
  return {
    draft,
    change: (part: Partial<AutoAddConfig>) => setDraft({ ...draft, ...part }),
    /** The added values expire after a period, not with the value that matched. */
    isAfter,
    setIsAfter,
    period,
    setPeriod,
    error: error(),
    failure: send.error,
    isSaving: send.isPending,
    save,
  };
}

/** The side that has no type, of an auto-add that is on. */
function findMissingSide(draft: AutoAddConfig): 'source' | 'target' | undefined {
  if (!draft.active) return undefined;
  if (draft.sourceTypes.length === 0) return 'source';
  return draft.targetTypes.length === 0 ? 'target' : undefined;
}

interface TypeChoicesProps<T extends SourceType> {
  label: string;
  types: readonly T[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
}

function TypeChoices<T extends SourceType>({ label, types, chosen, onChange }: TypeChoicesProps<T>) {
  const { t } = useTranslation();
  return (
    <div className={classes.group} role="group" aria-label={label}>
      <span aria-hidden>{label}</span>
      <div className={classes.choices}>
        {types.map((type) => (
          <CheckField
            key={type}
            label={t(`fraud_lists.auto_add.type_title.${type}`)}
            isChecked={chosen.includes(type)}
            onChange={(isOn) => onChange(isOn ? [...chosen, type] : chosen.filter((one) => one !== type))}
          />
        ))}
      </div>
    </div>
  );
}

interface PeriodProps {
  period: Period;
  onChange: (period: Period) => void;
}

function PeriodFields({ period, onChange }: PeriodProps) {
  const { t } = useTranslation();
  const { value, unit } = period;
  return (
    <div className={classes.expiry}>
      <TextField
        label={t('fraud_lists.auto_add.number')}
        className="number"
        inputMode="numeric"
        maxLength={4}
        value={value}
        error={
          isPeriodWrong(period) ? t('fraud_lists.auto_add.number_wrong', { max: maxExpiry[unit] }) : undefined
        }
        onChange={(event) => onChange({ ...period, value: event.currentTarget.value })}
      />
      <SelectField
        label={t('fraud_lists.auto_add.unit')}
        choices={expiryUnits.map((one) => ({ value: one, label: t(`fraud_lists.auto_add.units.${one}`) }))}
        value={unit}
        onChange={(next) => onChange({ ...period, unit: next as ExpiryUnit })}
      />
    </div>
  );
}
