import { useRouter } from '@tanstack/react-router';
import { IconCornerDownLeft } from '@tabler/icons-react';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { hasIssuedCardNumber } from '#shared/card-number.ts';
import classes from './palette.module.css';
import { usePaletteEntries } from './use-palette-entries.tsx';
import type { PaletteEntry } from '#web/palette/palette-source.ts';
import type { MenuEntry } from '#web/session/menu-rules.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The input passes these keys on to the list. */
export interface PaletteKeys {
  move: (lines: number) => void;
  choose: () => void;
}

interface Props {
  /** The id of the list, for the input's aria-controls. */
  id: string;
  query: string;
  menu: readonly MenuEntry[];
  keys: Ref<PaletteKeys>;
  /** Enter was pressed before the list had loaded. */
  isChosenEarly: boolean;
  onActive: (id: string | undefined) => void;
  onKeys: () => void;
  /** Types a text. */
  onComplete: (text: string) => void;
  onClose: () => void;
}

/** The lines of the palette. A closed palette makes no requests. */
export function PaletteList({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return isOpen ? <OpenList {...props} /> : null;
}

/** The focus stays in the input; the active line is its aria-activedescendant. */
function OpenList(props: Props) {
  const { id, query, onActive, onClose, isChosenEarly } = props;
  const { t } = useTranslation();
  const router = useRouter();
  const typed = query.trim();
  const { sections, isFinding } = usePaletteEntries(typed, props.menu, props.onKeys);
  const entries = sections.flatMap((section) => section.entries);
  const [place, setPlace] = useState({ typed, index: 0 });
  const index = place.typed === typed ? Math.min(place.index, Math.max(entries.length - 1, 0)) : 0;
  const list = useRef<HTMLDivElement>(null);
  const active = entries[index];
  const activeId = active === undefined ? undefined : lineId(id, active);

  function choose(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return;
    if (entry.completes !== undefined) {
      props.onComplete(entry.completes);
      return;
    }
    onClose();
    if (typeof entry.go === 'function') entry.go();
    else void router.navigate(entry.go);
  }
  useImperativeHandle(props.keys, () => ({
    move: (lines) =>
      setPlace({ typed, index: (index + lines + entries.length) % Math.max(entries.length, 1) }),
    choose: () => choose(active),
  }));
  useEffect(() => {
    onActive(activeId);
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId, onActive]);
  const isWaiting = useRef(isChosenEarly);
  useEffect(() => {
    if (!isWaiting.current || active === undefined) return;
    isWaiting.current = false;
    choose(active);
  });

  if (entries.length === 0) {
    return (
      <p className={classes.none} role="status">
        {t(
          isFinding
            ? 'ui.loading'
            : hasIssuedCardNumber(typed)
              ? 'search.wrong.card_number'
              : 'palette.nothing',
        )}
      </p>
    );
  }
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('palette.results')} className={classes.list}>
      {sections.map(({ group, entries: lines }) => (
        <div key={group} role="group" aria-label={t(`palette.group.${group}`)}>
          <div className={classes.group} aria-hidden>
            {t(`palette.group.${group}`)}
          </div>
          {lines.map((entry) => (
            <PaletteLine
              key={entry.id}
              id={lineId(id, entry)}
              entry={entry}
              isActive={entry === active}
              onPoint={() => setPlace({ typed, index: entries.indexOf(entry) })}
              onChoose={() => choose(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

const lineId = (id: string, entry: PaletteEntry): string => `${id}-${entry.id.replaceAll(/\W/g, '-')}`;

interface LineProps {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function PaletteLine({ id, entry, isActive, onPoint, onChoose }: LineProps) {
  return (
    // The input above takes the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.line}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      <span className={classes.icon}>{entry.icon}</span>
      <span className={classes.label}>{entry.label}</span>
      {entry.detail !== undefined && <span className={classes.detail}>{entry.detail}</span>}
      <span className={classes.end}>
        {entry.end}
        {isActive && <IconCornerDownLeft size={14} aria-hidden />}
      </span>
    </div>
  );
}
