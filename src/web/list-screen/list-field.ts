import { type CalendarDay, type DayPreset, type DayRange, matchPreset } from '#shared/calendar-day.ts';
import { formatDays } from '#ui/date/format-days.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { GridFilters } from '#ui/grid/filter-row.tsx';
import { filterRefusal, filterText, finishFilter, type GridFilter } from '#ui/grid/filter-text.ts';
import type { UiTexts } from '#ui/ui-texts.ts';
import type { TreeNode } from '#ui/tree/tree-rows.ts';

interface FieldChoice {
  value: string;
  label: string;
  /** How many rows it would show, formatted. */
  end?: string | undefined;
}

interface Common {
  id: string;
  label: string;
  /** What is set, in other words than those of the value. */
  chip?: string | undefined;
  /** The list always has a value of it. */
  isRequired?: boolean;
  /** It is the value that the list begins with: "Clear all" keeps it. */
  isDefault?: boolean;
}

/** One of several values. It applies at once. */
export interface ChoiceField extends Common {
  kind: 'choice';
  value: string | undefined;
  choices: readonly FieldChoice[];
  onChange: (value: string | undefined) => void;
}

/** Any number of values. */
export interface ManyField extends Common {
  kind: 'many';
  value: readonly string[];
  choices: readonly FieldChoice[];
  /** Values that few people need, in a fold under this title. */
  more?: { title: string; choices: readonly FieldChoice[] };
  onChange: (value: readonly string[]) => void;
}

/** Any number of nodes of a tree. */
export interface TreeField extends Common {
  kind: 'tree';
  value: readonly string[];
  /** undefined until they are loaded. */
  nodes: readonly TreeNode[] | undefined;
  /** Why there are no nodes. */
  failure?: string | undefined;
  onChange: (value: readonly string[]) => void;
}

/** What a typed text means: a value, "" for none, or why it is refused. */
export type ReadText = (text: string) => { value: string } | { error: string };

export interface TextField extends Common {
  kind: 'text';
  /** As it was typed. */
  value: string | undefined;
  help?: string | undefined;
  maxLength?: number;
  inputMode?: 'decimal' | 'numeric' | 'email' | undefined;
  placeholder?: string | undefined;
  /** A number, or an interval: ">100", "10..20". */
  hasOrder?: boolean;
  /** Without it every text is a value. */
  read?: ReadText;
  onChange: (value: string | undefined) => void;
}

/** First and last day; undefined: any time. */
export interface DaysField extends Common {
  kind: 'days';
  value: DayRange | undefined;
  min: CalendarDay;
  max?: CalendarDay;
  today: CalendarDay;
  presets: readonly DayPreset[];
  /** Only the presets can be chosen. */
  isPresetOnly?: boolean;
  onChange: (value: DayRange | undefined) => void;
}

export interface DayField extends Common {
  kind: 'day';
  value: CalendarDay | undefined;
  min: CalendarDay;
  max: CalendarDay;
  today: CalendarDay;
  onChange: (value: CalendarDay | undefined) => void;
}

/** Is set in a dialog of its own, with others. */
interface DialogField extends Common {
  kind: 'dialog';
  onOpen: () => void;
  onRemove: () => void;
}

/** What a list can be filtered by. */
export type ListField = ChoiceField | ManyField | TreeField | TextField | DaysField | DayField | DialogField;

/** What is set, in words; undefined while nothing is. */
export function fieldValue(
  field: ListField,
  texts: Pick<UiTexts, 'locale' | 'rangePreset'>,
): string | undefined {
  if (!isSet(field)) return undefined;
  if (field.chip !== undefined) return field.chip;
  switch (field.kind) {
    case 'choice':
      return labelsOf([field.value ?? ''], field.choices);
    case 'many':
      return labelsOf(field.value, [...field.choices, ...(field.more?.choices ?? [])]);
    case 'tree': {
      const names = (field.nodes ?? []).map(({ id: value, label }) => ({ value, label }));
      return labelsOf(field.value, names);
    }
    case 'text':
      return field.value;
    case 'days': {
      const { value, today, presets } = field;
      const preset = value && matchPreset(value, today, presets);
      return preset
        ? texts.rangePreset(preset)
        : value && formatDays(value.from, value.to, today, texts.locale);
    }
    case 'day':
      return field.value && formatDays(field.value, field.value, field.today, texts.locale);
    case 'dialog':
      return undefined;
  }
}

const labelsOf = (values: readonly string[], choices: readonly FieldChoice[]): string =>
  values.map((value) => choices.find((choice) => choice.value === value)?.label ?? value).join(', ');

/** Whether the field narrows the list. */
export function isSet(field: ListField): boolean {
  if (field.kind === 'dialog') return field.chip !== undefined;
  return field.kind === 'many' || field.kind === 'tree' ? field.value.length > 0 : field.value !== undefined;
}

export function removeField(field: ListField): void {
  if (field.kind === 'dialog') field.onRemove();
  else if (field.kind === 'many' || field.kind === 'tree') field.onChange([]);
  else field.onChange(undefined);
}

/** Whether a person has narrowed the list: more is set than what it begins with. */
export const isNarrowed = (fields: readonly ListField[]): boolean =>
  fields.some((field) => isSet(field) && field.isDefault !== true && field.isRequired !== true);

interface ColumnSetting {
  filters: GridFilters;
  onFilter: (filters: GridFilters) => void;
  /** A value in words, where its own text is not enough. */
  valueText?: ((id: string, value: string) => string) | undefined;
}

/** The filters of the columns as fields. */
export const columnFields = <Row extends object>(
  columns: readonly GridColumn<Row>[],
  { filters, onFilter, valueText }: ColumnSetting,
  texts: UiTexts,
): ListField[] =>
  columns.flatMap(({ id, header: label, filter, isCardOnly }) => {
    if (filter === undefined || isCardOnly === true) return [];
    const { [id]: value, ...others } = filters;
    const common = {
      id: `column.${id}`,
      label,
      chip: value === undefined ? undefined : valueText?.(id, value),
      onChange: (next: string | undefined) =>
        onFilter(next === undefined || next === '' ? others : { ...others, [id]: next }),
    };
    if (filter.kind === 'choice') return { ...common, kind: 'choice', choices: filter.choices, value };
    return {
      ...common,
      kind: 'text',
      value: value === undefined ? undefined : filterText(filter, value, texts.locale),
      help: typedHelp(filter, texts),
      placeholder: filter.kind === 'date' ? texts.dayPattern : undefined,
      hasOrder: isOrdered(filter),
      read: readFilter(filter, texts),
    };
  });

function readFilter(filter: GridFilter, texts: UiTexts): ReadText {
  return (text) => {
    const refusal = filterRefusal(filter, text);
    if (refusal !== undefined) return { error: refusal };
    const { value, isWrong } = finishFilter(filter, text, texts.locale);
    if (isWrong || (value === '' && text.trim() !== ''))
      return { error: filter.kind === 'date' ? texts.dayWrong : texts.rangeWrong };
    return { value };
  };
}

function typedHelp(filter: GridFilter, texts: UiTexts): string | undefined {
  if (filter.kind === 'date') return undefined;
  if (filter.kind === 'text' && filter.findsParts === true) return texts.filterPart;
  return isOrdered(filter) ? undefined : texts.filterExact;
}

const isOrdered = (filter: GridFilter): boolean => 'hasOrder' in filter && filter.hasOrder === true;
