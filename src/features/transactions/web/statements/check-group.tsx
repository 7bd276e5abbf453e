import classes from '#features/transactions/web/statements/statements.module.css';
import { CheckField } from '#ui/form/check-field.tsx';

type Props = {
  title: string;
  values: readonly string[];
  labelOf: (value: string) => string;
  checked: readonly string[];
  onChange: (checked: string[]) => void;
};

/** Values to tick, any number of them. */
export function CheckGroup({ title, values, labelOf, checked, onChange }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      <div className={classes.checks}>
        {values.map((value) => (
          <CheckField
            key={value}
            label={labelOf(value)}
            isChecked={checked.includes(value)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...checked, value] : checked.filter((one) => one !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
