import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './column-chooser.module.css';
import type { ColumnListProps } from './column-panel.tsx';
import { lazyMount } from '../../overlay/lazy-mount.tsx';
import { useUiTexts } from '../../ui-texts.ts';

const LatePanel = lazyMount(async () => (await import('./column-panel.tsx')).ColumnPanel);

/** Which columns the grid shows: by group, with a search; new ones come last. One column always stays. */
export function ColumnChooser(props: ColumnListProps) {
  const texts = useUiTexts();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className={classes.button}
        leftSection={<IconColumns3 size={16} aria-hidden />}
        aria-label={texts.columns}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.columns}
      </Button>
      <LatePanel {...props} isOpen={isOpen} onOpen={setIsOpen} target={button} />
    </>
  );
}
