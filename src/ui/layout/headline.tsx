import type { ReactNode } from 'react';
import { CopyText } from './copy-text.tsx';
import classes from './headline.module.css';

interface Props {
  /** One badge or several. */
  status: ReactNode;
  /** The type of the object: "Refund". */
  kind?: string;
  /** The customer, or the organisation that the object belongs to. */
  owner?: ReactNode;
  /** More facts, one element each. */
  children?: ReactNode;
  time?: ReactNode;
  /** The text that a press copies. */
  id?: string;
}

/** Below the title of an object, which is its amount or name: status, kind, owner, time and id. */
export function Headline({ status, kind, owner, children, time, id }: Props) {
  return (
    <div className={classes.headline}>
      {status}
      {kind !== undefined && <span>{kind}</span>}
      {owner != null && owner !== '' && <strong>{owner}</strong>}
      {children}
      {time != null && time !== false && <span>{time}</span>}
      {id !== undefined && <CopyText text={id} />}
    </div>
  );
}
