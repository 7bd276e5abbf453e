import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './layout.module.css';

interface Props {
  title: string;
  /** Quiet: an amount where no money moved. */
  isTitleMuted?: boolean;
  subtitle?: ReactNode;
  /** The screen's one primary button, and quiet ones before it. */
  actions?: ReactNode;
  /** A way back, above the title. */
  back?: ReactNode;
  /** The last child, usually a grid, takes the remaining height and scrolls. */
  isFilling?: boolean;
  /** 640 or 860 pixels; all the room there is when missing. */
  width?: 'narrow' | 'form';
  children?: ReactNode;
}

const BelowHeadContext = createContext<HTMLElement | null>(null);

/** Renders its children below the page's head, where actions show their failures. */
export function BelowHead({ children }: { children: ReactNode }) {
  const place = use(BelowHeadContext);
  return place === null ? children : createPortal(children, place);
}

/** One screen: its title, its primary action and its content. */
export function Page(props: Props) {
  const [belowHead, setBelowHead] = useState<HTMLElement | null>(null);
  return (
    <div className={classes.page} data-filling={props.isFilling || undefined} data-width={props.width}>
      {props.back}
      <div className={classes.pageHead}>
        <div className={classes.pageTitle}>
          <h1 data-muted={props.isTitleMuted || undefined}>{props.title}</h1>
          {props.subtitle != null && <div className={classes.pageSubtitle}>{props.subtitle}</div>}
        </div>
        {props.actions != null && (
          <div className={classes.pageActions}>
            <BelowHeadContext value={belowHead}>{props.actions}</BelowHeadContext>
          </div>
        )}
      </div>
      <div ref={setBelowHead} className={classes.belowHead} />
      {props.children}
    </div>
  );
}
