import { hourMs, maxClockOffsetMs, minuteMs, secondMs } from '#server/clock.ts';
import type { Backlog, ConnectionFigures, FigureReaders, JobFigures } from './figures.ts';

export type State = 'good' | 'look soon' | 'act now';

/** One line of the status page. */
export interface StatusLine {
  name: string;
  state: State;
  figure: string;
  /** One sentence: what to do. */
  advice: string;
  /** The heading of the guide with the steps. */
  help: string;
}

type Known<T> = { [K in keyof T]?: T[K] };
type Read = { [K in keyof FigureReaders]: Awaited<ReturnType<FigureReaders[K]>> };

/** What the page is made of. A figure that could not be read is missing. */
export interface Snapshot {
  at: Date;
  version: string;
  uptimeSeconds: number;
  database: {
    /** Why it does not respond; undefined while it does. */
    isDown: boolean;
    cannotWrite: boolean;
    since: Date;
    clockOffsetMs: number | undefined;
    used: number;
    max: number;
    waiting: number;
  };
  /** Undefined without a read replica; null while it does not respond. */
  replicaLagMs: number | null | undefined;
  replicaLimitMs: number;
  warehouseLimitMs: number;
  hasMailServer: boolean;
  figures: Known<Read>;
}

const order: readonly State[] = ['act now', 'look soon', 'good'];

const ok = (name: string, figure: string, help: string): StatusLine => ({
  name,
  state: 'good',
  figure,
  advice: 'Nothing to do.',
  help,
});

