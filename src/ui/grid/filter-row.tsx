import { IconSelector, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { columnStyle, type GridColumn } from './grid-column.ts';
import classes from './filters.module.css';
import {
  filterDebounceMs,
  filterRefusal,
  filterText,
  filterValue,
  isPastable,
  finishFilter,
  typedFilter,
  type GridFilter,
} from './filter-text.ts';
import { useUiTexts, type UiTexts } from '../ui-texts.ts';

/** By column id; a column without a filter set is not in it. */
export type GridFilters = Readonly<Record<string, string>>;

interface RowProps<Row> {
  columns: readonly GridColumn<Row>[];
  filters: GridFilters;
  onFilter: (filters: GridFilters) => void;
  hasCheck: boolean;
}

/** Changes one filter and keeps the others. */
function useFilterChange(filters: GridFilters, onFilter: (filters: GridFilters) => void) {
  // A second filter may be set before the first has come back as a property.
  const latest = useRef(filters);
  useEffect(() => {
    latest.current = filters;
  }, [filters]);
  // Typed text is reported a second later. Filters that were set in the meantime must stay.
  const listener = useRef(onFilter);
  useEffect(() => {
    listener.current = onFilter;
  }, [onFilter]);
  function change(id: string, value: string): void {
    const { [id]: _before, ...rest } = latest.current;
    latest.current = value === '' ? rest : { ...rest, [id]: value };
    listener.current(latest.current);
  }
  return change;
}

/** The second row of the header: a filter for each column that has one. Tab goes from one to the next. */
export function FilterRow<Row>({ columns, filters, onFilter, hasCheck }: RowProps<Row>) {
  const change = useFilterChange(filters, onFilter);
  // Without columns it only keeps its room: a row of nothing would be read as broken.
  const role = columns.length === 0 ? 'presentation' : 'row';
  return (
    <div className={classes.row} role={role} aria-rowindex={role === 'row' ? 2 : undefined}>
      {hasCheck && <span className={classes.check} role="presentation" />}
      {columns.map((column, index) => (
        <div
          key={column.id}
          className={classes.cell}
          style={columnStyle(column)}
          role="gridcell"
          aria-colindex={index + 1}
          data-pinned={column.isPinned || undefined}
        >
          {column.filter !== undefined && (
            <FilterField
              filter={column.filter}
              label={column.header}
              value={filters[column.id] ?? ''}
              onChange={(value) => change(column.id, value)}
            />
          )}
        </div>
      ))}
      <span className={classes.filler} role="presentation" />
    </div>
  );
}

type ChoiceFilter = Extract<GridFilter, { kind: 'choice' }>;

interface FieldProps<Filter = GridFilter> {
  filter: Filter;
  /** The name of the column. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** One filter above its column. Typing is reported after a second, Enter and a choice at once. */
function FilterField({ filter, ...rest }: FieldProps) {
  return filter.kind === 'choice' ? (
    <ChoiceField filter={filter} {...rest} />
  ) : (
    <TypedField filter={filter} {...rest} />
  );
}

function ChoiceField({ filter, label, value, onChange }: FieldProps<ChoiceFilter>) {
  const texts = useUiTexts();
  return (
    <span className={classes.box}>
      <select
        className={classes.field}
        aria-label={texts.filterBy(label)}
        value={value}
        data-set={value === '' ? undefined : true}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{texts.filterAll}</option>
        {filter.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <IconSelector size={14} className={classes.arrow} aria-hidden />
    </span>
  );
}

function TypedField(props: FieldProps) {
  const { filter } = props;
  const texts = useUiTexts();
  const { text, refusal, type, leave, clear } = useTypedFilter(props, texts);
  const refusalId = useId();
  /** The rectangle of the field while it has the focus. */
  const [place, setPlace] = useState<DOMRect>();
  return (
    <span className={classes.box}>
      <input
        className={`${classes.field} ${filter.kind === 'text' ? '' : 'number'}`}
        aria-label={texts.filterBy(props.label)}
        aria-invalid={refusal !== undefined || undefined}
        aria-describedby={refusal === undefined ? undefined : refusalId}
        title={refusal}
        type="text"
        inputMode={filterInputMode(filter)}
        placeholder={filterPlaceholder(filter, texts)}
        autoComplete="off"
        spellCheck={false}
        value={text}
        data-set={text === '' ? undefined : true}
        onFocus={(event) => setPlace(event.currentTarget.getBoundingClientRect())}
        onChange={(event) => {
          setPlace(event.currentTarget.getBoundingClientRect());
          type(event.currentTarget.value);
        }}
        onPaste={(event) => {
          if (!isPastable(filter, event.clipboardData.getData('text'))) event.preventDefault();
        }}
        onBlur={() => {
          setPlace(undefined);
          leave();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave();
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            clear();
          }
        }}
      />
      {refusal !== undefined && (
        <span id={refusalId} className="visually-hidden" role="alert">
          {refusal}
        </span>
      )}
      {refusal !== undefined && place !== undefined && <Refusal text={refusal} place={place} />}
      {text !== '' && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.clear}
          title={texts.filterClear}
          onClick={clear}
        >
          <IconX size={12} aria-hidden />
          <span className="visually-hidden">{texts.filterClear}</span>
        </button>
      )}
    </span>
  );
}

