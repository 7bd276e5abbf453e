import { numberFormat } from '#shared/text/intl-formats.ts';
import { type CSSProperties, type KeyboardEvent, type ReactElement, useState, type ReactNode } from 'react';
import classes from './bar-chart.module.css';
import { useIsPhone } from './layout/use-is-phone.ts';
import { useUiTexts } from './ui-texts.ts';

/** Labels below the axis, at most. More would overlap. */
const maxLabels = { wide: 10, phone: 5 };

/**
 * Stacked bars with an axis. Each part is a link to its rows; the chart is one stop of the Tab key, and the arrow keys go
 * from part to part.
 */
export function BarChart(props: ChartProps) {
  const { groups } = props;
  const number = numberFormat(useUiTexts().locale);
  const labels = useIsPhone() ? maxLabels.phone : maxLabels.wide;
  const [pointed, setPointed] = useState<number>();
  const pointedGroup = pointed === undefined ? undefined : groups[pointed];
  const largest = Math.max(1, ...groups.flatMap(({ values, previous = 0 }) => [sum(values), previous]));
  const ticks = axisTicks(largest);
  if (props.isRows) {
    return (
      <figure className={classes.chart}>
        <RowPlot {...props} />
        <ChartTable {...props} />
      </figure>
    );
  }
  return (
    <figure className={classes.chart}>
      <div className={classes.readOut}>
        {pointedGroup === undefined ? props.summary : <ReadOut {...props} group={pointedGroup} />}
      </div>
      <div className={classes.frame}>
        <div className={classes.axis} aria-hidden>
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{(props.formatTick ?? number.format)(tick)}</span>
          ))}
        </div>
        <div ref={scrollToEnd} className={classes.scroll}>
          <div className={classes.field} style={{ '--bars': groups.length } as CSSProperties}>
            <Plot {...props} top={ticks[2]} pointed={pointed} onPoint={setPointed} />
            <div className={classes.labels} aria-hidden>
              {groups.map(({ id, label }, position) => (
                <span key={id}>{isLabelled(position, groups.length, labels) && label}</span>
              ))}
            </div>
          </div>
        </div>
      </div>
      <Legend {...props} />
      <ChartTable {...props} />
    </figure>
  );
}

/** Where the bars are wider than the page, the last ones are in sight. Stable, so that it runs once. */
function scrollToEnd(field: HTMLElement | null): void {
  if (field !== null) field.scrollLeft = field.scrollWidth;
}

interface PlotProps extends ChartProps {
  /** The value at the top of the axis. */
  top: number;
  pointed: number | undefined;
  onPoint: (position: number | undefined) => void;
}

function Plot({ top, pointed, onPoint, ...props }: PlotProps) {
  const { label, series, groups } = props;
  const [current, setCurrent] = useState<string>();
  const keys = groups.flatMap((group) =>
    series.filter((_, index) => (group.values[index] ?? 0) > 0).map((item) => markKey(group, item)),
  );
  const tabStop = current !== undefined && keys.includes(current) ? current : keys.at(-1);
  const buildMark = (group: ChartGroup, position: number, item: ChartSeries, value: number) => {
    const key = markKey(group, item);
    const mark: MarkProps = {
      className: `${classes.mark} ${classes[item.tone]}`,
      'aria-label': props.markLabel(group, item, value),
      'data-mark': true,
      tabIndex: key === tabStop ? 0 : -1,
      // A part is never too thin to be seen and hit.
      style: { height: `max(3px, ${(value / top) * 100}%)` },
      onFocus: () => {
        setCurrent(key);
        onPoint(position);
      },
      onBlur: () => onPoint(undefined),
      onKeyDown: moveFocus,
    };
    return <Keyed key={key}>{props.renderMark(group, item, mark)}</Keyed>;
  };
  return (
    <div role="group" aria-label={label} className={classes.plot} onPointerLeave={() => onPoint(undefined)}>
      {groups.map((group, position) => (
        <div
          key={group.id}
          className={classes.column}
          data-pointed={position === pointed || undefined}
          onPointerEnter={() => onPoint(position)}
        >
          {group.previous !== undefined && (
            <i className={classes.previous} style={{ bottom: `${(group.previous / top) * 100}%` }} />
          )}
          <div className={classes.bar}>
            {series
              .flatMap((item, index) => {
                const value = group.values[index] ?? 0;
                return value === 0 ? [] : [buildMark(group, position, item, value)];
              })
              .toReversed()}
          </div>
        </div>
      ))}
    </div>
  );
}

const Keyed = ({ children }: { children: ReactElement }) => children;
const markKey = (group: ChartGroup, series: ChartSeries): string => `${group.id} ${series.id}`;

function useFormat({ formatValue }: Pick<ChartProps, 'formatValue'>): (value: number) => string {
  const number = numberFormat(useUiTexts().locale);
  return formatValue ?? number.format;
}

/** The values of the bar that is pointed at or has the focus. */
function ReadOut({ group, series, previousLabel, ...props }: ChartProps & { group: ChartGroup }) {
  const format = useFormat(props);
  return (
    <>
      <strong>{group.title}</strong>
      {series.map((item, index) => (
        <span key={item.id} className={classes.key}>
          <i className={classes[item.tone]} aria-hidden />
          {item.label} <span className="number">{format(group.values[index] ?? 0)}</span>
        </span>
      ))}
      {group.previous !== undefined && (
        <span className={classes.key}>
          <i className={classes.previousKey} aria-hidden />
          {previousLabel} <span className="number">{format(group.previous)}</span>
        </span>
      )}
    </>
  );
}

