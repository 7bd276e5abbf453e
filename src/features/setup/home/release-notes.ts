import type { NewsItem } from './schemas.ts';

interface ReleaseNote {
  title: string;
  /** Calendar day. */
  day: string;
  text: string;
}

/** Changes for merchants, newest first: the news of a portal without a feed. */
const releaseNotes: readonly ReleaseNote[] = [
  {
    title: 'Pages load twice as fast',
    day: '2026-11-21',
    text: 'Signing in downloads about half as much, and the portal loads while you type. Home shows today’s transactions and product news, and searches by any field.',
  },
  {
    title: 'Export in three formats',
    day: '2026-11-20',
    text: 'Export statements and searches as CSV or XLSX, with the columns and order of the list. You see the number of transactions first.',
  },
  {
    title: 'Arrange columns your way',
    day: '2026-11-20',
    text: 'Choose, move and widen columns. Search by amount, last four digits, IP address, same card or risk outcome; Ctrl-K finds the right search for what you type.',
  },
  {
    title: 'A tamper-evident audit log',
    day: '2026-11-19',
    text: 'Every action, allowed or denied, is recorded in an audit log that is sealed against changes. Search and export it under Administration.',
  },
  {
    title: 'Invite colleagues with the right access',
    day: '2026-11-18',
    text: 'Create, edit, unlock and remove users. Roles apply per organisation, and you can only give roles you hold.',
  },
];

/** The same in the format of a feed. */
export function builtInNews(): NewsItem[] {
  return releaseNotes.map(({ title, day, text }) => ({
    title,
    link: '',
    pubDate: `${day}T00:00:00.000Z`,
    creator: 'Countinghouse',
    description: text,
  }));
}
