import * as z from 'zod/mini';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import {
  createOrganisation as organisationCall,
  saveOrganisationFeatures,
} from '#features/company/organisations/schemas.ts';
import { readOrganisation } from '#features/company/organisations/server/organisation-table.ts';
import {
  createOrganisation,
  setFeatures,
} from '#features/company/organisations/server/manage-organisation.ts';
import { cleanName } from '#features/company/organisations/tree-rules.ts';
import { insertTopOrganisation, topOrganisation } from '#features/access/session/server/top-organisation.ts';
import { findAppliedCompany, saveApplied } from '../../applied-object-table.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { Plan } from '../plan.ts';
import { keySchema } from '../section.ts';
import { changeContent } from './organisations.ts';

const { name, timeZone } = organisationCall.body.shape;

export const companySchema = z.strictObject({
  key: keySchema,
  name,
  /** The name of the organisation above the company. Without it, the provider. */
  under: z.optional(name),
  timeZone: z.optional(timeZone),
  features: z.optional(saveOrganisationFeatures.body.shape.features),
});
type GivenCompany = z.output<typeof companySchema>;

/** Finds, creates or changes the company of the file. Returns its id. */
export async function applyCompanyItself(
  sql: TenantSql,
  by: Actor,
  plan: Plan,
  input: GivenCompany,
): Promise<number> {
  return atPointer('/company', async () => {
    const appliedId = await findAppliedCompany(sql, input.key);
    const id = appliedId ?? (await adoptCompany(sql, input));
    if (id === undefined) return create(sql, by, plan, input);
    if (appliedId === undefined) await remember(sql, input.key, id, false);
    const parent = await readOrganisation(sql, (await readOrganisation(sql, id)).parentId ?? topOrganisation);
    if (input.under !== undefined && cleanName(input.under) !== parent.name)
      throw new ApplyError('/company/under', `the company is below "${parent.name}" and stays there`);
    await changeContent(sql, by, plan, { kind: 'company', key: input.key, id }, input);
    return id;
  });
}

async function create(sql: TenantSql, by: Actor, plan: Plan, input: GivenCompany): Promise<number> {
  const parentId = await findParent(sql, by, plan, input.under);
  const content = { name: input.name, timeZone: input.timeZone ?? null };
  const createdCompany = await createOrganisation(sql, by, { ...content, parentId, type: 'GROUP' });
  const { features = [] } = input;
  await setFeatures(sql, by, { id: createdCompany.id, version: createdCompany.version, features });
  await remember(sql, input.key, createdCompany.id, true);
  plan.read('company', input.key, null);
  plan.add(
    'company',
    input.key,
    features.length === 0 ? createdCompany.name : `${createdCompany.name}, ${features.join(', ')}`,
  );
  return createdCompany.id;
}

const remember = (sql: TenantSql, key: string, companyId: number, isCreated: boolean): Promise<void> =>
  saveApplied(sql, { companyId, kind: 'company', key, objectId: String(companyId), isCreated });

/** A company that was created in the portal, by its name. One that has another key already is not taken. */
async function adoptCompany(sql: TenantSql, input: GivenCompany): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    select o.id from organisation o join organisation parent on parent.id = o.parent_id
    where o.type = 'GROUP' and o.parent_id is not null and lower(o.name) = lower(${cleanName(input.name)})
      and (${input.under ?? null}::text is null or lower(parent.name) = lower(${cleanName(input.under ?? '')}))
      and not exists (select from applied_object a where a.kind = 'company' and a.company_id = o.id)
    order by o.id limit 1`;
  return row?.id;
}

/** The provider that the file names. In an empty database, the command creates it. */
async function findParent(
  sql: TenantSql,
  by: Actor,
  plan: Plan,
  parent: string | undefined,
): Promise<number> {
  const domains = await sql<{ id: number; name: string }[]>`
    select id, name from organisation where type = 'DOMAIN' order by id`;
  const parentName = parent === undefined ? undefined : cleanName(parent).toLowerCase();
  const [found, ...others] = domains.filter(
    (domain) => parentName === undefined || domain.name.toLowerCase() === parentName,
  );
  if (found && others.length === 0) return found.id;
  if (domains.length > 0)
    throw new ApplyError(
      '/company/under',
      `name one of these organisations: ${domains.map((domain) => domain.name).join(', ')}`,
    );
  if (parent === undefined)
    throw new ApplyError('/company/under', 'the database is empty: name the organisation at the top');
  await insertTopOrganisation(sql, cleanName(parent));
  await writeAuditEvent(sql, {
    ...by,
    organisationId: topOrganisation,
    act: 'createOrganisation',
    objectKind: 'organisation',
    objectId: String(topOrganisation),
    outcome: 'allowed',
    after: { type: 'DOMAIN', name: cleanName(parent) },
  });
  plan.add('provider', cleanName(parent), 'the organisation at the top');
  return topOrganisation;
}
