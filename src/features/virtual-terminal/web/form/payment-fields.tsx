import { useTranslation } from '#web/translate/use-translation.ts';
import { currencyDigits } from '#shared/currencies.ts';
import {
  type ContinuousAuthority,
  offeredAuthorities,
  offersSchedule,
  withAuthority,
} from '#features/virtual-terminal/terminal-form.ts';
import { ScheduleFields } from '#features/schedules/web/form/schedule-fields.tsx';
import type { FieldsProps } from '#features/virtual-terminal/web/form/fields-props.ts';
import { FreeText } from '#features/virtual-terminal/web/form/free-text-field.tsx';
import classes from '#features/virtual-terminal/web/terminal.module.css';
import { AmountField } from '#ui/form/amount-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';

type Props = FieldsProps & { isConfigurationLoading: boolean; isQueueEnabled: boolean };

/** Currency, amount, kind of payment, and what it is called. */
export function PaymentFields({ isConfigurationLoading, isQueueEnabled, ...props }: Props) {
  const { form, configuration, change, errorOf, onLeave } = props;
  const { t } = useTranslation();
  const authorities = offeredAuthorities(configuration);
  return (
    <div className={classes.fields}>
      <SelectField
        label={t('terminal.field.currency')}
        required
        value={form.currency === '' ? null : form.currency}
        choices={(configuration?.currencies ?? []).map((code) => ({ value: code, label: code }))}
        placeholder={t(isConfigurationLoading ? 'ui.loading' : 'terminal.choose')}
        disabled={configuration == null}
        error={errorOf('currency')}
        onChange={(currency) => change({ currency: currency ?? '' })}
        onBlur={() => onLeave('currency')}
      />
      <AmountField
        label={t('terminal.field.amount')}
        required
        value={form.amount}
        currencyCode={form.currency}
        digits={currencyDigits(form.currency) ?? 2}
        disabled={configuration == null}
        error={errorOf('amount')}
        onChange={(amount) => change({ amount })}
        onBlur={() => onLeave('amount')}
      />
      {authorities.length > 1 && (
        <SelectField
          label={t('terminal.field.continuousAuthority')}
          value={form.continuousAuthority}
          choices={authorities.map((value) => ({ value, label: t(`terminal.authority.${value}`) }))}
          onChange={(value) => change(withAuthority(form, (value ?? 'none') as ContinuousAuthority))}
        />
      )}
      <div className={classes.wide}>
        <CheckField
          label={t('terminal.field.preauth')}
          description={t(isQueueEnabled ? 'terminal.preauth_queue' : 'terminal.preauth_help')}
          isChecked={form.preauth}
          onChange={(preauth) => change({ preauth })}
        />
      </div>
      {offersSchedule(form, configuration) && (
        <div className={classes.wide}>
          <ScheduleFields
            form={form.schedule}
            errors={props.scheduleErrors}
            currency={form.currency}
            digits={currencyDigits(form.currency) ?? 2}
            onChange={(schedule) => change({ schedule })}
          />
        </div>
      )}
      <FreeText {...props} field="description" className={classes.wide} />
      <FreeText {...props} field="merchantReference" />
      <FreeText {...props} field="merchantCustomerReference" />
    </div>
  );
}
