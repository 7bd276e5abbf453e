import type { ReactNode } from 'react';
import classes from './layout.module.css';

export interface Detail {
  /** Needed where two rows have the same label. */
  id?: string;
  label: string;
  /** null, undefined, false and '' show the placeholder. */
  value: ReactNode;
  isNumeric?: boolean;
}

interface Props {
  details: readonly Detail[];
  placeholder?: string;
  columns?: 1 | 2;
}

/** Names and values, aligned. */
export function DetailsList({ details, placeholder = '–', columns = 1 }: Props) {
  return (
    <dl className={classes.details} data-columns={columns}>
      {details.map(({ id, label, value, isNumeric }) => {
        const isMissing = value == null || value === false || value === '';
        return (
          <div key={id ?? label} className={classes.detail} data-missing={isMissing || undefined}>
            <dt>{label}</dt>
            <dd className={isNumeric ? 'number' : undefined}>{isMissing ? placeholder : value}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Texts one below the other, as a value. */
export function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="plain-list">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
