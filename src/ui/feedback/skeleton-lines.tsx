import classes from './feedback.module.css';
import { useDelayed } from './use-delayed.ts';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  lines?: number;
  /** Pixels between one line and the next: the line height of what will come. */
  lineHeight?: number;
}

/** Bars in the shape of the text to come, after 150 ms; the room is kept from the start. */
export function SkeletonLines({ lines = 3, lineHeight = 28 }: Props) {
  const texts = useUiTexts();
  const isVisible = useDelayed(true);
  return (
    <div style={{ height: lines * lineHeight }} role="status" aria-label={texts.loading}>
      {isVisible &&
        Array.from({ length: lines }, (_, line) => (
          <div key={line} className={classes.boneLine} style={{ height: lineHeight }} aria-hidden>
            <span className={classes.bone} style={{ width: `${14 + ((line * 5) % 9)}%` }} />
            <span className={classes.bone} style={{ width: `${28 + ((line * 17) % 30)}%` }} />
          </div>
        ))}
    </div>
  );
}
