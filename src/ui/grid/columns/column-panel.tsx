import { Button, Checkbox, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './column-chooser.module.css';
import { DropPanel, type DropPanelProps } from '../../overlay/drop-panel.tsx';
import { useUiTexts } from '../../ui-texts.ts';

interface ColumnChoice {
  id: string;
  label: string;
  /** Cannot be hidden. */
  isFixed?: boolean;
}

export interface ColumnGroup {
  id: string;
  /** Needless with one group. */
  label?: string;
  columns: readonly ColumnChoice[];
}

export interface ColumnListProps {
  /** Only what this person may see. */
  groups: readonly ColumnGroup[];
  /** Ids in their order. */
  shown: readonly string[];
  onChange: (shown: string[]) => void;
  /** Back to the columns and the order that everybody begins with. */
  onReset: () => void;
  /** Filters in a row under the headings. */
  filterRow?: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined;
}

interface OpenProps extends ColumnListProps {
  target: DropPanelProps['target'];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The panel of a ColumnChooser. */
export function ColumnPanel({ target, isOpen, onOpen, ...props }: OpenProps) {
  const texts = useUiTexts();
  return (
    <DropPanel
      target={target}
      isOpen={isOpen}
      onChange={onOpen}
      align="end"
      label={texts.columns}
      className={classes.panel}
    >
      <ColumnList {...props} />
    </DropPanel>
  );
}

/** So many columns need no scrolling. */
const shortList = 11;

/** The columns by group, and a search. */
function ColumnList({ groups, shown, onChange, onReset, filterRow }: ColumnListProps) {
  const texts = useUiTexts();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [isTall, setIsTall] = useState(false);
  const searchText = query.trim().toLocaleLowerCase();
  const found = groups
    .map((group) => ({
      ...group,
      columns: group.columns.filter(({ label }) => label.toLocaleLowerCase().includes(searchText)),
    }))
    .filter(({ columns }) => columns.length > 0);
  const toggle = (id: string): void =>
    onChange(shown.includes(id) ? shown.filter((columnId) => columnId !== id) : [...shown, id]);
  return (
    <>
      <div className={classes.top}>
        <TextInput
          data-autofocus
          aria-label={texts.columnsSearch}
          placeholder={texts.columnsSearch}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <div id={listId} className={classes.list} data-tall={isTall || undefined}>
        {found.map((group) => (
          <fieldset key={group.id} className={classes.group}>
            <legend className={group.label === undefined ? 'visually-hidden' : classes.legend}>
              {group.label ?? texts.columns}
            </legend>
            {group.columns.map(({ id, label, isFixed }) => (
              <Checkbox
                key={id}
                size="xs"
                label={label}
                checked={shown.includes(id)}
                disabled={isFixed === true || (shown.length === 1 && shown[0] === id)}
                onChange={() => toggle(id)}
              />
            ))}
          </fieldset>
        ))}
        {found.length === 0 && <p className={classes.none}>{texts.columnsNone}</p>}
      </div>
      {filterRow !== undefined && (
        <div className={classes.row}>
          <Checkbox
            size="xs"
            label={texts.columnsFilterRow}
            checked={filterRow.isOn}
            onChange={(event) => filterRow.onChange(event.currentTarget.checked)}
          />
        </div>
      )}
      <div className={classes.foot}>
        {groups.flatMap(({ columns }) => columns).length > shortList && (
          <UnstyledButton
            className={classes.more}
            aria-expanded={isTall}
            aria-controls={listId}
            onClick={() => setIsTall(!isTall)}
          >
            {isTall ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
            {isTall ? texts.columnsLess : texts.columnsMore}
          </UnstyledButton>
        )}
        <Button variant="subtle" size="compact-sm" className={classes.reset} onClick={onReset}>
          {texts.columnsReset}
        </Button>
      </div>
    </>
  );
}
