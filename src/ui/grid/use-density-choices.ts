import {
  IconBaselineDensityLarge,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
} from '@tabler/icons-react';
import { useUiTexts } from '../ui-texts.ts';

/** The row heights with their labels and icons. */
export function useDensityChoices() {
  const texts = useUiTexts();
  return [
    { value: 'low', label: texts.densityLow, Icon: IconBaselineDensityLarge },
    { value: 'mid', label: texts.densityMid, Icon: IconBaselineDensityMedium },
    { value: 'high', label: texts.densityHigh, Icon: IconBaselineDensitySmall },
  ] as const;
}
