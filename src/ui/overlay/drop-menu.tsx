import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  cloneElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  createContext,
  use,
  type ComponentType,
} from 'react';
import { IconCheck, type IconProps } from '@tabler/icons-react';
import classes from './drop-menu.module.css';

type TargetProps = Record<'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'id' | 'onClick', unknown>;
interface Props {
  /** The button that opens it. */
  target: ReactElement<Partial<TargetProps>>;
  children: ReactNode;
  isWide?: boolean;
}

/** Pixels that stay free between the menu and the edge of the window. */
const margin = 5;
/** Pixels between the button and the menu, as in the style sheet. */
const gap = 8;

/** A button with a menu below it, its right edges in line. By keyboard as the ARIA practices have it. */
export function DropMenu({ target, children, isWide = false }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const around = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    const press = (event: Event) => {
      if (!around.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, [isOpen]);
  useLayoutEffect(() => {
    const menu = list.current;
    if (!isOpen || menu === null) return;
    const { left, height } = menu.getBoundingClientRect();
    if (left < margin) menu.style.translate = `${margin - left}px`;
    const button = around.current?.getBoundingClientRect();
    if (button !== undefined) placeVertically(menu, button, height);
    menuItems(menu)[0]?.focus({ preventScroll: true });
  }, [isOpen]);

  function close(): void {
    setIsOpen(false);
    around.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  }
  function press(event: KeyboardEvent<HTMLElement>): void {
    const items = menuItems(event.currentTarget);
    const index = items.findIndex((item) => item === document.activeElement);
    if (event.key === 'Tab') setIsOpen(false);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else {
      const next = nextItem(items, index, event);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    }
  }
  return (
    <span ref={around} className={classes.around}>
      {cloneElement(target, {
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        id: `${id}target`,
        onClick: () => setIsOpen(!isOpen),
      })}
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-labelledby={`${id}target`}
          className={classes.menu}
          data-wide={isWide || undefined}
          onKeyDown={press}
        >
          <DropMenuContext value={close}>{children}</DropMenuContext>
        </div>
      )}
    </span>
  );
}

/** Below the button, or above it where the menu ends outside the window. Where neither has room, it scrolls in the larger one. */
function placeVertically(menu: HTMLElement, { top, bottom }: DOMRect, height: number): void {
  const above = top - gap - margin;
  const below = window.innerHeight - bottom - gap - margin;
  const isAbove = height > below && above > below;
  menu.toggleAttribute('data-above', isAbove);
  const room = isAbove ? above : below;
  if (height > room) {
    menu.style.maxHeight = `${room}px`;
    menu.style.overflowY = 'auto';
  }
}

const menuItems = (menu: Element): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)'),
];

/** Arrows go round, Home and End to the ends, a letter to the next entry that begins with it. */
function nextItem(
  items: readonly HTMLElement[],
  current: number,
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(current + 1) % items.length];
  if (key === 'ArrowUp') return items.at(current <= 0 ? -1 : current - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const letter = key.toLocaleLowerCase();
  const inTurn = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return inTurn.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter));
}

/** A text at the top of a DropMenu. It cannot be chosen. */
export function DropMenuHeading(props: { children: ReactNode }) {
  return (
    <div role="presentation" className={classes.label}>
      {props.children}
    </div>
  );
}

/** Closes the menu around, the focus back on its button. */
const DropMenuContext = createContext<() => void>(() => {});

interface DropMenuItemProps {
  children: ReactNode;
  onChoose: () => void;
  icon?: ReactNode;
  /** For one of several choices: whether it is the present one. undefined for a plain action. */
  isChosen?: boolean;
  /** A choice that is switched independently of the others. */
  isSwitch?: boolean;
  isDisabled?: boolean;
  /** The action cannot be undone. */
  isDangerous?: boolean;
  lang?: string;
  /** After the label. */
  end?: ReactNode;
  /** A line above it. */
  isNewGroup?: boolean;
}

/** One entry of a DropMenu. */
export function DropMenuItem({
  isChosen,
  isSwitch = false,
  isDisabled = false,
  isDangerous = false,
  isNewGroup = false,
  ...props
}: DropMenuItemProps) {
  const close = use(DropMenuContext);
  return (
    <>
      {isNewGroup && <hr className={classes.divider} />}
      <button
        type="button"
        role={isChosen === undefined ? 'menuitem' : isSwitch ? 'menuitemcheckbox' : 'menuitemradio'}
        aria-checked={isChosen}
        tabIndex={-1}
        lang={props.lang}
        className={classes.item}
        data-dangerous={isDangerous || undefined}
        disabled={isDisabled}
        onClick={() => {
          close();
          props.onChoose();
        }}
      >
        {isChosen !== undefined && (
          <span className={classes.mark}>{isChosen && <IconCheck size={16} aria-hidden />}</span>
        )}
        {props.icon != null && <span className={classes.icon}>{props.icon}</span>}
        <span className={classes.words}>{props.children}</span>
        {props.end != null && <span className={classes.end}>{props.end}</span>}
      </button>
    </>
  );
}

interface IconsProps<Value extends string> {
  /** What is chosen. */
  title: string;
  value: Value;
  choices: readonly { value: Value; label: string; Icon: ComponentType<IconProps> }[];
  onChoose: (value: Value) => void;
}

/** One line of a DropMenu with a choice among icons. */
export function DropMenuIcons<Value extends string>({ title, value, choices, onChoose }: IconsProps<Value>) {
  const close = use(DropMenuContext);
  return (
    <div role="group" aria-label={title} className={classes.icons}>
      <span aria-hidden>{title}</span>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="menuitemradio"
          aria-checked={choice.value === value}
          tabIndex={-1}
          title={choice.label}
          className={classes.iconChoice}
          onClick={() => {
            close();
            onChoose(choice.value);
          }}
        >
          <choice.Icon size={16} aria-hidden />
          <span className="visually-hidden">{choice.label}</span>
        </button>
      ))}
    </div>
  );
}
