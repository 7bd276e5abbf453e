import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import classes from '#ui/grid/columns/column-chooser.module.css';
import type { ColumnListProps } from '#ui/grid/columns/column-list.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';

const loadList = async () => (await import('#ui/grid/columns/column-list.tsx')).ColumnList;

/** Which columns the grid shows: by group, with a search; new ones come last. One column always stays. */
export function ColumnChooser(props: ColumnListProps) {
  const texts = useUiTexts();
  const [List, setList] = useState<ComponentType<ColumnListProps>>();
  const [isOpen, setIsOpen] = useState(false);
  // The list comes with the first opening, and it opens when it has come: an empty one would jump.
  async function toggle(): Promise<void> {
    if (List == null) {
      const loaded = await loadList();
      setList(() => loaded);
    }
    setIsOpen(!isOpen);
  }
  const prefetch = () => void loadList().catch(() => {});
  return (
    <Popover
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
      opened={isOpen}
      onChange={setIsOpen}
    >
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button}
          leftSection={<IconColumns3 size={16} aria-hidden />}
          aria-label={texts.columns}
          aria-expanded={isOpen}
          onPointerEnter={prefetch}
          onFocus={prefetch}
          onClick={() => void toggle()}
        >
          {texts.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} w={300} role="dialog" aria-label={texts.columns}>
        {List != null && <List {...props} />}
      </Popover.Dropdown>
    </Popover>
  );
}