/** The lines of the page, worst first. */
export function describeStatus(snapshot: Snapshot): StatusLine[] {
  const lines = [...databaseLines(snapshot), ...lineOfEach(snapshot)];
  return lines.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** The state of the whole: that of the worst line. */
export const worstState = (lines: readonly StatusLine[]): State =>
  order.find((state) => lines.some((line) => line.state === state)) ?? 'good';

function databaseLines({ at, database }: Snapshot): StatusLine[] {
  const { isDown, cannotWrite, since, clockOffsetMs, used, max, waiting } = database;
  const help = 'docs/running.md#the-database-does-not-respond';
  const duration = describeSeconds((at.getTime() - since.getTime()) / secondMs);
  if (isDown) {
    return [
      {
        name: 'Database',
        state: 'act now',
        figure: `does not respond since ${describeTime(since)} (${duration})`,
        advice: 'Payments are refused until it responds: look at the database server and its network.',
        help,
      },
    ];
  }
  const lines = [ok('Database', `responds since ${describeTime(since)} (${duration})`, help)];
  const writeHelp = 'docs/running.md#the-database-does-not-write';
  lines.push(
    cannotWrite
      ? {
          name: 'Disk',
          state: 'act now',
          figure: 'the database does not write',
          advice: 'Payments are refused: free space on its disk, or point the programs at the new primary.',
          help: writeHelp,
        }
      : ok('Disk', 'the database writes', writeHelp),
  );
  if (clockOffsetMs !== undefined) lines.push(clockLine(clockOffsetMs));
  const poolHelp = 'docs/running.md#connections-run-out';
  const figure = `${used} of ${max} in use, ${waiting} waiting`;
  lines.push(
    waiting > 0
      ? {
          name: 'Connections',
          state: waiting > max ? 'act now' : 'look soon',
          figure,
          advice: 'Requests wait for a connection: find slow statements before you raise --pool-size.',
          help: poolHelp,
        }
      : ok('Connections', figure, poolHelp),
  );
  return lines;
}

function clockLine(offsetMs: number): StatusLine {
  const help = 'docs/running.md#the-clocks-differ';
  const ms = Math.abs(offsetMs);
  const figure = `${describeSeconds(ms / secondMs)} from the database's`;
  if (ms < 5 * secondMs) return ok('Clock', figure, help);
  return {
    name: 'Clock',
    state: ms > maxClockOffsetMs ? 'act now' : 'look soon',
    figure,
    advice: 'Start time synchronisation on both machines: requests stop at a difference of two minutes.',
    help,
  };
}

/** A figure that cannot be read is no reason to act: the line of the database is. */
function unknownLine(name: string, help: string): StatusLine {
  return {
    name,
    state: 'look soon',
    figure: 'not known',
    advice: 'The database gave no answer in time: look at its line, then load this page again.',
    help,
  };
}

function lineOfEach(snapshot: Snapshot): StatusLine[] {
  const { figures } = snapshot;
  const lines: (StatusLine | undefined)[] = [];
  const add = <K extends keyof Read>(
    key: K,
    name: string,
    help: string,
    describe: (figure: Read[K], help: string) => StatusLine | undefined,
  ) => {
    const anchor = `docs/running.md#${help}`;
    const value = figures[key] as Read[K] | undefined;
    const isKnown = key in figures;
    if (isKnown) lines.push(describe(value as Read[K], anchor));
    else if (!snapshot.database.isDown) lines.push(unknownLine(name, anchor));
  };
  add('jobs', 'Worker', 'jobs-are-late', (jobs, help) => jobsLine(jobs, help, snapshot.at));
  add('unresolved', 'Payments without a result', 'payments-have-no-result', unresolvedLine);
  add('settlementWork', 'Work after payments', 'work-after-payments-fails', settlementLine);
  add('connections', 'Processors', 'a-processor-is-stopped', (found, help) =>
    processorsLine(found, help, snapshot.at),
  );
  add('emails', 'Emails', 'messages-wait', (emails, help) => emailsLine(emails, help, snapshot));
  add('webhooks', 'Webhooks', 'messages-wait', (found, help) => backlogLine('Webhooks', found, help));
  add('callbacks', 'Notifications', 'messages-wait', (found, help) =>
    backlogLine('Notifications', found, help),
  );
  add('audit', 'Audit', 'the-audit-is-not-sealed', auditLine);
  add('migrations', 'Version', 'versions-differ', (found, help) => versionLine(found, help, snapshot));
  if (figures.warehouse)
    add('warehouse', 'Warehouse', 'reports-are-behind', (found, help) =>
      warehouseLine(found, help, snapshot.warehouseLimitMs),
    );
  if (snapshot.replicaLagMs !== undefined) lines.push(replicaLine(snapshot));
  return lines.flatMap((line) => line ?? []);
}

function jobsLine(jobs: readonly JobFigures[] | undefined, help: string, at: Date): StatusLine {
  const name = 'Worker';
  if (!jobs) {
    return {
      name,
      state: 'act now',
      figure: 'no worker has run on this database',
      advice: 'Start a program with --programs worker: nothing is reconciled, sent or sealed without one.',
      help,
    };
  }
  const late = jobs.filter((job) => job.overdueSeconds > 60);
  const failing = jobs.filter((job) => job.isFailing);
  const longest = Math.max(0, ...late.map((job) => job.overdueSeconds));
  if (late.length > 0) {
    const names = listNames(
      late.toSorted((a, b) => b.overdueSeconds - a.overdueSeconds).map((job) => job.name),
    );
    return {
      name,
      state: longest > 300 ? 'act now' : 'look soon',
      figure: `${late.length} of ${jobs.length} jobs late, the latest by ${describeSeconds(longest)}: ${names}`,
      advice: 'Check that a worker runs, and read its log for these jobs.',
      help,
    };
  }
  if (failing.length > 0) {
    return {
      name,
      state: 'look soon',
      figure: `${failing.length} of ${jobs.length} jobs failed and are repeated: ${listNames(failing.map((job) => job.name))}`,
      advice: "Read the worker's log for these jobs: the next run takes what remains.",
      help,
    };
  }
  const newest = Math.max(0, ...jobs.map((job) => job.endedAt?.getTime() ?? 0));
  const ended =
    newest === 0 ? '' : `, the last run ended ${describeSeconds((at.getTime() - newest) / secondMs)} ago`;
  return ok(name, `${jobs.length} jobs on time${ended}`, help);
}

function unresolvedLine({ count, stuck, oldestSeconds }: Read['unresolved'], help: string): StatusLine {
  const name = 'Payments without a result';
  if (count === 0) return ok(name, 'none', help);
  const figure = `${count}, the oldest for ${describeSeconds(oldestSeconds)}${stuck > 0 ? `, ${stuck} for an hour and more` : ''}`;
  if (stuck > 0) {
    return {
      name,
      state: 'act now',
      figure,
      advice: "Look each of them up at the processor: the operator's emails and the log name them.",
      help,
    };
  }
  return {
    name,
    state: oldestSeconds > 600 ? 'look soon' : 'good',
    figure,
    advice: 'The worker asks the processor again by itself; look at Processors if the number grows.',
    help,
  };
}

function settlementLine(count: number, help: string): StatusLine {
  if (count === 0) return ok('Work after payments', 'none waits', help);
  return {
    name: 'Work after payments',
    state: 'look soon',
    figure: `${count} failed and ${count === 1 ? 'is' : 'are'} repeated`,
    advice: 'The money is settled; the log names what fails beside it (schedules, notifications, links).',
    help,
  };
}

function processorsLine(found: readonly ConnectionFigures[], help: string, at: Date): StatusLine {
  const name = 'Processors';
  const open = found.filter(({ openedAt }) => openedAt !== undefined);
  if (found.length === 0) {
    return {
      name,
      state: 'look soon',
      figure: 'none connected',
      advice: 'Payments are refused (X201): connect a processor in the portal or by a file.',
      help,
    };
  }
  const [first] = open;
  if (!first?.openedAt) return ok(name, `${found.length} connected, all take payments`, help);
  const list = open
    .slice(0, 3)
    .map(({ connectionId, adapter, reason }) => `${connectionId} (${adapter}): ${reason}`)
    .join('; ');
  return {
    name,
    state: 'act now',
    figure: `${open.length} of ${found.length} stopped, the first for ${describeSeconds((at.getTime() - first.openedAt.getTime()) / secondMs)}: ${list}`,
    advice: "Look at the processor's own status page; payments go through as soon as a trial call succeeds.",
    help,
  };
}

function emailsLine(emails: Read['emails'], help: string, { hasMailServer }: Snapshot): StatusLine {
  if (!hasMailServer) {
    return {
      name: 'Emails',
      state: 'look soon',
      figure: `${emails.count} waiting`,
      advice: 'No mail server is configured: set --smtp-url, or emails are never sent.',
      help,
    };
  }
  const line = backlogLine('Emails', emails, help);
  if (line.state !== 'good' || emails.failed === 0) return line;
  return {
    ...line,
    state: 'look soon',
    figure: `${line.figure}; ${emails.failed} given up in the last day`,
    advice: "Check the mail server's log: these emails are not sent again.",
  };
}

/** Messages wait for minutes at most, unless the worker or the mail server is down. */
function backlogLine(name: string, { count, oldestSeconds }: Backlog, help: string): StatusLine {
  if (count === 0) return ok(name, 'none due', help);
  const figure = `${count} due, the oldest for ${describeSeconds(oldestSeconds)}`;
  if (oldestSeconds < 300) return ok(name, figure, help);
  return {
    name,
    state: oldestSeconds > 1800 ? 'act now' : 'look soon',
    figure,
    advice: 'Check that a worker runs, and that its network lets it out.',
    help,
  };
}

function auditLine({ sealedAt, unsealedSeconds }: Read['audit'], help: string): StatusLine {
  const figure = sealedAt ? `last sealed ${describeTime(sealedAt)}` : 'nothing sealed yet';
  if (unsealedSeconds < 60) return ok('Audit', figure, help);
  return {
    name: 'Audit',
    state: unsealedSeconds > 600 ? 'act now' : 'look soon',
    figure: `${figure}, an event waits for ${describeSeconds(unsealedSeconds)}`,
    advice: 'Check that a worker runs, and end the transaction that is open for so long.',
    help,
  };
}

function versionLine(
  { newest, unknown, missing, release, exclusion }: Read['migrations'],
  help: string,
  { version, uptimeSeconds }: Snapshot,
): StatusLine {
  const figure = `${version}, running for ${describeSeconds(uptimeSeconds)}, database at ${newest.slice(0, 4)}`;
  const name = 'Version';
  if (exclusion !== undefined) {
    return {
      name,
      state: 'act now',
      figure: `${figure}, which excludes this program: it answers no requests`,
      advice: `Stop it and start release ${release ?? 'of the newest program'}.`,
      help,
    };
  }
  if (missing.length > 0) {
    return {
      name,
      state: 'act now',
      figure: `${figure}, which is older than this program`,
      advice: 'Start this program again: it migrates the database.',
      help,
    };
  }
  if (unknown.length > 0) {
    return {
      name,
      state: 'look soon',
      figure: `${figure}, of the newer release ${release ?? '(unknown)'}; this program goes on`,
      advice: 'Finish the upgrade: replace this program too.',
      help,
    };
  }
  return ok(name, figure, help);
}

function warehouseLine(found: Read['warehouse'], help: string, limitMs: number): StatusLine | undefined {
  if (!found) return undefined;
  const { lagSeconds, isUp } = found;
  if (isUp && lagSeconds * secondMs <= limitMs)
    return ok('Warehouse', `${describeSeconds(lagSeconds)} behind`, help);
  const filling = Number.isNaN(lagSeconds) ? 'is being filled' : `${describeSeconds(lagSeconds)} behind`;
  return {
    name: 'Warehouse',
    state: 'look soon',
    figure: isUp ? filling : `does not respond, ${filling}`,
    advice: 'PostgreSQL answers reports until then: look at ClickHouse and the worker.',
    help,
  };
}

function replicaLine({ replicaLagMs, replicaLimitMs }: Snapshot): StatusLine {
  const help = 'docs/running.md#reports-are-behind';
  if (typeof replicaLagMs === 'number' && replicaLagMs <= replicaLimitMs)
    return ok('Read replica', `${describeSeconds(replicaLagMs / secondMs)} behind`, help);
  return {
    name: 'Read replica',
    state: 'look soon',
    figure:
      typeof replicaLagMs === 'number'
        ? `${describeSeconds(replicaLagMs / secondMs)} behind`
        : 'does not respond',
    advice: 'The primary answers reports until then: look at the replication of PostgreSQL.',
    help,
  };
}

function listNames(names: readonly string[]): string {
  const more = names.length - 4;
  return more > 0 ? `${names.slice(0, 4).join(', ')} and ${more} more` : names.join(', ');
}

/** A duration for people: 40 s, 12 min, 3 h 5 min, 2 days. */
function describeSeconds(seconds: number): string {
  const ms = Math.round(seconds) * secondMs;
  if (ms < 2 * minuteMs) return `${ms / secondMs} s`;
  if (ms < 2 * hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < 48 * hourMs) return `${Math.floor(ms / hourMs)} h ${Math.floor((ms % hourMs) / minuteMs)} min`;
  return `${Math.floor(ms / (24 * hourMs))} days`;
}

const describeTime = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
