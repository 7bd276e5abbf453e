import { Checkbox } from '@mantine/core';
import { memo, useId, useRef, type ReactNode } from 'react';
import { useDelayed } from '../feedback/use-delayed.ts';
import { useUiTexts } from '../ui-texts.ts';
import { buildCard, type GridColumn } from './grid-column.ts';
import { useReturn, useStart, type PlaceKeeper } from './use-list-place.ts';
import classes from './card-list.module.css';

/** The grid's properties that cards use. */
interface Props<Row> {
  label: string;
  columns: readonly GridColumn<Row>[];
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  isLoading?: boolean;
  error?: ReactNode;
  empty?: ReactNode;
  onOpen?: (row: Row) => void;
  isSelecting?: boolean;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  isSelectable?: (row: Row) => boolean;
  isFailed?: (row: Row) => boolean;
  place?: PlaceKeeper;
  visibleRows?: number;
  isFilling?: boolean;
}

const skeletonCards = 8;
const noRows: never[] = [];

/** The rows of a grid on a phone: a card of two lines each, which opens the row as a whole. */
export function CardList<Row extends object>(props: Props<Row>) {
  const { columns, rows, rowId, onOpen } = props;
  const texts = useUiTexts();
  const list = useRef<HTMLUListElement>(null);
  const openedId = useRef<string>(undefined);
  const start = useStart(rows ?? noRows, rowId, props.place);
  useReturn(
    start.isFound,
    (isFree) => {
      const card = list.current?.children[start.cursor.row]?.querySelector('button');
      card?.scrollIntoView({ block: 'center' });
      if (isFree) card?.focus({ preventScroll: true });
    },
    () => {
      const rowId = openedId.current;
      props.place?.save(rowId === undefined ? undefined : { rowId, column: 0, top: 0 });
    },
  );
  function open(row: Row): void {
    openedId.current = rowId(row);
    onOpen?.(row);
  }
  const hasSkeleton = useDelayed(rows === undefined && props.isLoading === true && props.error == null);
  const message = props.error ?? (rows?.length === 0 ? (props.empty ?? texts.noRows) : null);
  if (message !== null) return <div className={classes.message}>{message}</div>;
  if (rows === undefined)
    return hasSkeleton ? (
      <Skeleton
        isInset={!props.isFilling}
        cards={Math.min(skeletonCards, props.visibleRows ?? skeletonCards)}
      />
    ) : null;
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={props.label}
      aria-busy={props.isLoading === true}
      data-dimmed={props.isLoading || undefined}
      data-inset={!props.isFilling || undefined}
      data-returned={start.isFound || undefined}
    >
      {rows.map((row) => (
        <li key={rowId(row)} data-failed={props.isFailed?.(row) || undefined}>
          {props.isSelecting === true ? (
            <SelectableCard {...props} row={row} />
          ) : onOpen === undefined ? (
            <div className={classes.card} data-whole>
              <Card columns={columns} row={row} />
            </div>
          ) : (
            <button type="button" className={classes.card} onClick={() => open(row)}>
              <Card columns={columns} row={row} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A press anywhere on the card selects it. */
function SelectableCard<Row extends object>({ row, ...props }: Props<Row> & { row: Row }) {
  const { columns, rowId, selected = new Set(), onSelect } = props;
  const id = rowId(row);
  const boxId = useId();
  if (props.isSelectable?.(row) === false)
    return (
      <div className={classes.selectable}>
        <span className={classes.box} />
        <span className={classes.card}>
          <Card columns={columns} row={row} />
        </span>
      </div>
    );
  return (
    <label className={classes.selectable} htmlFor={boxId}>
      <Checkbox
        id={boxId}
        className={classes.box}
        size="xs"
        checked={selected.has(id)}
        onChange={(event) =>
          onSelect?.(
            new Set(
              event.currentTarget.checked
                ? [...selected, id]
                : [...selected].filter((selectedId) => selectedId !== id),
            ),
          )
        }
      />
      <span className={classes.card}>
        <Card columns={columns} row={row} />
      </span>
    </label>
  );
}

/** Rendered again only for another row: on a slow phone a screen of cards takes a tenth of a second. */
const Card = memo(CardContent) as typeof CardContent;

function CardContent<Row>({ columns, row }: { columns: readonly GridColumn<Row>[]; row: Row }) {
  const { title, isMuted, subtitle, status, time } = buildCard(columns, row);
  return (
    <>
      <span className={classes.line}>
        <span className={`${classes.title} number`} data-muted={isMuted || undefined}>
          {title}
        </span>
        <span className={`${classes.status} number`}>{status?.cell?.(row) ?? status?.text(row)}</span>
      </span>
      <span className={classes.line}>
        <span className={classes.subtitle}>{subtitle}</span>
        <span className={`${classes.time} number`}>{time}</span>
      </span>
    </>
  );
}

function Skeleton({ cards, isInset }: { cards: number; isInset: boolean }) {
  const texts = useUiTexts();
  return (
    <div className={classes.list} data-inset={isInset || undefined}>
      <span className="visually-hidden" role="status">
        {texts.loading}
      </span>
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} className={classes.card} aria-hidden>
          <span className={classes.bone} style={{ width: `${30 + ((card * 13) % 25)}%` }} />
          <span className={classes.bone} style={{ width: `${50 + ((card * 17) % 30)}%` }} />
        </div>
      ))}
    </div>
  );
}
