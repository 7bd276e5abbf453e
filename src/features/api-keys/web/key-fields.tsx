import { type ApiPreset, apiPermissions, apiPresets } from '#shared/api-permissions.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { MultiSelectField } from '#ui/form/multi-select-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { FormState } from '#web/form/use-form.ts';
import { ExpiryField } from '#web/secrets/expiry-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type KeyFaults, type KeyForm, givable } from '../key-form.ts';
import type { KeyChoice } from '../schemas.ts';
import classes from './api-keys.module.css';

interface Props {
  form: FormState<KeyForm, KeyFaults>;
  choices: readonly KeyChoice[];
  onDayFault: (isWrong: boolean) => void;
}

/** The fields of a key: name, installations, permissions, expiry, addresses. */
export function KeyFields({ form, choices, onDayFault }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.form}>
      <TextField
        {...form.field('name')}
        label={t('api_keys.name')}
        help={t('api_keys.name_help')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
      />
      <MultiSelectField
        label={t('api_keys.installations')}
        choices={choices.map((one) => ({
          value: String(one.installationId),
          label: `${one.name} · ${one.merchantName}`,
        }))}
        value={form.values.installationIds}
        error={form.error('installationIds')}
        onChange={(installationIds) => form.change({ installationIds })}
      />
      <Permissions form={form} choices={choices} />
      <ExpiryField
        value={form.values}
        error={form.error('expiryDay')}
        onChange={form.change}
        onDayFault={onDayFault}
      />
      <TextAreaField
        {...form.field('ipRanges')}
        label={t('api_keys.ip_ranges')}
        help={t('api_keys.ip_ranges_help')}
        rows={2}
        spellCheck={false}
      />
    </div>
  );
}

/** A preset, or single permissions. Those that the user lacks are disabled. */
function Permissions({ form, choices }: Pick<Props, 'form' | 'choices'>) {
  const { t } = useTranslation();
  const { preset, permissions, installationIds } = form.values;
  const allowed = givable(choices, installationIds);
  const presets = Object.keys(apiPresets) as ApiPreset[];
  const fault = form.error('permissions');
  return (
    <>
      <SelectField
        label={t('api_keys.can')}
        help={t(`api_keys.preset_help.${preset}`)}
        choices={[
          ...presets.map((value) => ({
            value,
            label: t(`api_keys.preset.${value}`),
            disabled: !apiPresets[value].every((name) => allowed.includes(name)),
          })),
          { value: 'custom', label: t('api_keys.preset.custom') },
        ]}
        value={preset}
        error={form.error('preset')}
        onChange={(value) => {
          const next = (value ?? 'custom') as KeyForm['preset'];
          // A custom choice begins with the preset before it.
          const start = preset === 'custom' ? permissions : [...apiPresets[preset]];
          form.change({ preset: next, permissions: next === 'custom' ? start : permissions });
        }}
      />
      {preset === 'custom' && (
        <fieldset className={classes.permissions}>
          <legend>{t('api_keys.permissions')}</legend>
          {apiPermissions.map((name) => (
            <CheckField
              key={name}
              label={t(`api_keys.permission.${name}`)}
              description={allowed.includes(name) ? undefined : t('api_keys.not_yours')}
              isChecked={permissions.includes(name)}
              disabled={!allowed.includes(name) && !permissions.includes(name)}
              onChange={(isChecked) =>
                form.change({
                  permissions: apiPermissions.filter((one) =>
                    one === name ? isChecked : permissions.includes(one),
                  ),
                })
              }
            />
          ))}
          {fault !== undefined && (
            <p className={classes.fault} role="alert">
              {fault}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
}
