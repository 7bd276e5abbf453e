import { ActionIcon, Drawer } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { useIsPhone } from '../layout/use-is-phone.ts';
import classes from './overlay.module.css';
import { useEscape } from './use-escape.ts';
import { useLateOpen } from './use-late-open.ts';
import { useUiTexts } from '../ui-texts.ts';

/** The rows beside the open one; a missing function is the end of the page. */
export interface RowSteps {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

export interface SidePanelProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** A dialog of the panel's own covers it: J and K stay there. */
  isCovered?: boolean;
  /** Offers the rows before and after with buttons, J and K. */
  steps?: RowSteps;
  children: ReactNode;
}

/** Details of one row beside its list; on a phone, a sheet from the bottom. Focus returns to where it was. */
export function SidePanelWindow({ isCovered = false, steps, ...props }: SidePanelProps) {
  const texts = useUiTexts();
  const isPhone = useIsPhone();
  useEscape(props.isOpen, props.onClose);
  useStepKeys(props.isOpen && !isCovered ? steps : undefined);
  return (
    <Drawer.Root
      opened={useLateOpen(props.isOpen)}
      onClose={props.onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '85%' : 520}
      closeOnEscape={false}
      lockScroll={false}
      transitionProps={{ duration: 180 }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Outside <main> the kit's <header> would be a second banner of the page. */}
        <Drawer.Header role="presentation">
          <Drawer.Title>{props.title}</Drawer.Title>
          {steps !== undefined && <StepButtons {...steps} />}
          <Drawer.CloseButton aria-label={texts.close} className={classes.close} />
        </Drawer.Header>
        <Drawer.Body>{props.children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function StepButtons({ previous, next }: RowSteps) {
  const texts = useUiTexts();
  const button = (label: string, key: string, icon: ReactNode, go: (() => void) | undefined) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-keyshortcuts={key}
      title={`${label} (${key})`}
      // Not disabled, so that the button keeps the focus at the end of the list.
      aria-disabled={go === undefined || undefined}
      data-disabled={go === undefined || undefined}
      onClick={go}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <span className={classes.steps}>
      {button(texts.previousRow, 'K', <IconChevronUp size={18} aria-hidden />, previous)}
      {button(texts.nextRow, 'J', <IconChevronDown size={18} aria-hidden />, next)}
    </span>
  );
}

/** J opens the next and K the previous, except in a text field. */
function useStepKeys(steps: RowSteps | undefined): void {
  useEffect(() => {
    if (steps === undefined) return undefined;
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      const isOff = document.documentElement.hasAttribute('data-no-single-keys');
      if (isOff || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 'j') steps.next?.();
      else if (key === 'k') steps.previous?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [steps]);
}
