import { useTranslation } from '#web/translate/use-translation.ts';
import {
  type FinancialField,
  financialFields,
  needsFinancialData,
} from '#features/hosted-sessions/terminal-rules.ts';
import type { FieldsProps } from '#features/virtual-terminal/web/form/fields-props.ts';
import classes from '#features/virtual-terminal/web/terminal.module.css';
import { TextField } from '#ui/form/text-field.tsx';

const maxLength: Readonly<Record<FinancialField, number>> = {
  dateOfBirth: 8,
  surname: 12,
  accountNumber: 10,
  postCode: 6,
};

/** Of the person whose debt is paid: lenders must send it, some others may (docs/domain.md#sale-details). */
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
          // Letters may be made of two signs each.
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
