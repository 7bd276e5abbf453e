import classes from '#features/exports/web/export.module.css';
import { CheckField } from '#ui/form/check-field.tsx';

type Props = {
  legend: string;
  note: string;
  choices: readonly { value: string; label: string }[];
  checked: readonly string[];
  onChange: (checked: string[]) => void;
};

/** Boxes of which any may be ticked; none means all. */
export function CheckGroup({ legend, note, choices, checked, onChange }: Props) {
  return (
    <fieldset className={`${classes.group} ${classes.wide}`}>
      <legend className={classes.legend}>{legend}</legend>
      <p className={classes.note}>{note}</p>
      <div className={classes.checks}>
        {choices.map(({ value, label }) => (
          <CheckField
            key={value}
            label={label}
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
