import { IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { PaletteKeys } from './palette-list.tsx';
import classes from './palette.module.css';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { countOverlay } from '#ui/overlay/open-overlays.ts';
import type { MenuEntry } from '#web/session/menu-rules.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  /** Shows the keyboard shortcuts. */
  onKeys: () => void;
  menu: readonly MenuEntry[];
}

/**
 * Finds screens, actions and objects. The input is part of the shell and takes keys from the moment of opening; only the
 * list below it loads late.
 */
export function Palette(props: Props) {
  const { isOpen, onClose } = props;
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  useEffect(() => (isOpen ? countOverlay() : undefined), [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('palette.title')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A press on the backdrop has the dialog itself as its target.
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <PaletteBox {...props} />
    </dialog>
  );
}

function PaletteBox({ isOpen, onClose, onKeys, menu }: Props) {
  const { t } = useTranslation();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const [isChosenEarly, setIsChosenEarly] = useState(false);
  const [wasOpen, setWasOpen] = useState(isOpen);
  const list = useRef<PaletteKeys>(null);
  const input = useRef<HTMLInputElement>(null);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    setQuery('');
    setIsChosenEarly(false);
    setActiveId(undefined);
  }
  const showActive = useCallback((id: string | undefined) => setActiveId(id), []);

  function press(event: KeyboardEvent): void {
    // The input method is still composing.
    if (event.nativeEvent.isComposing) return;
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const lines = moves[event.key];
    if (lines !== undefined) list.current?.move(lines);
    else if (event.key === 'Enter' && list.current === null) setIsChosenEarly(true);
    else if (event.key === 'Enter') list.current?.choose();
    else if (event.key === '?' && query === '') onKeys();
    else return;
    event.preventDefault();
  }
  return (
    <div className={classes.box}>
      <div className={classes.head}>
        <IconSearch size={18} aria-hidden />
        <input
          ref={input}
          className={classes.input}
          role="combobox"
          aria-label={t('palette.placeholder')}
          aria-expanded={activeId !== undefined}
          aria-controls={activeId === undefined ? undefined : listId}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={320}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={press}
        />
      </div>
      <LateList
        isOpen={isOpen}
        id={listId}
        query={query}
        menu={menu}
        keys={list}
        isChosenEarly={isChosenEarly}
        onActive={showActive}
        onKeys={onKeys}
        onComplete={(text) => {
          setQuery(text);
          input.current?.focus();
        }}
        onClose={onClose}
      />
    </div>
  );
}

const LateList = lazyMount(async () => (await import('./palette-list.tsx')).PaletteList);
