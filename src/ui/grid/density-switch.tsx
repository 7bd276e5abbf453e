import {
  IconBaselineDensityLarge,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
} from '@tabler/icons-react';
import { useId } from 'react';
import classes from './density-switch.module.css';
import type { GridDensity } from './grid-column.ts';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  density: GridDensity;
  onChange: (density: GridDensity) => void;
}

/** Tall, medium or short rows. */
export function DensitySwitch(props: Props) {
  const texts = useUiTexts();
  const name = useId();
  const choices = [
    { value: 'low', label: texts.densityLow, Icon: IconBaselineDensityLarge },
    { value: 'mid', label: texts.densityMid, Icon: IconBaselineDensityMedium },
    { value: 'high', label: texts.densityHigh, Icon: IconBaselineDensitySmall },
  ] as const;
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
