import { IconCheck } from '@tabler/icons-react';
import { createContext, use, type ReactNode } from 'react';
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
  lang?: string | undefined;
  /** Behind the words. */
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
