import { useId } from 'react';
import classes from './density-switch.module.css';
import type { GridDensity } from './grid-column.ts';
import { useDensityChoices } from './use-density-choices.ts';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  density: GridDensity;
  onChange: (density: GridDensity) => void;
}

/** Tall, medium or short rows. */
export function DensitySwitch(props: Props) {
  const texts = useUiTexts();
  const name = useId();
  const choices = useDensityChoices();
  return (
    <div role="radiogroup" aria-label={texts.density} className={classes.switch} data-at={props.density}>
      {choices.map(({ value, label, Icon }) => (
        <label key={value} className={classes.choice} title={label}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={props.density === value}
            onChange={() => props.onChange(value)}
          />
          <Icon size={16} aria-hidden />
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </div>
  );
}
