import { numberFormat } from '#shared/text/intl-formats.ts';
import { useState } from 'react';
import classes from './bar-chart.module.css';
import type { ChartProps, MarkProps } from './chart-props.ts';
import { moveFocusInRows } from './move-focus.ts';
import { useUiTexts } from '../ui-texts.ts';

/** Bars below each other, each with its name and its value. For names that are too long for an axis. */
export function RowPlot({ label, series, groups, markLabel, renderMark }: ChartProps) {
  const number = numberFormat(useUiTexts().locale);
  const [current, setCurrent] = useState(0);
  const [one] = series;
  if (one === undefined) return null;
  const largest = Math.max(1, ...groups.map(({ values }) => values[0] ?? 0));
  return (
    <div role="group" aria-label={label} className={classes.rows}>
      {groups.map((group, at) => {
        const [value = 0] = group.values;
        const mark: MarkProps = {
          className: `${classes.mark} ${classes[one.tone]}`,
          'aria-label': markLabel(group, one, value),
          'data-mark': true,
          tabIndex: at === Math.min(current, groups.length - 1) ? 0 : -1,
          // A bar is never too thin to be seen.
          style: { width: `max(3px, ${(value / largest) * 100}%)` },
          onFocus: () => setCurrent(at),
          onKeyDown: moveFocusInRows,
        };
        return (
          <div key={group.id} className={classes.row}>
            <span className={classes.rowName}>{group.label}</span>
            <span className={classes.rowTrack}>{renderMark(group, one, mark)}</span>
            <span className={`${classes.rowValue} number`}>{number.format(value)}</span>
          </div>
        );
      })}
    </div>
  );
}
