import type { Decided, QueueFigures } from '../schemas.ts';

/** More bars than this are too thin to hit. */
const maxBars = 62;
const week = 7;

export interface DayGroup extends Decided {
  from: string;
  to: string;
}

/** The days themselves, or weeks of them that end with the last day. The first week can be shorter. */
export function groupDays(days: QueueFigures['days']): DayGroup[] {
  const size = days.length > maxBars ? week : 1;
  const short = days.length % size;
  const groups: DayGroup[] = [];
  for (let at = 0; at < days.length; at += at === 0 && short > 0 ? short : size) {
    const part = days.slice(at, at + (at === 0 && short > 0 ? short : size));
    const sum = (status: keyof Decided) => part.reduce((all, day) => all + day[status], 0);
    groups.push({
      from: part[0]?.day ?? '',
      to: part.at(-1)?.day ?? '',
      ACCEPTED: sum('ACCEPTED'),
      REJECTED: sum('REJECTED'),
      FLUSHED: sum('FLUSHED'),
      EXPIRED: sum('EXPIRED'),
    });
  }
  return groups;
}
