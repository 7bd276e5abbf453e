import type { FilterName } from '#features/transactions/statements/statement-params.ts';
import { useDraftPart, type FilterDraft } from '#features/transactions/web/statements/filter-draft.ts';
import classes from '#features/transactions/web/statements/statements.module.css';
import { CheckField } from '#ui/form/check-field.tsx';

type Props = {
  title: string;
  values: readonly string[];
  labelOf: (value: string) => string;
  draft: FilterDraft;
  name: FilterName;
};

/** Values to tick, any number of them. */
export function CheckGroup({ title, values, labelOf, draft, name }: Props) {
  const checked = useDraftPart(draft, name);
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
              draft.change({
                [name]: isChecked ? [...checked, value] : checked.filter((one) => one !== value),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
