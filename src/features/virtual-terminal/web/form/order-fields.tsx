import { useTranslation } from '#web/translate/use-translation.ts';
import type { FieldsProps } from '#features/virtual-terminal/web/form/fields-props.ts';
import { FreeText } from '#features/virtual-terminal/web/form/free-text-field.tsx';
import classes from '#features/virtual-terminal/web/terminal.module.css';
import { CheckField } from '#ui/form/check-field.tsx';

const shipping = [
  'shippingName',
  'shippingLine1',
  'shippingLine2',
  'shippingCity',
  'shippingRegion',
  'shippingPostcode',
] as const;

/** What is sent, and where; only when it is wanted. */
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
