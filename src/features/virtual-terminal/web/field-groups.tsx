import { currencyDigits } from '#shared/currencies.ts';
import type { ScheduleFormErrors } from '#features/schedules/form/schedule-form.ts';
import type { TerminalField } from '../terminal-errors.ts';
import {
  type TerminalConfiguration,
  type TerminalForm,
  type FreeTextField,
  isMailable,
  withEmail,
  type ContinuousAuthority,
  offeredAuthorities,
  offersSchedule,
  withAuthority,
} from '../terminal-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { TextField } from '#ui/form/text-field.tsx';
import {
  type FinancialField,
  financialFields,
  needsFinancialData,
} from '#features/hosted-sessions/terminal-rules.ts';
import classes from './terminal.module.css';
import { CheckField } from '#ui/form/check-field.tsx';
import { ScheduleFields } from '#features/schedules/web/form/schedule-fields.tsx';
import { AmountField } from '#ui/form/amount-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';

/** The props of every group of fields. */
export interface FieldsProps {
  form: TerminalForm;
  configuration: TerminalConfiguration | undefined;
  change: (part: Partial<TerminalForm>) => void;
  /** The error text, once the field was left or the form was submitted. */
  errorOf: (field: TerminalField) => string | undefined;
  onLeave: (field: TerminalField) => void;
  /** The schedule's errors, once the form was submitted. */
  scheduleErrors: ScheduleFormErrors;
}

type FreeTextProps = FieldsProps & { field: FreeTextField; help?: string; className?: string };

/** A line of free text. */
function FreeText({ form, change, errorOf, onLeave, field, help, className }: FreeTextProps) {
  const { t } = useTranslation();
  return (
    <TextField
      className={className}
      label={t(`terminal.field.${field}`)}
      help={help}
      autoComplete="off"
      value={form[field]}
      error={errorOf(field)}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      onBlur={() => onLeave(field)}
    />
  );
}

const maxLength: Readonly<Record<FinancialField, number>> = {
  dateOfBirth: 8,
  surname: 12,
  accountNumber: 10,
  postCode: 6,
};

/** Data of the debtor, required for lenders (docs/domain.md#sale-details). */
export function FinancialFields({ form, configuration, change, errorOf, onLeave }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.fields}>
      {financialFields.map((field) => (
        <TextField
          key={field}
          label={t(`terminal.fsd.${field}`)}
          help={t(`terminal.fsd_help.${field}`)}
          required={needsFinancialData(configuration?.mcc)}
          autoComplete="off"
          inputMode={field === 'dateOfBirth' ? 'numeric' : undefined}
          // One letter can be two UTF-16 code units.
          maxLength={maxLength[field]}
          value={form.fsd[field]}
          error={errorOf(`fsd.${field}`)}
          onChange={(event) => change({ fsd: { ...form.fsd, [field]: event.currentTarget.value } })}
          onBlur={() => onLeave(`fsd.${field}`)}
        />
      ))}
    </div>
  );
}

/** The customer's email and billing address. */
export function CustomerFields(props: FieldsProps) {
  const { form, configuration, change, errorOf, onLeave } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.fields}>
      <TextField
        className={classes.wide}
        label={t('terminal.field.customerEmail')}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={form.customerEmail}
        error={errorOf('customerEmail')}
        onChange={(event) => change(withEmail(form, event.currentTarget.value, configuration))}
        onBlur={() => onLeave('customerEmail')}
      />
      <div className={classes.wide}>
        <CheckField
          label={t('terminal.field.emailReceipt')}
          description={t('terminal.receipt_help')}
          disabled={!isMailable(form.customerEmail)}
          isChecked={form.emailReceipt}
          onChange={(emailReceipt) => change({ emailReceipt, isReceiptChosen: true })}
        />
      </div>
      <FreeText {...props} field="addressLine1" />
      <FreeText {...props} field="addressLine2" />
      <FreeText {...props} field="city" />
      <FreeText {...props} field="region" />
      <FreeText {...props} field="postcode" />
    </div>
  );
}

const shipping = [
  'shippingName',
  'shippingLine1',
  'shippingLine2',
  'shippingCity',
  'shippingRegion',
  'shippingPostcode',
] as const;

/** Optional order reference and shipping address. */
export function OrderFields(props: FieldsProps) {
  const { form, change } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.fields}>
      <div className={classes.wide}>
        <CheckField
          label={t('terminal.field.hasOrder')}
          isChecked={form.hasOrder}
          onChange={(hasOrder) => change({ hasOrder })}
        />
      </div>
      {form.hasOrder && (
        <>
          <FreeText {...props} field="orderRef" className={classes.wide} />
          {shipping.map((field) => (
            <FreeText key={field} {...props} field={field} />
          ))}
        </>
      )}
    </div>
  );
}

type Props = FieldsProps & { isConfigurationLoading: boolean; isQueueEnabled: boolean };

/** Currency, amount, authorisation, schedule and references. */
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