function Legend({ series, groups, previousLabel }: ChartProps) {
  const hasPrevious = groups.some(({ previous }) => previous !== undefined);
  if (series.length < 2 && !hasPrevious) return null;
  return (
    <figcaption className={classes.legend}>
      {series.map(({ id, label, tone }) => (
        <span key={id} className={classes.key}>
          <i className={classes[tone]} aria-hidden /> {label}
        </span>
      ))}
      {hasPrevious && (
        <span className={classes.key}>
          <i className={classes.previousKey} aria-hidden /> {previousLabel}
        </span>
      )}
    </figcaption>
  );
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The same values as a table, behind a fold. */
function ChartTable({ label, series, groups, groupsLabel, previousLabel, ...props }: ChartProps) {
  const texts = useUiTexts();
  const format = useFormat(props);
  const hasPrevious = groups.some(({ previous }) => previous !== undefined);
  return (
    <details className={classes.tableFold}>
      <summary>{texts.chartTable}</summary>
      <div className={classes.tableScroll}>
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{groupsLabel ?? texts.chartDay}</th>
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
                {series.map((item, index) => (
                  <td key={item.id}>{format(values[index] ?? 0)}</td>
                ))}
                {hasPrevious && <td>{previous === undefined ? '–' : format(previous)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The ticks of an axis from zero: two equal steps of a round number that reach the largest value. */
export function axisTicks(largest: number): [number, number, number] {
  const half = Math.max(1, Math.ceil(largest / 2));
  const power = 10 ** Math.floor(Math.log10(half));
  const round = [1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= half) ?? 10;
  return [0, round * power, 2 * round * power];
}

/** Every nth label, so that at most `max` of them are written; the last one always is. */
export function isLabelled(position: number, count: number, max: number): boolean {
  const every = Math.max(1, Math.ceil(count / max));
  return (count - 1 - position) % every === 0;
}

/** Bars below each other, each with its name and its value. For names that are too long for an axis. */
function RowPlot({ label, series, groups, markLabel, renderMark }: ChartProps) {
  const number = numberFormat(useUiTexts().locale);
  const [current, setCurrent] = useState(0);
  const [shownSeries] = series;
  if (shownSeries === undefined) return null;
  const largest = Math.max(1, ...groups.map(({ values }) => values[0] ?? 0));
  return (
    <div role="group" aria-label={label} className={classes.rows}>
      {groups.map((group, index) => {
        const [value = 0] = group.values;
        const mark: MarkProps = {
          className: `${classes.mark} ${classes[shownSeries.tone]}`,
          'aria-label': markLabel(group, shownSeries, value),
          'data-mark': true,
          tabIndex: index === Math.min(current, groups.length - 1) ? 0 : -1,
          // A bar is never too thin to be seen.
          style: { width: `max(3px, ${(value / largest) * 100}%)` },
          onFocus: () => setCurrent(index),
          onKeyDown: moveFocusInRows,
        };
        return (
          <div key={group.id} className={classes.row}>
            <span className={classes.rowName}>
              {group.label}
              {group.note !== undefined && <small>{group.note}</small>}
            </span>
            <span className={classes.rowTrack}>{renderMark(group, shownSeries, mark)}</span>
            <span className={`${classes.rowValue} number`}>{number.format(value)}</span>
          </div>
        );
      })}
    </div>
  );
}

/** The arrow keys go through the marks of a chart in the order of the document. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  moveBy(event, step);
}

/** The same for bars below each other. */
function moveFocusInRows(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  moveBy(event, step);
}

function moveBy(event: KeyboardEvent, step: number | undefined): void {
  const plot = event.currentTarget.closest('[role="group"]');
  const marks = [...(plot?.querySelectorAll<HTMLElement>('[data-mark]') ?? [])];
  const next =
    step === undefined ? undefined : marks[marks.indexOf(event.currentTarget as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

export type ChartTone = 'accent' | 'failed' | 'pending' | 'muted' | 'teal' | 'rose' | 'sky' | 'olive';

export interface ChartSeries {
  id: string;
  label: string;
  tone: ChartTone;
}

/** One bar: its parts in the order of the series, the lowest first. */
interface ChartGroup {
  id: string;
  /** Below the axis. */
  label: string;
  /** In the read-out and the table. */
  title: string;
  values: readonly number[];
  /** Below the name of a row. */
  note?: string | undefined;
  /** The total of the previous period. */
  previous?: number;
}

export interface ChartProps {
  label: string;
  series: readonly ChartSeries[];
  groups: readonly ChartGroup[];
  /** One series, as bars below each other. */
  isRows?: boolean;
  /** Heads the names in the table; days by default. */
  groupsLabel?: string;
  /** A value, and shorter on the axis; numbers by default. */
  formatValue?: (value: number) => string;
  formatTick?: (value: number) => string;
  /** Names the previous period in the legend. */
  previousLabel?: string;
  /** Shown while no bar is pointed at: the sum, and how it compares. */
  summary?: ReactNode;
  /** The link to the rows that a part counts; it takes these props and children. */
  renderMark: (group: ChartGroup, series: ChartSeries, mark: MarkProps) => ReactElement;
  markLabel: (group: ChartGroup, series: ChartSeries, value: number) => string;
}

export interface MarkProps {
  className: string;
  'aria-label': string;
  'data-mark': true;
  tabIndex: number;
  style: { height: string } | { width: string };
  onFocus: () => void;
  onBlur?: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}
