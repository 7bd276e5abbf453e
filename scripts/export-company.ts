import { writeFile } from 'node:fs/promises';
import { ApplyError } from '#features/setup/setup/server/apply/apply-error.ts';
import {
  CompanyNotFound,
  type Exported,
  exportCompany,
} from '#features/setup/setup/server/export-company.ts';
import { type DatabaseOptions, withOperatorDatabase } from './operator-database.ts';

export interface ExportCommand extends DatabaseOptions {
  /** The key or the name. */
  company: string;
  operator: string;
  /** The file; without it the company is written to the standard output. */
  out: string | undefined;
}

/** Writes the file of a company. What it leaves out is named on the standard error. Exit code 0: done, 1: not done. */
export async function runExport(command: ExportCommand): Promise<number> {
  const { company, operator, out } = command;
  let exported: Exported;
  try {
    exported = await withOperatorDatabase(command, (database) =>
      exportCompany(database, company, { operator, now: new Date() }),
    );
  } catch (error) {
    if (!(error instanceof CompanyNotFound || error instanceof ApplyError)) throw error;
    console.error(error.message);
    return 1;
  }
  const text = `${JSON.stringify(exported.file, undefined, 2)}\n`;
  if (out === undefined) process.stdout.write(text);
  else await writeFile(out, text);
  for (const note of exported.notes) console.error(note);
  return 0;
}
