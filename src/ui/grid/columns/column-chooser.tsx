import { Button, Checkbox, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconColumns3, IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from '#ui/grid/columns/column-chooser.module.css';
import { useUiTexts } from '#ui/ui-texts.ts';

export type ColumnGroup = { id: string; label: string; columns: readonly { id: string; label: string }[] };

type Props = {
  /** Only what this person may see. */
  groups: readonly ColumnGroup[];
  /** Ids in their order. */
  shown: readonly string[];
  onChange: (shown: string[]) => void;
  /** Back to the columns and the order that everybody begins with. */
  onReset: () => void;
};

/** Which columns the grid shows: by group, with a search; new ones come last. One column always stays. */
export function ColumnChooser({ groups, shown, onChange, onReset }: Props) {
  const texts = useUiTexts();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [isTall, setIsTall] = useState(false);
  const wanted = query.trim().toLocaleLowerCase();
  const found = groups
    .map((group) => ({
      ...group,
      columns: group.columns.filter(({ label }) => label.toLocaleLowerCase().includes(wanted)),
    }))
    .filter(({ columns }) => columns.length > 0);
  const toggle = (id: string): void =>
    onChange(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]);
  return (
    <Popover position="bottom-end" trapFocus returnFocus withRoles={false} onClose={() => setQuery('')}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {texts.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} w={300} role="dialog" aria-label={texts.columns}>
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
              <legend className={classes.legend}>{group.label}</legend>
              {group.columns.map(({ id, label }) => (
                <Checkbox
                  key={id}
                  size="xs"
                  label={label}
                  checked={shown.includes(id)}
                  disabled={shown.length === 1 && shown[0] === id}
                  onChange={() => toggle(id)}
                />
              ))}
            </fieldset>
          ))}
          {found.length === 0 && <p className={classes.none}>{texts.columnsNone}</p>}
        </div>
        <div className={classes.foot}>
          <UnstyledButton
            className={classes.more}
            aria-expanded={isTall}
            aria-controls={listId}
            onClick={() => setIsTall(!isTall)}
          >
            {isTall ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
            {isTall ? texts.columnsLess : texts.columnsMore}
          </UnstyledButton>
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            {texts.columnsReset}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
