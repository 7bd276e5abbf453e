import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { Calendar } from '#ui/date/calendar.tsx';
import { RangeChoices } from '#ui/date/range-panel.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { PickList } from '#ui/form/pick-list.tsx';
import { Fold } from '#ui/layout/fold.tsx';
import { buildTreeChecks, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { shapeOfTree } from '#ui/tree/tree-rows.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { type CalendarDay, addDays, dayOfText, textOfDay } from '#shared/calendar-day.ts';
import { useTranslation } from '../translate/use-translation.ts';
import { type Interval, intervalSigns, joinInterval, splitInterval } from './typed-interval.ts';
import type {
  ChoiceField,
  DayField,
  DaysField,
  ListField,
  ManyField,
  ReadText,
  TextField,
  TreeField,
} from './list-field.ts';
import classes from './filter-bar.module.css';

interface Props<Field> {
  field: Field;
  /** After the value was applied. */
  onDone: () => void;
}

/** Sets one field of a list: choices at once, everything else with "Apply". */
export function FieldEditor({ field, onDone }: Props<Exclude<ListField, { kind: 'dialog' }>>) {
  switch (field.kind) {
    case 'choice':
      return <ChoiceEditor field={field} onDone={onDone} />;
    case 'many':
      return <ManyEditor field={field} onDone={onDone} />;
    case 'tree':
      return <TreeEditor field={field} onDone={onDone} />;
    case 'text':
      return field.hasOrder === true ? (
        <IntervalEditor field={field} onDone={onDone} />
      ) : (
        <TextEditor field={field} onDone={onDone} />
      );
    case 'days':
      return <DaysEditor field={field} onDone={onDone} />;
    case 'day':
      return <DayEditor field={field} onDone={onDone} />;
  }
}

function ChoiceEditor({ field, onDone }: Props<ChoiceField>) {
  const { t } = useTranslation();
  return (
    <PickList
      label={field.label}
      items={field.choices}
      hasChoice
      chosen={field.value}
      onPick={(value) => {
        if (value !== field.value) field.onChange(value);
        onDone();
      }}
      searchLabel={t('list.find_choice')}
      emptyText={t('list.nothing_found')}
    />
  );
}

function DaysEditor({ field, onDone }: Props<DaysField>) {
  const { label, value, min, today, presets, onChange, isRequired = false } = field;
  return (
    <RangeChoices
      {...{ label, value, min, today, presets, onChange, onDone }}
      {...(field.max === undefined ? {} : { max: field.max })}
      isPresetOnly={field.isPresetOnly === true}
      hasAnyTime={!isRequired}
    />
  );
}

interface FormProps {
  /** Empties what is being edited. */
  onClear?: (() => void) | undefined;
  /** Restores what is applied now. */
  onReset?: (() => void) | undefined;
  onApply: () => void;
  children: ReactNode;
}

/** A draft with its buttons. */
function EditorForm({ onClear, onReset, onApply, children }: FormProps) {
  const { t } = useTranslation();
  function submit(event: FormEvent): void {
    event.preventDefault();
    onApply();
  }
  return (
    <form className={classes.editor} noValidate onSubmit={submit}>
      <div className={classes.values}>{children}</div>
      <div className={classes.buttons}>
        {onClear && (
          <Button variant="subtle" onClick={onClear}>
            {t('list.clear')}
          </Button>
        )}
        {onReset && (
          <Button variant="default" onClick={onReset}>
            {t('list.reset')}
          </Button>
        )}
        <Button type="submit">{t('list.apply')}</Button>
      </div>
    </form>
  );
}

function ManyEditor({ field, onDone }: Props<ManyField>) {
  const { value, choices, more } = field;
  const [checked, setChecked] = useState(value);
  const all = [...choices, ...(more?.choices ?? [])];
  const toggle = (one: string, isChecked: boolean): void =>
    setChecked(
      all.map((choice) => choice.value).filter((each) => (each === one ? isChecked : checked.includes(each))),
    );
  const checks = (listed: ManyField['choices']) => (
    <div className={classes.checks}>
      {listed.map((choice) => (
        <CheckField
          key={choice.value}
          label={choice.end === undefined ? choice.label : `${choice.label} (${choice.end})`}
          isChecked={checked.includes(choice.value)}
          onChange={(isChecked) => toggle(choice.value, isChecked)}
        />
      ))}
    </div>
  );
  return (
    <EditorForm
      onClear={() => setChecked([])}
      onReset={() => setChecked(value)}
      onApply={() => {
        onDone();
        field.onChange(checked);
      }}
    >
      <fieldset className={classes.group}>
        <legend className="visually-hidden">{field.label}</legend>
        {checks(choices)}
        {more !== undefined && more.choices.length > 0 && (
          <Fold title={more.title} isOpen={more.choices.some((choice) => value.includes(choice.value))}>
            {checks(more.choices)}
          </Fold>
        )}
      </fieldset>
    </EditorForm>
  );
}

const noNodes: never[] = [];

function TreeEditor({ field, onDone }: Props<TreeField>) {
  const { t } = useTranslation();
  const { nodes = noNodes, value, failure } = field;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(value));
  const shape = useMemo(() => shapeOfTree(nodes), [nodes]);
  const { checked, mixed } = useMemo(() => buildTreeChecks(shape, [...selected]), [shape, selected]);
  if (failure !== undefined) {
    return (
      <p role="status" className={classes.values}>
        {failure}
      </p>
    );
  }
  return (
    <EditorForm
      onClear={() => setSelected(new Set())}
      onReset={() => setSelected(new Set(value))}
      onApply={() => {
        onDone();
        field.onChange([...selected]);
      }}
    >
      {field.nodes === undefined ? (
        <SkeletonLines lines={7} lineHeight={34} />
      ) : (
        <TreePicker
          isLow
          nodes={nodes}
          selectedId={undefined}
          checkedIds={checked}
          mixedIds={mixed}
          onPick={(id) => setSelected(new Set(toggledChoice(shape, new Set(selected), id)))}
          label={field.label}
          searchLabel={t('organisation.search')}
          emptyText={t('organisation.none_found')}
        />
      )}
    </EditorForm>
  );
}

