import { SegmentedControl } from '@mantine/core';
import {
  IconBaselineDensityLarge,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
} from '@tabler/icons-react';
import type { GridDensity } from '#ui/grid/grid-column.ts';
import { useUiTexts } from '#ui/ui-texts.ts';

type Props = { density: GridDensity; onChange: (density: GridDensity) => void };

/** Tall, medium or short rows. */
export function DensitySwitch(props: Props) {
  const texts = useUiTexts();
  const choices = [
    { value: 'low', label: texts.densityLow, Icon: IconBaselineDensityLarge },
    { value: 'mid', label: texts.densityMid, Icon: IconBaselineDensityMedium },
    { value: 'high', label: texts.densityHigh, Icon: IconBaselineDensitySmall },
  ] as const;
  return (
    <SegmentedControl
      aria-label={texts.density}
      value={props.density}
      onChange={(value) => props.onChange(value as GridDensity)}
      data={choices.map(({ value, label, Icon }) => ({
        value,
        label: (
          <span style={{ display: 'grid', placeItems: 'center', height: 20 }} title={label}>
            <Icon size={16} aria-hidden />
            <span className="visually-hidden">{label}</span>
          </span>
        ),
      }))}
    />
  );
}
