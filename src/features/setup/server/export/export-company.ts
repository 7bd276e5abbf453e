import type { Database } from '#database/connection.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { cleanName } from '#features/organisations/tree-rules.ts';
import { appliedCompany, companyKeyOf, saveApplied } from '../db/applied-object.ts';
import { parseCompanyFile } from '../apply/company-file.ts';
import { exportAccess } from './export-access.ts';
import { exportPolicies, exportWebhooks } from './export-integration.ts';
import { ExportRun, freeKey } from './export-run.ts';
import { exportStructure } from './export-structure.ts';

export interface Exported {
  file: object;
  /** What the file does not have, one line each. */
  notes: string[];
}

/** No company has this key or name, or several have the name. */
export class CompanyNotFound extends Error {}

/**
 * The file of a company, as `apply` accepts it, without secrets. Objects that were not applied from a file get a key, which is
 * remembered: the file changes them afterwards, also under another name.
 */
export function exportCompany(
  database: Database,
  company: string,
  { operator, now }: { operator: string; now: Date },
): Promise<Exported> {
  return inTenant(database, 'every-company', async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('apply company'))`;
    const companyId = await findCompany(sql, company);
    const run = new ExportRun(sql, companyId, await keyOfCompany(sql, companyId));
    const file = {
      version: 1,
      ...(await exportStructure(run)),
      ...(await exportAccess(run)),
      webhooks: await exportWebhooks(run),
      ...(await exportPolicies(run)),
    };
    const parsed = parseCompanyFile(file);
    if ('errors' in parsed) throw parsed.errors[0] as Error;
    await writeAuditEvent(sql, {
      at: now,
      companyId,
      organisationId: companyId,
      actorKind: 'system',
      actor: `admin-cli:${operator}`,
      ip: '',
      userAgent: '',
      act: 'exportCompany',
      objectKind: 'organisation',
      objectId: String(companyId),
      outcome: 'allowed',
      requestId: '',
    });
    return { file, notes: run.notes };
  });
}

/** A company by its key in files, or by its name. */
async function findCompany(sql: TenantSql, given: string): Promise<number> {
  const known = await appliedCompany(sql, given);
  if (known !== undefined) return known;
  const found = await sql<{ id: number }[]>`
    select id from organisation
    where type = 'GROUP' and id = company_id and lower(name) = lower(${cleanName(given)}) order by id limit 2`;
  const [company] = found;
  if (!company) throw new CompanyNotFound('No company has this key or name.');
  if (found.length > 1) throw new CompanyNotFound('Several companies have this name: use the key of one.');
  return company.id;
}

async function keyOfCompany(sql: TenantSql, companyId: number): Promise<string> {
  const known = await companyKeyOf(sql, companyId);
  if (known !== undefined) return known;
  const [company] = await sql<{ name: string }[]>`select name from organisation where id = ${companyId}`;
  const taken = new Set<string>();
  let key = freeKey(company?.name ?? '', 'company', (one) => taken.has(one));
  while ((await appliedCompany(sql, key)) !== undefined) {
    taken.add(key);
    key = freeKey(company?.name ?? '', 'company', (one) => taken.has(one));
  }
  await saveApplied(sql, { companyId, kind: 'company', key, objectId: String(companyId), made: false });
  return key;
}
