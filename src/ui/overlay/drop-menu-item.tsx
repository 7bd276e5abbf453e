import { IconCheck, type IconProps } from '@tabler/icons-react';
import { createContext, use, type ComponentType, type ReactNode } from 'react';
import classes from './drop-menu.module.css';

/** Closes the menu around, the focus back on its button. */
export const DropMenuContext = createContext<() => void>(() => {});

interface Props {
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
}: Props) {
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
