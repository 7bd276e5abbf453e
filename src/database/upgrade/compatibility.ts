import type { Sql } from '../connection.ts';
import type { Migration } from './migration-file.ts';
import { compareReleases, latestRelease } from '#shared/release.ts';

/** What the database records about the releases that can use it. */
interface DatabaseRelease {
  /** The latest release that has migrated it; undefined before release 0.1.0. */
  newest: string | undefined;
  /** Programs before this release cannot run on it; undefined: all can. */
  needs: string | undefined;
}

/** Reads it as owner or as the application. */
export async function readDatabaseRelease(sql: Sql): Promise<DatabaseRelease> {
  const rows = await sql<{ release: string | null; needsRelease: string | null }[]>`
    select distinct release, needs_release from migration where release is not null or needs_release is not null`;
  return {
    newest: latestRelease(rows.map(({ release }) => release)),
    needs: latestRelease(rows.map(({ needsRelease }) => needsRelease)),
  };
}

/** A sentence for the operator of a program that is too old for the database; undefined for one that can run. */
export function findExclusion({ needs, newest }: DatabaseRelease, release: string): string | undefined {
  if (needs === undefined || compareReleases(release, needs) >= 0) return undefined;
  return (
    `The database was migrated by release ${newest ?? needs} and needs programs of release ${needs} or newer; this is ${release}. ` +
    `Start release ${newest ?? needs} instead (docs/running.md#upgrades).`
  );
}

/** Whether a newer release has migrated the database. */
export const isNewer = ({ newest }: DatabaseRelease, release: string): boolean =>
  newest !== undefined && compareReleases(newest, release) > 0;

/** A program counts as running for this long after its last report (key-programs.ts). */
const silentSeconds = 60;

export interface RunningProgram {
  /** Host and process. */
  name: string;
  /** Undefined for one of before release 0.1.0. */
  release: string | undefined;
}

/** Programs that have reported within the last minute. */
export async function listPrograms(sql: Sql): Promise<RunningProgram[]> {
  const [table] = await sql<{ hasVersion: boolean }[]>`
    select exists (select from pg_attribute where attrelid = to_regclass('public.key_program') and attname = 'version') as has_version`;
  if (table?.hasVersion !== true) return [];
  const rows = await sql<{ name: string; version: string | null }[]>`
    select name, version from key_program
    where seen_at > clock_timestamp() - make_interval(secs => ${silentSeconds}) order by started_at, name`;
  return rows.map(({ name, version }) => ({ name, release: version ?? undefined }));
}

/** Running programs that a migration would exclude. */
export const findExcluded = (
  programs: readonly RunningProgram[],
  { needsRelease }: Pick<Migration, 'needsRelease'>,
): RunningProgram[] =>
  needsRelease === undefined
    ? []
    : programs.filter(({ release }) => compareReleases(release ?? '0.0.0', needsRelease) < 0);

/** The database does not take this program, or its migration would exclude programs that run. */
export class ReleaseRefused extends Error {}

export function refuseExcluding(migration: Migration, excluded: readonly RunningProgram[]): void {
  if (excluded.length === 0) return;
  const list = excluded.map(({ name, release }) => `${name} (${release ?? 'before 0.1.0'})`).join(', ');
  const { name, needsRelease = '' } = migration;
  throw new ReleaseRefused(
    `Migration ${name} removes what programs before release ${needsRelease} use, and some of them run: ${list}. ` +
      `Upgrade them to ${needsRelease} or stop them first. With --exclude-older true it goes on, and they stop serving.`,
  );
}
