import { parsePageLanguage } from '#shared/page-languages.ts';
import { languagesIn } from '#web/format/page-language-names.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { Ref } from 'react';
import { currencyDigits } from '#shared/currencies.ts';
import {
  type FreeTextField,
  isMailable,
  withEmail,
  type ContinuousAuthority,
  offeredAuthorities,
  offersSchedule,
  withAuthority,
} from '../terminal-form.ts';
import { NoMailNotice } from '#web/no-mail-notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { TextField } from '#ui/form/text-field.tsx';
import {
  type FinancialField,
  financialFields,
  needsFinancialData,
} from '#features/payments/hosted-sessions/terminal-rules.ts';
import classes from './terminal.module.css';
import type { TerminalFormState } from './use-terminal-form.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { ScheduleFields } from '#features/payments/schedules/web/schedule-fields.tsx';
import { AmountField } from '#ui/form/amount-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';

interface FieldsProps {
  form: TerminalFormState;
}

type FreeTextProps = FieldsProps & { field: FreeTextField; className?: string };

/** A line of free text. */
function FreeText({ form, field, className }: FreeTextProps) {
  const { t } = useTranslation();
  return (
    <TextField
      {...input(form, field)}
      className={className}
      label={t(`terminal.field.${field}`)}
      isOptional
      autoComplete="off"
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
    />
  );
}

/** Value, error and blur of a field. */
const input = (form: TerminalFormState, field: 'amount' | 'customerEmail' | FreeTextField) => ({
  value: form.values[field],
  error: form.error(field),
  onBlur: () => form.leave(field),
});

const maxLength: Readonly<Record<FinancialField, number>> = {
  dateOfBirth: 8,
  surname: 12,
  accountNumber: 10,
  postCode: 6,
};

/** Data of the debtor, required for lenders (docs/domain.md#sale-details). */
export function FinancialFields({ form }: FieldsProps) {
  const { t } = useTranslation();
  const { fsd } = form.values;
  const isNeeded = needsFinancialData(form.data.configuration?.mcc);
  return (
    <div className={classes.fields}>
      {financialFields.map((field) => (
        <TextField
          key={field}
          label={t(`terminal.fsd.${field}`)}
          help={t(`terminal.fsd_help.${field}`)}
          required={isNeeded}
          isOptional={!isNeeded}
          autoComplete="off"
          inputMode={field === 'dateOfBirth' ? 'numeric' : undefined}
          // One letter can be two UTF-16 code units.
          maxLength={maxLength[field]}
          value={fsd[field]}
          error={form.error(`fsd.${field}`)}
          onChange={(event) => form.change({ fsd: { ...fsd, [field]: event.currentTarget.value } })}
          onBlur={() => form.leave(`fsd.${field}`)}
        />
      ))}
    </div>
  );
}

/** The customer's email and billing address. */
export function CustomerFields(props: FieldsProps) {
  const { form } = props;
  const { values, change } = form;
  const { t, language } = useTranslation();
  return (
    <div className={classes.fields}>
      <TextField
        {...input(form, 'customerEmail')}
        className={classes.wide}
        label={t('terminal.field.customerEmail')}
        isOptional
        type="email"
        autoComplete="off"
        maxLength={254}
        onChange={(event) => change(withEmail(values, event.currentTarget.value, form.data.configuration))}
      />
      <div className={classes.wide}>
        <CheckField
          label={t('terminal.field.emailReceipt')}
          description={t('terminal.receipt_help')}
          disabled={!isMailable(values.customerEmail)}
          isChecked={values.emailReceipt}
          onChange={(emailReceipt) => change({ emailReceipt, isReceiptChosen: true })}
        />
        {values.emailReceipt && <NoMailNotice about="receipts" />}
      </div>
      <SelectField
        className={classes.wide}
        label={t('terminal.field.customerLanguage')}
        help={t('terminal.language_help')}
        choices={languagesIn(browserLocale(language))}
        value={values.customerLanguage ?? parsePageLanguage(language)}
        onChange={(value) => change({ customerLanguage: parsePageLanguage(value ?? language) })}
      />
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
  const { values, change } = props.form;
  const { t } = useTranslation();
  return (
    <div className={classes.fields}>
      <div className={classes.wide}>
        <CheckField
          label={t('terminal.field.hasOrder')}
          isChecked={values.hasOrder}
          onChange={(hasOrder) => change({ hasOrder })}
        />
      </div>
      {values.hasOrder && (
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

/** Currency, amount, authorisation, schedule and references. */
export function PaymentFields({ amountRef, ...props }: FieldsProps & { amountRef: Ref<HTMLInputElement> }) {
  const { form } = props;
  const { values, change } = form;
  const { configuration, isConfigurationLoading, isQueueEnabled } = form.data;
  const { t } = useTranslation();
  const authorities = offeredAuthorities(configuration);
  return (
    <div className={classes.fields}>
      <SelectField
        label={t('terminal.field.currency')}
        required
        value={values.currency === '' ? null : values.currency}
        choices={(configuration?.currencies ?? []).map((code) => ({ value: code, label: code }))}
        placeholder={t(isConfigurationLoading ? 'ui.loading' : 'terminal.choose')}
        disabled={configuration === undefined}
        error={form.error('currency')}
        onChange={(currency) => change({ currency: currency ?? '' })}
        onBlur={() => form.leave('currency')}
      />
      <AmountField
        {...input(form, 'amount')}
        ref={amountRef}
        label={t('terminal.field.amount')}
        required
        currencyCode={values.currency}
        digits={currencyDigits(values.currency) ?? 2}
        disabled={configuration === undefined}
        onChange={(amount) => change({ amount })}
      />
      <div className={classes.wide}>
        <CheckField
          label={t('terminal.field.keepsAmount')}
          description={t('terminal.keeps_amount_help')}
          isChecked={values.keepsAmount}
          onChange={(keepsAmount) => change({ keepsAmount })}
        />
      </div>
      {authorities.length > 1 && (
        <SelectField
          label={t('terminal.field.continuousAuthority')}
          value={values.continuousAuthority}
          choices={authorities.map((value) => ({ value, label: t(`terminal.authority.${value}`) }))}
          onChange={(value) => change(withAuthority(values, (value ?? 'none') as ContinuousAuthority))}
        />
      )}
      <div className={classes.wide}>
        <CheckField
          label={t('terminal.field.preauth')}
          description={t(isQueueEnabled ? 'terminal.preauth_queue' : 'terminal.preauth_help')}
          isChecked={values.preauth}
          onChange={(preauth) => change({ preauth })}
        />
      </div>
      {offersSchedule(values, configuration) && (
        <div className={classes.wide}>
          <ScheduleFields
            form={values.schedule}
            errors={form.errors()}
            currency={values.currency}
            digits={currencyDigits(values.currency) ?? 2}
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
