import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEscape } from './use-escape.ts';
import { useLateOpen } from './use-late-open.ts';
import { useUiTexts } from '../ui-texts.ts';

export interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** Controls that rise from the bottom edge of a phone. */
export function SheetWindow(props: SheetProps) {
  const texts = useUiTexts();
  useEscape(props.isOpen, props.onClose);
  return (
    <Drawer
      closeOnEscape={false}
      opened={useLateOpen(props.isOpen)}
      onClose={props.onClose}
      position="bottom"
      size="85%"
      title={props.title}
      closeButtonProps={{ 'aria-label': texts.close }}
      // Outside <main> the kit's <header> would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {props.children}
    </Drawer>
  );
}
