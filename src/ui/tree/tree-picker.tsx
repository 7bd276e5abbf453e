import { TextInput } from '@mantine/core';
import { IconCheck, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { rowsOfTree, type TreeNode, type TreeRow } from '#ui/tree/tree-rows.ts';
import classes from '#ui/tree/tree-picker.module.css';

type Props = {
  nodes: readonly TreeNode[];
  selectedId: string | undefined;
  onPick: (id: string) => void;
  label: string;
  searchLabel: string;
  emptyText: string;
  /** Several nodes at once: those that are checked, where `onPick` checks and unchecks. */
  checkedIds?: ReadonlySet<string>;
  /** Checked through a node above, and not to be unchecked by itself. */
  coveredIds?: ReadonlySet<string>;
  /** There, but not to be picked. */
  offIds?: ReadonlySet<string>;
};

/** Search debounce (spec 1 §2, organisation tree). */
const searchMs = 250;

/**
 * Picks one node of a tree, or checks several. The search box keeps the focus; arrows move, open and close,
 * Enter picks, and so does the space bar while nothing is typed.
 */
export function TreePicker(props: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [cursorId, setCursorId] = useState(props.selectedId);

  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typed === '' ? 0 : searchMs);
    return () => clearTimeout(timer);
  }, [typed]);

  const rows = useMemo(() => rowsOfTree(props.nodes, closed, search), [props.nodes, closed, search]);
  // While searching, the cursor never rests on a node that is only on the way to a match.
  const found = rows.findIndex((row) => row.id === cursorId && row.isMatch);
  const at =
    found < 0
      ? Math.max(
          0,
          rows.findIndex((row) => row.isMatch),
        )
      : found;

  const isMulti = props.checkedIds != null;
  function pick(row: TreeRow): void {
    const isFixed = props.offIds?.has(row.id) === true || props.coveredIds?.has(row.id) === true;
    if (!isFixed) props.onPick(row.id);
  }
  function toggle(row: TreeRow, isOpen: boolean): void {
    const next = new Set(closed);
    if (isOpen) next.delete(row.id);
    else next.add(row.id);
    setClosed(next);
  }
  function goTo(index: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    setCursorId(row?.id);
    if (row != null) document.getElementById(`${id}-${row.id}`)?.scrollIntoView({ block: 'nearest' });
  }
  function press(event: KeyboardEvent): void {
    const row = rows[at];
    const isPlain =
      typed === '' || event.key === 'ArrowDown' || event.key === 'ArrowUp' || event.key === 'Enter';
    if (row == null || !isPlain) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => (row.hasChildren && !row.isOpen ? toggle(row, true) : goTo(at + 1)),
      ArrowLeft: () => {
        if (row.hasChildren && row.isOpen) toggle(row, false);
        else goTo(rows.findIndex((one) => one.id === row.parentId));
      },
      Enter: () => pick(row),
      ...(isMulti ? { ' ': () => pick(row) } : {}),
    };
    const move = moves[event.key];
    if (move == null) return;
    event.preventDefault();
    move();
  }

  return (
    <div className={classes.picker}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={rows[at] == null ? undefined : `${id}-${rows[at].id}`}
        aria-label={props.searchLabel}
        placeholder={props.searchLabel}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div className={classes.frame}>
        {/* A long tree scrolls: the keyboard must be able to stand in it too. */}
        <div
          id={id}
          role="tree"
          aria-label={props.label}
          aria-multiselectable={isMulti || undefined}
          aria-activedescendant={rows[at] == null ? undefined : `${id}-${rows[at].id}`}
          tabIndex={0}
          onKeyDown={press}
        >
          {rows.map((row, index) => (
            <TreeLine
              key={row.id}
              row={row}
              id={`${id}-${row.id}`}
              isCursor={index === at}
              isSelected={props.checkedIds?.has(row.id) ?? row.id === props.selectedId}
              isMulti={isMulti}
              isCovered={props.coveredIds?.has(row.id) === true}
              isOff={props.offIds?.has(row.id) === true}
              onToggle={() => toggle(row, !row.isOpen)}
              onPick={() => pick(row)}
            />
          ))}
        </div>
        {rows.length === 0 && <p className={classes.empty}>{props.emptyText}</p>}
      </div>
    </div>
  );
}

type LineProps = {
  row: TreeRow;
  id: string;
  isCursor: boolean;
  isSelected: boolean;
  isMulti: boolean;
  isCovered: boolean;
  isOff: boolean;
  onToggle: () => void;
  onPick: () => void;
};

function TreeLine({ row, id, isCursor, isSelected, isMulti, isCovered, isOff, onToggle, onPick }: LineProps) {
  const isChecked = isSelected || isCovered;
  return (
    // The search box takes the keys for the whole tree (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      aria-level={row.level + 1}
      aria-expanded={row.hasChildren ? row.isOpen : undefined}
      aria-selected={isMulti ? undefined : isSelected}
      aria-checked={isMulti ? isChecked : undefined}
      aria-disabled={isCovered || isOff || undefined}
      className={classes.line}
      data-cursor={isCursor || undefined}
      data-dim={row.isMatch ? undefined : true}
      style={{ paddingInlineStart: 8 + row.level * 20 }}
      onClick={onPick}
    >
      <span
        className={classes.toggle}
        data-open={row.isOpen || undefined}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          if (row.hasChildren) onToggle();
          else onPick();
        }}
      >
        {row.hasChildren && <IconChevronRight size={16} />}
      </span>
      {isMulti && (
        <span className={classes.box} data-checked={isChecked || undefined} aria-hidden>
          {isChecked && <IconCheck size={12} stroke={3} />}
        </span>
      )}
      <span className={classes.name}>{row.label}</span>
      {row.note != null && <span className={classes.note}>{row.note}</span>}
      {isSelected && !isMulti && <IconCheck size={16} aria-hidden />}
    </div>
  );
}
