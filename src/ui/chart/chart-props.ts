import type { KeyboardEvent, ReactElement, ReactNode } from 'react';

export type ChartTone = 'accent' | 'failed' | 'pending' | 'muted';

export interface ChartSeries {
  id: string;
  label: string;
  tone: ChartTone;
}

/** One bar: its parts in the order of the series, the lowest first. */
export interface ChartGroup {
  id: string;
  /** Below the axis. */
  label: string;
  /** In the read-out and the table. */
  title: string;
  values: readonly number[];
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
