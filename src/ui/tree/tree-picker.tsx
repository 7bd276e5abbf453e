import { TextInput } from '@mantine/core';
import { IconCheck, IconChevronRight, IconMinus, IconSearch } from '@tabler/icons-react';
import { memo, useId, useRef } from 'react';
import { lineHeight, type TreeRow } from './tree-rows.ts';
import classes from './tree-picker.module.css';
import { useTreePicker, type TreeChoice } from './use-tree-picker.ts';

interface Props extends TreeChoice {
  label: string;
  searchLabel: string;
  emptyText: string;
  /** Nodes with checked and unchecked descendants. */
  mixedIds?: ReadonlySet<string>;
  /** As a part of a form: lower. */
  isLow?: boolean;
}

/** Pixels within the frame above and below the lines, its border included. */
const framePadding = 10;

/**
 * Picks one node of a tree, or checks several. The search box keeps the focus; arrows move, open and close,
 * Enter picks, or runs a search that still waits; the space bar picks while nothing is typed.
 */
export function TreePicker(props: Props) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const tree = useTreePicker(props, frame);
  const cursorLineId = tree.cursorRow === undefined ? undefined : `${id}-${tree.cursorRow.id}`;
  return (
    <div className={classes.picker}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={cursorLineId}
        aria-label={props.searchLabel}
        placeholder={props.searchLabel}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={tree.typed}
        onChange={(event) => tree.setTyped(event.currentTarget.value)}
        onKeyDown={tree.handleKey}
      />
      <div
        ref={frame}
        className={classes.frame}
        data-low={props.isLow || undefined}
        // The height of the tree with every node open: typing and closing move nothing below it.
        style={{ maxHeight: Math.max(3, props.nodes.length) * lineHeight + framePadding }}
        onScroll={(event) => tree.readScroll(event.currentTarget)}
      >
        {/* Focusable, so that the keyboard can scroll a long tree. */}
        <div
          id={id}
          role="tree"
          aria-label={props.label}
          aria-multiselectable={tree.isMulti || undefined}
          aria-activedescendant={cursorLineId}
          tabIndex={0}
          className={classes.lines}
          style={{ height: tree.rows.length * lineHeight }}
          onKeyDown={tree.handleKey}
        >
          {tree.lines.map(({ row, index, isCursor }) => (
            <TreeLine
              key={row.id}
              row={row}
              id={`${id}-${row.id}`}
              top={index * lineHeight}
              isCursor={isCursor}
              isSelected={props.checkedIds?.has(row.id) ?? row.id === props.selectedId}
              isMulti={tree.isMulti}
              isMixed={props.mixedIds?.has(row.id) === true}
              isCovered={props.coveredIds?.has(row.id) === true}
              isOff={props.offIds?.has(row.id) === true}
              onToggle={tree.toggleLine}
              onPick={tree.pickLine}
            />
          ))}
        </div>
        {tree.rows.length === 0 && <p className={classes.empty}>{props.emptyText}</p>}
      </div>
    </div>
  );
}

interface LineProps {
  row: TreeRow;
  id: string;
  /** Pixels from the top of the tree. */
  top: number;
  isCursor: boolean;
  isSelected: boolean;
  isMulti: boolean;
  isMixed: boolean;
  isCovered: boolean;
  isOff: boolean;
  onToggle: (row: TreeRow) => void;
  onPick: (row: TreeRow) => void;
}

/** One line of a tree: its arrow, its box when several may be checked, its name. */
const TreeLine = memo(function Line({ row, id, isMulti, ...rest }: LineProps) {
  const { top, isCursor, isSelected, isMixed, isCovered, isOff, onToggle, onPick } = rest;
  const isChecked = isSelected || isCovered;
  return (
    // The search box takes the keys for the whole tree (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      aria-level={row.level + 1}
      aria-setsize={row.places}
      aria-posinset={row.place}
      aria-expanded={row.hasChildren ? row.isOpen : undefined}
      aria-selected={isMulti ? undefined : isSelected}
      aria-checked={isMulti ? (isMixed ? 'mixed' : isChecked) : undefined}
      aria-disabled={isCovered || isOff || undefined}
      className={classes.line}
      data-cursor={isCursor || undefined}
      data-dim={row.isMatch ? undefined : true}
      style={{ insetBlockStart: top, paddingInlineStart: 8 + row.level * 20 }}
      onClick={() => onPick(row)}
    >
      <span
        className={classes.toggle}
        data-open={row.isOpen || undefined}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          if (row.hasChildren) onToggle(row);
          else onPick(row);
        }}
      >
        {row.hasChildren && <IconChevronRight size={16} />}
      </span>
      {isMulti && (
        <span className={classes.box} data-checked={isChecked || isMixed || undefined} aria-hidden>
          {isMixed ? <IconMinus size={12} stroke={3} /> : isChecked && <IconCheck size={12} stroke={3} />}
        </span>
      )}
      <span className={classes.name}>{row.label}</span>
      {row.note !== undefined && <span className={classes.note}>{row.note}</span>}
      {isSelected && !isMulti && <IconCheck size={16} aria-hidden />}
    </div>
  );
});
