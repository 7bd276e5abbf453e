import { Button } from '@mantine/core';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { type CallFailure, isVersionConflict } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type ControlsForm, toControlsForm, toRiskControls, matchNames } from '../controls-form.ts';
import { type getRiskControls, saveRiskControls } from '../endpoints.ts';
import { liabilityShifts, velocityTypes } from '../risk-controls.ts';
import classes from './risk-controls.module.css';
import { VelocityRow } from './velocity-row.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { useForm } from '#web/form/use-form.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';

interface Props {
  installationId: number;
  loaded: ResponseInputOf<typeof getRiskControls>;
  /** The permission on this installation. */
  mayEdit: boolean;
  /** These controls are what the user has just saved. */
  isSaved: boolean;
  onSavedClose: () => void;
  onReload: (isAfterSaving: boolean) => Promise<void>;
}

/**
 * Switches that remember their value while off. Saving requires a change and the permission
 * (docs/domain.md#risk-controls).
 */
export function ControlsEditor(props: Props) {
  const { installationId, loaded, mayEdit, isSaved, onSavedClose, onReload } = props;
  const { t } = useTranslation();
  const send = useSend(saveRiskControls, { handlesOwnErrors: true });
  const form = useForm({
    initial: toControlsForm(loaded),
    version: loaded.version,
    comparable: toRiskControls,
    validate: () => ({}),
    async send(values) {
      const body = { ...toRiskControls(values), version: loaded.version };
      await send.mutateAsync({ path: { installationId }, body });
      await onReload(true);
    },
  });
  const change = (changes: Partial<ControlsForm>): void => {
    onSavedClose();
    form.change(changes);
  };
  const group = { form: form.values, mayEdit, change };
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty} />
      {!mayEdit && <Notice>{t('risk_controls.read_only')}</Notice>}
      <ThreeDSecureGroup {...group} />
      <MatchesGroup {...group} />
      <VelocityGroup {...group} />
      {isSaved && (
        <Notice kind="success" onClose={onSavedClose}>
          {t('risk_controls.flash.saved')}
        </Notice>
      )}
      <SaveFailure
        failure={form.failure}
        onReload={() => void onReload(false)}
        onClose={() => form.fail(undefined)}
      />
      {mayEdit && (
        <FormFooter>
          <Button
            variant="default"
            disabled={!form.isDirty || form.isBusy}
            onClick={() => {
              onSavedClose();
              form.reset();
            }}
          >
            {t('ui.discardChanges')}
          </Button>
          <Button disabled={!form.isDirty} loading={form.isBusy} onClick={() => void form.submit()}>
            {t('ui.saveChanges')}
          </Button>
        </FormFooter>
      )}
    </>
  );
}

interface GroupProps {
  form: ControlsForm;
  mayEdit: boolean;
  change: (changes: Partial<ControlsForm>) => void;
}

function ThreeDSecureGroup({ form, mayEdit, change }: GroupProps) {
  const { t } = useTranslation();
  const { threeDSecure } = form;
  return (
    <div className={classes.group}>
      <h3>{t('risk_controls.three_d_secure')}</h3>
      <SwitchField
        label={t('risk_controls.three_d_secure_on')}
        help={t('risk_controls.three_d_secure_help')}
        isOn={threeDSecure.isOn}
        disabled={!mayEdit}
        onChange={(isOn) => change({ threeDSecure: { ...threeDSecure, isOn } })}
        aside={
          threeDSecure.isOn && (
            <SelectField
              className={classes.choice ?? ''}
              label={t('risk_controls.liability_shift')}
              help={t(`risk_controls.liability_shift_help.${threeDSecure.remembered}`)}
              value={threeDSecure.remembered}
              disabled={!mayEdit}
              choices={liabilityShifts.map((value) => ({
                value,
                label: t(`risk_controls.shift.${value}`),
              }))}
              onChange={(value) =>
                change({
                  threeDSecure: {
                    isOn: true,
                    remembered: liabilityShifts.find((shift) => shift === value) ?? 'NONE',
                  },
                })
              }
            />
          )
        }
      />
      <SwitchField
        label={t('risk_controls.override')}
        help={t('risk_controls.override_help')}
        isOn={form.isOverridden}
        disabled={!mayEdit}
        onChange={(isOverridden) => change({ isOverridden })}
      />
    </div>
  );
}

function MatchesGroup({ form, mayEdit, change }: GroupProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.group}>
      <h3>{t('risk_controls.matches')}</h3>
      <p>{t('risk_controls.matches_help')}</p>
      {matchNames.map((name) => {
        const match = form.matches[name];
        const setMatch = (changes: Partial<typeof match>) =>
          change({ matches: { ...form.matches, [name]: { ...match, ...changes } } });
        return (
          <SwitchField
            key={name}
            label={t(`risk_controls.match.${name}`)}
            isOn={match.isOn}
            disabled={!mayEdit}
            onChange={(isOn) => setMatch({ isOn })}
            aside={
              match.isOn && (
                <SelectField
                  className={classes.choice ?? ''}
                  label=""
                  aria-label={t('risk_controls.requirement_of', { what: t(`risk_controls.match.${name}`) })}
                  value={match.remembered}
                  disabled={!mayEdit}
                  choices={(['MATCHED', 'NOT_WRONG'] as const).map((value) => ({
                    value,
                    label: t(`risk_controls.requirement.${value}`),
                  }))}
                  onChange={(value) => setMatch({ remembered: value === 'NOT_WRONG' ? value : 'MATCHED' })}
                />
              )
            }
          />
        );
      })}
    </div>
  );
}

function VelocityGroup({ form, mayEdit, change }: GroupProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.group}>
      <h3>{t('risk_controls.velocity')}</h3>
      <p>{t('risk_controls.velocity_help')}</p>
      {velocityTypes.map((type) => (
        <VelocityRow
          key={type}
          type={type}
          rule={form.rules[type]}
          isFixed={!mayEdit}
          onChange={(rule) => change({ rules: { ...form.rules, [type]: rule } })}
        />
      ))}
    </div>
  );
}

interface SaveFailureProps {
  failure: CallFailure | undefined;
  onReload: () => void;
  onClose: () => void;
}

/** The reason why the controls were not saved. After another user's change, with a button that loads it. */
function SaveFailure({ failure, onReload, onClose }: SaveFailureProps) {
  const { t } = useTranslation();
  if (!isVersionConflict(failure))
    return <FailureNotice failure={failure} title={t('risk_controls.flash.failed')} onClose={onClose} />;
  return (
    <FailureNotice
      failure={failure}
      action={
        <Button variant="default" size="xs" onClick={onReload}>
          {t('risk_controls.reload')}
        </Button>
      }
      onClose={onClose}
    >
      {t('risk_controls.flash.conflict')}
    </FailureNotice>
  );
}
