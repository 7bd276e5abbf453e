import { useTranslation } from '#web/translate/use-translation.ts';
import { isMailable, withEmail } from '#features/virtual-terminal/terminal-form.ts';
import type { FieldsProps } from '#features/virtual-terminal/web/form/fields-props.ts';
import { FreeText } from '#features/virtual-terminal/web/form/free-text-field.tsx';
import classes from '#features/virtual-terminal/web/terminal.module.css';
import { CheckField } from '#ui/form/check-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';

/** Who pays: address for the card's check, and for the receipt. */
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
