import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconPlus, IconX } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTranslation } from '../translate/use-translation.ts';
import type { FieldPanelProps } from './field-panel.tsx';
import { type ListField, fieldValue, isNarrowed, removeField } from './list-field.ts';
import classes from './filter-bar.module.css';

const FieldPanel = lazyMount<FieldPanelProps>(async () => (await import('./field-panel.tsx')).FieldPanel);

interface Props {
  fields: readonly ListField[];
  isPhone: boolean;
  /** Not for the moment: the filters are being applied. */
  isLocked?: boolean;
  /** After opening or closing, presses are ignored for so long. */
  lockMs?: number | undefined;
  /** The order of the cards of a phone. */
  order?: ReactNode;
  /** "Show 42 payments". */
  showLabel: string;
}

/** The panel of the fields, and what opens it: the button, or the chip of a field. */
export function useFieldPanel({ fields, isPhone, isLocked = false, lockMs = 0, order, showLabel }: Props) {
  const adder = useRef<HTMLButtonElement>(null);
  const target = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [opening, setOpening] = useState({ count: 0, isFromMenu: true });
  const [fieldId, setFieldId] = useState<string>();
  const lockedUntil = useRef(0);
  const close = (): void => setIsOpen(false);
  function open(button: HTMLElement, id?: string): void {
    const now = Date.now();
    if (isLocked || now < lockedUntil.current) return;
    lockedUntil.current = now + lockMs;
    if (isOpen && target.current === button) return close();
    const field = fields.find((each) => each.id === id);
    if (field?.kind === 'dialog') return field.onOpen();
    target.current = button;
    setFieldId(id);
    setOpening({ count: opening.count + 1, isFromMenu: id === undefined || isPhone });
    setIsOpen(true);
  }
  return {
    /** For the button of the fields. */
    bindAdder: useCallback((button: HTMLButtonElement | null) => {
      adder.current = button;
    }, []),
    focusAdder: useCallback(() => adder.current?.focus(), []),
    isOpen,
    wasOpened: opening.count > 0,
    open,
    panel: (
      <FieldPanel
        key={opening.count}
        isOpen={isOpen}
        isSheet={isPhone}
        hasBack={opening.isFromMenu}
        onField={setFieldId}
        onDone={() => (isPhone ? setFieldId(undefined) : close())}
        onClose={close}
        {...{ fields, fieldId, target, order, showLabel }}
      />
    ),
  };
}

type Panel = ReturnType<typeof useFieldPanel>;

interface ButtonProps {
  panel: Panel;
  isPhone: boolean;
  /** How many chips there are. */
  count: number;
}

/** Opens the fields. */
export function FieldsButton({ panel, isPhone, count }: ButtonProps) {
  const { t } = useTranslation();
  const { bindAdder, isOpen, open } = panel;
  const Icon = isPhone ? IconAdjustmentsHorizontal : IconPlus;
  return (
    <Button
      ref={bindAdder}
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={(event) => open(event.currentTarget)}
    >
      {isPhone ? (count > 0 ? t('list.filters_on', { count }) : t('list.filters')) : t('list.add_filter')}
    </Button>
  );
}

interface ShownField {
  field: ListField;
  /** "Status: Failed". */
  text: string;
}

/** The fields that are set, with their values in words. */
export function useShownFields(fields: readonly ListField[]): ShownField[] {
  const texts = useUiTexts();
  return fields.flatMap((field) => {
    const value = fieldValue(field, texts);
    return value === undefined ? [] : { field, text: `${field.label}: ${value}` };
  });
}

interface ChipsProps {
  shown: readonly ShownField[];
  panel: Panel;
  /** Without it there is no "Clear all". */
  onClear?: (() => void) | undefined;
}

/** What is set, one chip a field: a press changes it, its cross or Delete removes it. */
export function FilterChips({ shown, panel, onClear }: ChipsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(shown.length, panel);
  function remove(index: number): void {
    const field = shown[index]?.field;
    if (field === undefined) return;
    focusBeside(list, index, panel.focusAdder);
    removeField(field);
  }
  return (
    <>
      {shown.length > 0 && (
        <ul ref={list} className={classes.chips} aria-label={t('list.active_filters')}>
          {shown.map(({ field, text }, index) => (
            <li key={field.id} className={classes.chip}>
              <button
                type="button"
                className={classes.chipText}
                title={text}
                aria-label={t('list.change_filter', { filter: text })}
                aria-haspopup="dialog"
                onClick={(event) => panel.open(event.currentTarget, field.id)}
                onKeyDown={({ key }: KeyboardEvent) => {
                  if ((key === 'Delete' || key === 'Backspace') && field.isRequired !== true) remove(index);
                }}
              >
                {text}
              </button>
              {field.isRequired !== true && (
                <button
                  type="button"
                  className={classes.chipEnd}
                  aria-label={t('list.remove_filter', { filter: text })}
                  onClick={() => remove(index)}
                >
                  <IconX size={14} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {onClear !== undefined && isNarrowed(shown.map(({ field }) => field)) && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            panel.focusAdder();
            onClear();
          }}
        >
          {t('list.clear_all')}
        </Button>
      )}
      <Announcement shown={shown} />
    </>
  );
}

/** The focus returns to a chip whose editor was closed. Where that chip is gone, it goes to the button of the fields. */
function useKeptFocus(chips: number, { wasOpened, focusAdder }: Panel): void {
  const before = useRef(chips);
  useEffect(() => {
    const isFewer = chips < before.current;
    before.current = chips;
    if (!isFewer || !wasOpened) return undefined;
    const timer = setTimeout(() => document.activeElement === document.body && focusAdder(), returnMs);
    return () => clearTimeout(timer);
  }, [chips, wasOpened, focusAdder]);
}

/** So long the kit takes to return the focus. */
const returnMs = 300;

/** A chip that goes leaves the focus to its neighbour, or to the button of the fields. */
function focusBeside(list: RefObject<HTMLUListElement | null>, index: number, focusAdder: () => void): void {
  const chips = list.current?.children;
  const beside = chips?.[index + 1] ?? chips?.[index - 1];
  const button = beside?.querySelector('button');
  if (button) button.focus();
  else focusAdder();
}

/** Announces what was set or removed last. */
function Announcement({ shown }: Pick<ChipsProps, 'shown'>) {
  const { t } = useTranslation();
  const [previous, setPrevious] = useState(shown);
  const [words, setWords] = useState('');
  const added = shown.filter(({ text }) => previous.every((before) => before.text !== text));
  const removed = previous.filter(({ text, field }) =>
    shown.every((now) => now.text !== text && now.field.id !== field.id),
  );
  if (added.length > 0 || previous.length !== shown.length) {
    setPrevious(shown);
    setWords(
      [
        ...added.map(({ text: filter }) => t('list.filter_set', { filter })),
        ...removed.map(({ text: filter }) => t('list.filter_removed', { filter })),
      ].join(' '),
    );
  }
  return (
    <span className="visually-hidden" role="status">
      {words}
    </span>
  );
}
