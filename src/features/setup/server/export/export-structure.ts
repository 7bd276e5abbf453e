import { isActiveOn } from '#server/auth/organisation-activity.ts';
import { isFieldName } from '#features/custom-fields/custom-field.ts';
import { companyFields } from '#features/custom-fields/server/db/custom-field.ts';
import { createInstallation as installationCall } from '#features/installations/schemas.ts';
import { type StoredInstallation, readInstallation } from '#features/installations/server/db/installation.ts';
import { type ExportRun, byKey } from './export-run.ts';

interface Row {
  id: number;
  type: 'GROUP' | 'BRANCH' | 'MERCHANT' | 'INSTALLATION';
  name: string;
  parentId: number;
  timeZone: string | null;
  features: string[];
  isActive: boolean;
}

/** More cannot be applied. */
const maxRows = 10_000;

/** The organisations and installations of a company, parents first. */
async function companyRows({ sql, companyId }: ExportRun): Promise<Row[]> {
  const rows = await sql<Row[]>`
    select o.id, o.type, o.name, o.parent_id, o.time_zone, ${isActiveOn(sql, sql`o.path`)} as is_active,
           array(select f.feature from organisation_feature f where f.organisation_id = o.id order by 1) as features
    from organisation o where o.company_id = ${companyId}
    order by length(o.path), o.id limit ${maxRows + 1}`;
  if (rows.length > maxRows) throw new Error(`the company has more than ${maxRows} organisations.`);
  return rows;
}

/** Company, branches and merchants, installations and fields. Deactivated ones are left out. */
export async function exportStructure(run: ExportRun) {
  const rows = await companyRows(run);
  const [company] = rows;
  if (!company) throw new Error('the company has no organisation');
  const organisations = [];
  const installations = [];
  for (const row of rows) {
    if (row.id === run.companyId) continue;
    if (!row.isActive) run.leaveOut(row.type.toLowerCase(), row.name, 'deactivated: left out');
    else if (row.type === 'INSTALLATION') installations.push(await exportInstallation(run, row));
    else organisations.push(await exportOrganisation(run, row));
  }
  return {
    company: await exportCompanyRow(run, company),
    organisations: organisations.toSorted(byKey),
    installations: installations.toSorted(byKey),
    customFields: await exportFields(run),
  };
}

async function exportCompanyRow({ sql, companyKey }: ExportRun, row: Row) {
  const [parent] = await sql<{ name: string }[]>`select name from organisation where id = ${row.parentId}`;
  const { name, timeZone, features } = row;
  return { key: companyKey, name, under: parent?.name ?? '', timeZone, features };
}

async function exportOrganisation(run: ExportRun, { id, type, name, parentId, timeZone, features }: Row) {
  const parent = run.findKey('organisation', parentId);
  return { key: await run.keyOf('organisation', id, name), type, name, parent, timeZone, features };
}

/** The settings of the portal's form. */
async function exportInstallation(run: ExportRun, { id, name, parentId }: Row) {
  const stored = await readInstallation(run.sql, id);
  if (!stored) throw new Error(`installation ${id} has no settings`);
  const fields = Object.keys(installationCall.body.shape) as (keyof StoredInstallation)[];
  return {
    key: await run.keyOf('installation', id, name),
    merchant: run.findKey('organisation', parentId),
    ...Object.fromEntries(fields.map((field) => [field, stored[field]])),
  };
}

async function exportFields(run: ExportRun) {
  const fields = await companyFields(run.sql, run.companyId);
  const visible = fields.filter(({ hidden }) => !hidden);
  for (const { name } of visible)
    if (!isFieldName(name))
      run.leaveOut('custom field', name, 'a name that new fields cannot have: left out');
  return visible
    .filter(({ name }) => isFieldName(name))
    .map(({ hidden: _hidden, version: _version, ...field }) => field)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
