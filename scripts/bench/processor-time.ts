import { readFileSync, readdirSync } from 'node:fs';

/** Processor time in ms: of this process, and of its PostgreSQL (0 where there is no /proc). */
export interface ProcessorTime {
  program: number;
  database: number;
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** What `work` takes, which other programs on the machine change little, unlike its duration. */
export async function measureProcessorTime(work: () => Promise<unknown>): Promise<ProcessorTime> {
  const program = process.cpuUsage();
  const database = readDatabaseTime();
  await work();
  const { user, system } = process.cpuUsage(program);
  return { program: (user + system) / 1000, database: readDatabaseTime() - database };
}

/** PostgreSQL's processes are children of its first one, which this process has started. */
function readDatabaseTime(): number {
  const found = new Map<string, { parent: string; ticks: number }>();
  for (const pid of readProcesses()) {
    try {
      const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name before it may contain spaces.
      const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
      // A process that has ended is counted with its parent.
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
      found.set(pid, { parent: fields[1] ?? '', ticks });
    } catch {
      // It has ended meanwhile.
    }
  }
  const own = String(process.pid);
  const isOfDatabase = (pid: string): boolean => {
    const parent = found.get(pid)?.parent;
    return parent !== undefined && (parent === own || isOfDatabase(parent));
  };
  let ticks = 0;
  for (const [pid, process] of found) if (isOfDatabase(pid)) ticks += process.ticks;
  return ticks * tickMs;
}

function readProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  } catch {
    return [];
  }
}
