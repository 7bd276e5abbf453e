import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  type ControlsForm,
  toControlsForm,
  toRiskControls,
  isControlsFormChanged,
  matchNames,
} from '#features/risk-controls/controls-form.ts';
import { type RiskControls, liabilityShifts, velocityTypes } from '#features/risk-controls/risk-controls.ts';
import classes from '#features/risk-controls/web/risk-controls.module.css';
import { VelocityRow } from '#features/risk-controls/web/velocity-row.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';

export type SaveNews = 'saved' | 'conflict' | 'failed';

type Props = {
  loaded: RiskControls;
  /** Of this installation: others may be another matter. */
  mayEdit: boolean;
  news: SaveNews | undefined;
  onNewsRead: () => void;
  isSaving: boolean;
  onSave: (next: RiskControls) => Promise<void>;
  onReload: () => void;
};

/**
 * Switches that remember what they were; saved only when something changed and the person may
 * (docs/domain.md#risk-controls).
 */
export function ControlsEditor({ loaded, mayEdit, news, onNewsRead, isSaving, onSave, onReload }: Props) {
  const { t } = useTranslation();
  const [form, setForm] = useState(() => toControlsForm(loaded));
  const isChanged = isControlsFormChanged(form, loaded);
  const change = (part: Partial<ControlsForm>): void => {
    if (news === 'saved') onNewsRead();
    setForm({ ...form, ...part });
  };
  const { threeDSecure } = form;
  return (
    <>
      <UnsavedGuard isDirty={isChanged} />
      {!mayEdit && <Notice>{t('risk_controls.read_only')}</Notice>}
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
                      remembered: liabilityShifts.find((one) => one === value) ?? 'NONE',
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
      <div className={classes.group}>
        <h3>{t('risk_controls.matches')}</h3>
        <p>{t('risk_controls.matches_help')}</p>
        {matchNames.map((name) => {
          const match = form.matches[name];
          const set = (part: Partial<typeof match>) =>
            change({ matches: { ...form.matches, [name]: { ...match, ...part } } });
          return (
            <SwitchField
              key={name}
              label={t(`risk_controls.match.${name}`)}
              isOn={match.isOn}
              disabled={!mayEdit}
              onChange={(isOn) => set({ isOn })}
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
                    onChange={(value) => set({ remembered: value === 'NOT_WRONG' ? value : 'MATCHED' })}
                  />
                )
              }
            />
          );
        })}
      </div>
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
      {news != null && (
        <Notice
          kind={news === 'saved' ? 'success' : 'failed'}
          action={
            news === 'conflict' && (
              <Button variant="default" size="xs" onClick={onReload}>
                {t('risk_controls.reload')}
              </Button>
            )
          }
          onClose={onNewsRead}
        >
          {t(`risk_controls.news.${news}`)}
        </Notice>
      )}
      {mayEdit && (
        <FormFooter>
          <Button
            variant="default"
            disabled={!isChanged || isSaving}
            onClick={() => setForm(toControlsForm(loaded))}
          >
            {t('risk_controls.revert')}
          </Button>
          <Button disabled={!isChanged} loading={isSaving} onClick={() => void onSave(toRiskControls(form))}>
            {t('risk_controls.save')}
          </Button>
        </FormFooter>
      )}
    </>
  );
}
