import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLateOpen } from '#ui/overlay/use-late-open.ts';
import { useUiTexts } from '#ui/ui-texts.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** A dialog of the panel's own stands over it: Escape closes that one only. */
  isCovered?: boolean;
  children: ReactNode;
};

/** Details of one row, beside the list; over it on a phone. Focus returns to where it was. */
export function SidePanel(props: Props) {
  const texts = useUiTexts();
  return (
    <Drawer
      opened={useLateOpen(props.isOpen)}
      onClose={props.onClose}
      position="right"
      size={520}
      title={props.title}
      closeOnEscape={props.isCovered !== true}
      closeButtonProps={{ 'aria-label': texts.close }}
      // The kit's title bar is a <header>, which outside <main> would count as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      {props.children}
    </Drawer>
  );
}
