import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
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
import { errorText } from '#web/translate/translate.ts';
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
  const config = useCall(getAutoAdd, { path }, { isHandledHere: true, staleTime: 0 });
  const [isEditing, setIsEditing] = useState(false);
  if (config.error != null) {
    // Without the permission at the company there is nothing to show.
    if (config.error.status === 403) return null;
    return (
      <Notice
        kind="failed"
        action={
          <Button variant="default" size="compact-sm" onClick={() => void config.refetch()}>
            {texts.retry}
          </Button>
        }
      >
        {t('fraud_lists.auto_add.load_failed')}
      </Notice>
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
  const { organisation } = useSignedIn();
  const [draft, setDraft] = useState(config);
  const [period, setPeriod] = useState({
    value: String(config.expiry?.value ?? 6),
    unit: config.expiry?.expiryPeriodicity ?? ('MONTHS' as ExpiryUnit),
  });
  const [isChecked, setIsChecked] = useState(false);
  const send = useSend(saveAutoAdd, { isHandledHere: true });
  const isAfter = draft.expiry !== null;
  const value = Number(period.value);
  const isPeriodWrong =
    isAfter && (!/^\d{1,4}$/.test(period.value) || value < 1 || value > maxExpiry[period.unit]);
  const contradiction = findContradiction(draft);
  const error = formError();
  function formError(): string | undefined {
    if (contradiction) {
      const type = t(`fraud_lists.auto_add.type_title.${contradiction.type}`);
      return t(`fraud_lists.auto_add.contradiction_${contradiction.side}`, { type });
    }
    if (!draft.active || !isChecked) return undefined;
    if (draft.sourceTypes.length === 0) return t('fraud_lists.auto_add.no_source');
    return draft.targetTypes.length === 0 ? t('fraud_lists.auto_add.no_target') : undefined;
  }
  async function save(): Promise<void> {
    setIsChecked(true);
    const isIncomplete = draft.active && (draft.sourceTypes.length === 0 || draft.targetTypes.length === 0);
    if (contradiction || isPeriodWrong || isIncomplete) return;
    const body = { ...draft, expiry: isAfter ? { value, expiryPeriodicity: period.unit } : null };
    const path = { orgId: organisation.selectedParentOrgId };
    const saved = await send.mutateAsync({ path, body }).catch(() => undefined);
    if (saved === undefined) return;
    onClose();
    onSaved();
  }
  const toggle = <T extends string>(list: readonly T[], type: T, isOn: boolean): T[] =>
    isOn ? [...list, type] : list.filter((one) => one !== type);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SwitchField
        label={t('fraud_lists.auto_add.switch')}
        isOn={draft.active}
        onChange={(active) => setDraft({ ...draft, active })}
      />
      <div className={classes.group} role="group" aria-label={t('fraud_lists.auto_add.sources')}>
        <span aria-hidden>{t('fraud_lists.auto_add.sources')}</span>
        <div className={classes.choices}>
          {(Object.keys(sourceTypes) as SourceType[]).map((type) => (
            <CheckField
              key={type}
              label={t(`fraud_lists.auto_add.type_title.${type}`)}
              isChecked={draft.sourceTypes.includes(type)}
              onChange={(isOn) => setDraft({ ...draft, sourceTypes: toggle(draft.sourceTypes, type, isOn) })}
            />
          ))}
        </div>
      </div>
      <div className={classes.group} role="group" aria-label={t('fraud_lists.auto_add.targets')}>
        <span aria-hidden>{t('fraud_lists.auto_add.targets')}</span>
        <div className={classes.choices}>
          {(Object.keys(targetTypes) as TargetType[]).map((type) => (
            <CheckField
              key={type}
              label={t(`fraud_lists.auto_add.type_title.${type}`)}
              isChecked={draft.targetTypes.includes(type)}
              onChange={(isOn) => setDraft({ ...draft, targetTypes: toggle(draft.targetTypes, type, isOn) })}
            />
          ))}
        </div>
      </div>
      {error !== undefined && <Notice kind="failed">{error}</Notice>}
      <SelectField
        label={t('fraud_lists.auto_add.expiry')}
        choices={[
          { value: 'source', label: t('fraud_lists.auto_add.expiry_source') },
          { value: 'after', label: t('fraud_lists.auto_add.expiry_after') },
        ]}
        value={isAfter ? 'after' : 'source'}
        onChange={(choice) =>
          setDraft({
            ...draft,
            expiry: choice === 'after' ? { value: 6, expiryPeriodicity: period.unit } : null,
          })
        }
      />
      {isAfter && (
        <div className={classes.expiry}>
          <TextField
            label={t('fraud_lists.auto_add.number')}
            className="number"
            inputMode="numeric"
            maxLength={4}
            value={period.value}
            error={
              isPeriodWrong
                ? t('fraud_lists.auto_add.number_wrong', { max: maxExpiry[period.unit] })
                : undefined
            }
            onChange={(event) => setPeriod({ ...period, value: event.currentTarget.value })}
          />
          <SelectField
            label={t('fraud_lists.auto_add.unit')}
            choices={expiryUnits.map((unit) => ({
              value: unit,
              label: t(`fraud_lists.auto_add.units.${unit}`),
            }))}
            value={period.unit}
            onChange={(unit) => setPeriod({ ...period, unit: unit as ExpiryUnit })}
          />
        </div>
      )}
      {send.error != null && (
        <Notice kind="failed" title={t('fraud_lists.auto_add.failed')}>
          {errorText(send.error.message)}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={send.isPending}>
          {t('fraud_lists.auto_add.save')}
        </Button>
      </div>
    </form>
  );
}