/** Every text is a value, without the blanks around it. */
const readTrimmed: ReadText = (text) => ({ value: text.trim() });

function TextEditor({ field, onDone, below }: Props<TextField> & { below?: ReactNode }) {
  const { read = readTrimmed } = field;
  const [typed, setTyped] = useState(field.value ?? '');
  const [error, setError] = useState<string>();
  function apply(): void {
    const next = read(typed);
    if ('error' in next) {
      setError(next.error);
      return;
    }
    onDone();
    if (typed.trim() !== (field.value ?? '')) field.onChange(next.value === '' ? undefined : next.value);
  }
  return (
    <EditorForm
      onClear={
        typed === '' || field.isRequired === true
          ? undefined
          : () => {
              setTyped('');
              setError(undefined);
            }
      }
      onApply={apply}
    >
      <TextInput
        data-autofocus
        aria-label={field.label}
        {...helpOrError(field.help, error)}
        value={typed}
        placeholder={field.placeholder}
        maxLength={field.maxLength ?? 320}
        inputMode={field.inputMode}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(undefined);
        }}
      />
      {below}
    </EditorForm>
  );
}

/** A number with its operator. */
function IntervalEditor({ field, onDone }: Props<TextField>) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const { label, value, read = readTrimmed } = field;
  const [draft, setDraft] = useState(() => splitInterval(value ?? ''));
  const [error, setError] = useState<string>();
  const change = (part: Partial<Interval>): void => {
    setDraft({ ...draft, ...part });
    setError(undefined);
  };
  function apply(): void {
    const next = read(joinInterval(draft));
    if ('error' in next) return setError(next.error);
    onDone();
    if (joinInterval(draft) !== (value ?? '')) field.onChange(next.value === '' ? undefined : next.value);
  }
  const input = (end: 'low' | 'high') => ({
    value: draft[end],
    error: error !== undefined,
    maxLength: 24,
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [end]: event.currentTarget.value }),
  });
  const isEmpty = draft.low === '' && draft.high === '';
  return (
    <EditorForm onClear={isEmpty ? undefined : () => change({ low: '', high: '' })} onApply={apply}>
      <div className={classes.interval}>
        <NativeSelect
          aria-label={t('list.operator.label')}
          data={intervalSigns.map((sign) => ({ value: sign, label: t(`list.operator.${sign}`) }))}
          value={draft.sign}
          onChange={(event) => change({ sign: event.currentTarget.value as Interval['sign'] })}
        />
        <TextInput data-autofocus aria-label={label} {...input('low')} />
        {draft.sign === 'between' && (
          <TextInput aria-label={`${label}: ${texts.rangeTo}`} {...input('high')} />
        )}
      </div>
      {error !== undefined && (
        <p role="alert" className={classes.wrong}>
          {error}
        </p>
      )}
    </EditorForm>
  );
}

/** One day, typed or taken from the calendar. */
function DayEditor({ field, onDone }: Props<DayField>) {
  const texts = useUiTexts();
  const { label, value, min, max, today, onChange } = field;
  const picked = (day: CalendarDay): void => {
    onDone();
    onChange(day);
  };
  const typed: TextField = {
    kind: 'text',
    id: field.id,
    label,
    value: value && textOfDay(value),
    placeholder: texts.dayPattern,
    maxLength: 10,
    read(text) {
      const day = dayOfText(text);
      if (day === undefined) return text.trim() === '' ? { value: '' } : { error: texts.dayWrong };
      if (day > max) return { error: texts.dayTooLate };
      return day < min ? { error: texts.dayTooEarly } : { value: day };
    },
    onChange,
  };
  const shown = value ?? (today <= max ? today : max);
  const calendar = (
    <div className={classes.calendar}>
      <Calendar
        value={{ from: value ?? addDays(shown, 1), to: shown }}
        {...{ min, max, today }}
        onPick={picked}
      />
    </div>
  );
  return <TextEditor field={typed} onDone={onDone} below={calendar} />;
}
