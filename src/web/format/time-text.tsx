import { useTimes } from './use-times.ts';

interface Props {
  at: string | number | Date;
  /** Lists leave out the seconds, and the year when it is this one. */
  isShort?: boolean;
}

/** A time as every screen writes it; the tooltip has the relative time and the offset, in lists also the seconds. */
export function TimeText({ at, isShort = false }: Props) {
  const times = useTimes();
  const hint = `${times.relative(at)}, ${isShort ? `${times.moment(at)} ` : ''}${times.offset(at)}`;
  return (
    <time className="number" dateTime={new Date(at).toISOString()} title={hint}>
      {isShort ? times.short(at) : times.moment(at)}
    </time>
  );
}
