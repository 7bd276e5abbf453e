import { useEffect, useState, type ReactNode } from 'react';
import classes from './feedback.module.css';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  /** "Exporting". */
  label: string;
  /** The subject of the job. */
  detail?: string;
  /** From 0 to 1; missing while the end is not known. */
  done?: number;
  /** A button that stops the job. */
  cancel?: ReactNode;
}

/** A job under way: its name, how far it is, and after a second for how long it has been running. */
export function JobProgress({ label, detail, done, cancel }: Props) {
  const texts = useUiTexts();
  const seconds = useSeconds();
  const percent = done === undefined ? undefined : Math.round(done * 100);
  return (
    <div className={classes.job}>
      <div className={classes.jobHead}>
        <span>{label}</span>
        {percent !== undefined && <span className="number">{percent} %</span>}
        {/* Not read out: it changes every second. */}
        <span className={`${classes.jobTime} number`} aria-hidden>
          {seconds > 0 && texts.elapsed(String(seconds))}
        </span>
        {cancel}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className={classes.jobBar}
      >
        <i data-endless={percent === undefined || undefined} style={{ width: `${percent ?? 30}%` }} />
      </div>
      {detail !== undefined && <p className={classes.jobDetail}>{detail}</p>}
    </div>
  );
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
