import type { NewsItem } from './endpoints.ts';

export interface ReleaseNote {
  title: string;
  /** Calendar day. */
  day: string;
  text: string;
}

/** What has changed for merchants, the newest first: the news of a portal that has no other feed. */
export const releaseNotes: readonly ReleaseNote[] = [
  {
    title: 'Pages arrive in half the time',
    day: '2026-11-21',
    text: 'The sign-in fetches little more than half of what it did, and the portal loads while you type. Home counts today’s transactions, tells the news, and finds by any field that you choose.',
  },
  {
    title: 'Exports that stream, in three formats',
    day: '2026-11-20',
    text: 'Statements and searches leave as CSV, XLSX or XLS, counted before they are written, with the columns and the order of the grid.',
  },
  {
    title: 'Every column of a transaction, arranged as you like',
    day: '2026-11-20',
    text: 'Choose, move and widen columns. Search by amount, last four digits, IP address, same card or risk outcome; Ctrl-K guesses what you mean.',
  },
  {
    title: 'Who did what, and proof that nobody rewrote it',
    day: '2026-11-19',
    text: 'Every act, allowed or refused, is kept in an audit that is sealed into a chain. Administration, Audit searches and exports it.',
  },
  {
    title: 'Invite colleagues, give them just the rights they need',
    day: '2026-11-18',
    text: 'Create, edit, unlock and remove users. Roles are given by organisation, and nobody can give what they do not hold.',
  },
];

/** The same as a feed would tell them. */
export function builtInNews(): NewsItem[] {
  return releaseNotes.map(({ title, day, text }) => ({
    title,
    link: '',
    pubDate: `${day}T00:00:00.000Z`,
    creator: 'Countinghouse',
    description: text,
  }));
}
