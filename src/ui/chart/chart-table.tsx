import classes from '#ui/chart/bar-chart.module.css';
import type { ChartProps } from '#ui/chart/chart-props.ts';
import { useUiTexts } from '#ui/ui-texts.ts';

/** The same values as a table, behind a fold. */
export function ChartTable({ label, series, groups, previousLabel }: ChartProps) {
  const texts = useUiTexts();
  const number = new Intl.NumberFormat(texts.locale);
  const hasPrevious = groups.some(({ previous }) => previous !== undefined);
  return (
    <details className={classes.tableFold}>
      <summary>{texts.chartTable}</summary>
      <div className={classes.tableScroll}>
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{texts.chartDay}</th>
              {series.map(({ id, label: name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              {hasPrevious && <th scope="col">{previousLabel}</th>}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ id, title, values, previous }) => (
              <tr key={id}>
                <th scope="row">{title}</th>
                {series.map((one, at) => (
                  <td key={one.id}>{number.format(values[at] ?? 0)}</td>
                ))}
                {hasPrevious && <td>{previous === undefined ? '–' : number.format(previous)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