/** The text of a typed filter, its error, and the delay before it applies. */
function useTypedFilter({ filter, value, onChange }: FieldProps, texts: UiTexts) {
  const [previousValue, setPreviousValue] = useState(value);
  // The filter is requested. Its value returns later, perhaps through the address, while the user continues to type.
  const [requested, setRequested] = useState(value);
  const [replaced, setReplaced] = useState(0);
  const [text, setText] = useState(() => filterText(filter, value, texts.locale));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Left as no value: marked until the user types on.
  const [isLeftWrong, setIsLeftWrong] = useState(false);
  // A value from outside (cleared, or another address) replaces the typed text.
  if (previousValue !== value) {
    setPreviousValue(value);
    if (value !== requested) {
      setRequested(value);
      setText(filterText(filter, value, texts.locale));
      setIsLeftWrong(false);
      setReplaced(replaced + 1);
    }
  }
  useEffect(() => {
    // Text that was replaced is no longer requested.
    if (replaced > 0) clearTimeout(timer.current);
  }, [replaced]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function request(next: string | undefined): void {
    clearTimeout(timer.current);
    if (next === undefined || next === requested) return;
    setRequested(next);
    onChange(next);
  }
  function type(next: string): void {
    const parsed = typedFilter(filter, next);
    if (parsed === undefined) return;
    setText(parsed);
    setIsLeftWrong(false);
    clearTimeout(timer.current);
    // While the reason is shown, the address does not contain the text.
    if (filterRefusal(filter, parsed) !== undefined) request('');
    else
      timer.current = setTimeout(() => request(filterValue(filter, parsed, texts.locale)), filterDebounceMs);
  }
  function leave(): void {
    const finished = finishFilter(filter, text, texts.locale);
    setText(finished.text);
    setIsLeftWrong(finished.isWrong);
    request(finished.value);
  }
  function clear(): void {
    setText('');
    request('');
  }

  const isComplete = filter.kind === 'date' && text.length >= 10;
  const isNoValue = isLeftWrong || (isComplete && filterValue(filter, text, texts.locale) === undefined);
  const errorText = filter.kind === 'date' ? texts.dayWrong : texts.rangeWrong;
  const refusal = isNoValue ? errorText : filterRefusal(filter, text);
  return { text, refusal, type, leave, clear };
}

/** Under the field and over the rows: a column is too narrow for a sentence. */
function Refusal({ text, place }: { text: string; place: DOMRect }) {
  const left = Math.max(12, Math.min(place.left, window.innerWidth - 292));
  return createPortal(
    <div className={classes.refusal} style={{ left, top: place.bottom + 6 }} aria-hidden>
      {text}
    </div>,
    document.body,
  );
}

function filterPlaceholder(filter: GridFilter, texts: UiTexts): string {
  if (filter.kind === 'date') return texts.dayPattern;
  if (filter.kind === 'text' && filter.findsParts === true) return texts.filterPart;
  return 'hasOrder' in filter && filter.hasOrder === true ? texts.filterRange : texts.filterExact;
}

function filterInputMode(filter: GridFilter): 'decimal' | 'numeric' | undefined {
  const { kind } = filter;
  // Keypads of numbers have no signs of intervals.
  if ('hasOrder' in filter && filter.hasOrder === true) return undefined;
  if (kind === 'decimal') return 'decimal';
  return kind === 'number' || kind === 'date' ? 'numeric' : undefined;
}
