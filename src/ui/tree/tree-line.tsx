import { IconCheck, IconChevronRight, IconMinus } from '@tabler/icons-react';
import { memo } from 'react';
import type { TreeRow } from '#ui/tree/tree-rows.ts';
import classes from '#ui/tree/tree-picker.module.css';

type LineProps = {
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
};

/** One line of a tree: its arrow, its box when several may be checked, its name. */
export const TreeLine = memo(function Line({ row, id, isMulti, ...rest }: LineProps) {
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
      {row.note != null && <span className={classes.note}>{row.note}</span>}
      {isSelected && !isMulti && <IconCheck size={16} aria-hidden />}
    </div>
  );
});
