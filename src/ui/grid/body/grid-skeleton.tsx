import { columnStyle, type GridColumn } from '#ui/grid/grid-column.ts';
import classes from '#ui/grid/grid.module.css';
import { useUiTexts } from '#ui/ui-texts.ts';

type Props<Row> = { columns: GridColumn<Row>[]; height: number; rows: number; hasCheck: boolean };

/** Bars where the text will be, so that nothing moves when it comes. */
export function GridSkeleton<Row>(props: Props<Row>) {
  const texts = useUiTexts();
  return (
    <div className={classes.body} style={{ height: props.rows * props.height }} role="row">
      <span role="gridcell" className="visually-hidden">
        {texts.loading}
      </span>
      {Array.from({ length: props.rows }, (_, row) => (
        <div
          key={row}
          className={classes.row}
          style={{ height: props.height, transform: `translateY(${row * props.height}px)` }}
          aria-hidden
        >
          {props.hasCheck && <span className={classes.check} />}
          {props.columns.map((column, at) => (
            <span
              key={column.id}
              className={`${classes.cell} ${column.align === 'end' ? classes.end : ''}`}
              style={columnStyle(column)}
              data-pinned={column.isPinned || undefined}
            >
              <span className={classes.bone} style={{ width: `${45 + ((row * 7 + at * 13) % 40)}%` }} />
            </span>
          ))}
          <span className={classes.filler} />
        </div>
      ))}
    </div>
  );
}
