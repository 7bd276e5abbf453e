import { TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { foldText } from '#shared/text/fold-text.ts';
import { useIsPhone } from '../layout/use-is-phone.ts';
import classes from './pick-list.module.css';

export interface PickItem {
  value: string;
  label: string;
  /** After the label, in quiet letters: a number, or what is set. */
  end?: string | undefined;
}

interface Props {
  label: string;
  items: readonly PickItem[];
  /** Marks one of them. Without it the list is a menu of steps. */
  chosen?: string | undefined;
  hasChoice?: boolean;
  onPick: (value: string) => void;
  /** Inside the search field of a long list. */
  searchLabel: string;
  emptyText: string;
}

/** So many entries need no search. */
const shortList = 10;

/** A list of buttons, one pressed where it is a choice. Arrows go through it; a long one can be searched. */
export function PickList({ items, chosen, hasChoice = false, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const isLong = items.length > shortList;
  // In the search field a phone would cover the list with its keyboard.
  const isPhone = useIsPhone();
  const searched = foldText(typed.trim());
  const found = items.filter(({ label }) => foldText(label).includes(searched));
  const first = found.find(({ value }) => value === chosen) ?? found[0];
  function press(event: KeyboardEvent): void {
    const stops = [...(frame.current?.querySelectorAll<HTMLElement>('input, button') ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (to === undefined || (isTyping && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    stops[Math.max(0, Math.min(stops.length - 1, to))]?.focus();
  }
  return (
    <div ref={frame} className={classes.frame} role="presentation" onKeyDown={press}>
      {isLong && (
        <TextInput
          data-autofocus={!isPhone || undefined}
          className={classes.search}
          aria-label={props.searchLabel}
          placeholder={props.searchLabel}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed.trim() === '' || first === undefined) return;
            event.preventDefault();
            props.onPick(first.value);
          }}
        />
      )}
      <ul className={classes.list} aria-label={props.label}>
        {found.map(({ value, label, end }) => (
          <li key={value}>
            <button
              type="button"
              className={classes.item}
              aria-pressed={hasChoice ? value === chosen : undefined}
              data-autofocus={((!isLong || isPhone) && value === first?.value) || undefined}
              onClick={() => props.onPick(value)}
            >
              {hasChoice && (
                <span className={classes.mark}>
                  {value === chosen && <IconCheck size={16} aria-hidden />}
                </span>
              )}
              <span className={classes.words}>{label}</span>
              {end !== undefined && <span className={`${classes.end} number`}>{end}</span>}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={classes.none} role="status">
          {props.emptyText}
        </p>
      )}
    </div>
  );
}
