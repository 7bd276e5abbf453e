import * as z from 'zod/mini';
import {
  createOrganisation as organisationCall,
  saveOrganisationFeatures,
} from '#features/company/organisations/schemas.ts';
import {
  readOrganisation,
  lockOrganisation,
  listOwnFeatures,
} from '#features/company/organisations/server/organisation-table.ts';
import {
  createOrganisation,
  setActive,
  setFeatures,
  changeOrganisation,
} from '#features/company/organisations/server/manage-organisation.ts';
import { moveOrganisation, previewMove } from '#features/company/organisations/server/move-organisation.ts';
import { cleanName } from '#features/company/organisations/tree-rules.ts';
import { suspendSchedules } from '#features/payments/schedules/server/act-on-schedule.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { defineSection, keySchema, collectNames } from '../section.ts';
import { type Plan, describeChange, merge } from '../plan.ts';

const { name, timeZone } = organisationCall.body.shape;
const kind = 'organisation';
const batch = 100;

const schema = z
  .array(
    z.strictObject({
      key: keySchema,
      type: z.enum(['BRANCH', 'MERCHANT']),
      name,
      /** The key of the branch above; without it, the company. */
      parent: z.optional(keySchema),
      timeZone: z.optional(timeZone),
      features: z.optional(saveOrganisationFeatures.body.shape.features),
    }),
  )
  .check(z.maxLength(5000));
type Given = z.output<typeof schema>[number];

/** Branches and merchants. Identity is the key, so another name or parent is a change. */
export const organisations = defineSection({
  name: 'organisations',
  schema,
  async apply(run, input) {
    const named = collectNames(
      'organisations',
      input.map(({ key }) => key),
      'key',
    );
    for (const { organisation, pointer } of parentsFirst(input))
      await atPointer(pointer, () => applyOne(run, organisation, pointer));
    await run.prune(kind, { label: kind, keys: named }, ({ objectId }) => deactivate(run, Number(objectId)));
  },
});

/** Deactivates an organisation or installation and suspends its schedules, in the transaction of the run. */
export async function deactivate(run: ApplyRun, id: number): Promise<string> {
  const { sql, by } = run;
  await setActive(sql, by, { id, isActive: false });
  const { path } = await readOrganisation(sql, id);
  let suspended = 0;
  for (let suspendedCount = batch; suspendedCount === batch;) {
    suspendedCount = await suspendSchedules(sql, by, { path, limit: batch });
    suspended += suspendedCount;
  }
  if (suspended === 0) return 'deactivated';
  return `deactivated, ${suspended} ${suspended === 1 ? 'schedule' : 'schedules'} suspended`;
}

async function applyOne(run: ApplyRun, input: Given, pointer: string): Promise<void> {
  const { sql, by, plan } = run;
  const applied = (await run.loadApplied(kind)).get(input.key);
  const parentId =
    input.parent === undefined ? undefined : await run.resolveOrganisation(input.parent, `${pointer}/parent`);
  const id = applied ? Number(applied.objectId) : await adopt(run, input, parentId ?? run.companyId);
  if (id === undefined) return create(run, input, parentId ?? run.companyId);
  const stored = await readOrganisation(sql, id);
  if (stored.type !== input.type)
    throw new ApplyError(`${pointer}/type`, `the type is ${stored.type} and stays`);
  const more: string[] = [];
  if (applied?.isPruned) {
    await setActive(sql, by, { id, isActive: true });
    more.push('reactivated');
  }
  if (parentId !== undefined && parentId !== stored.parentId) {
    const { previewHash } = await previewMove(sql, { id, parentId });
    await moveOrganisation(sql, by, { id, parentId, previewHash });
    more.push(`moved below ${input.parent}`);
  }
  await changeContent(sql, by, plan, { kind, key: input.key, id, more: more.join('; ') }, input);
  if (!applied || applied.isPruned)
    await run.save(kind, { key: input.key, objectId: String(id), isCreated: applied?.isCreated ?? false });
}

async function create(run: ApplyRun, input: Given, parentId: number): Promise<void> {
  const { sql, by, plan } = run;
  const { type, features } = input;
  const content = { name: input.name, timeZone: input.timeZone ?? null };
  const organisation = await createOrganisation(sql, by, { ...content, parentId, type });
  if (features) await setFeatures(sql, by, { id: organisation.id, version: organisation.version, features });
  await run.save(kind, { key: input.key, objectId: String(organisation.id), isCreated: true });
  plan.read(kind, input.key, null);
  plan.add(kind, input.key, `${organisation.name}, ${type.toLowerCase()}`);
}

/** An organisation of the same name and type at the same place, which was created in the portal. */
async function adopt(run: ApplyRun, input: Given, parentId: number): Promise<number | undefined> {
  const [row] = await run.sql<{ id: number }[]>`
    select id from organisation
    where parent_id = ${parentId} and type = ${input.type} and lower(name) = lower(${cleanName(input.name)})`;
  const isApplied = [...(await run.loadApplied(kind)).values()].some(
    ({ objectId }) => objectId === String(row?.id),
  );
  return isApplied ? undefined : row?.id;
}

/** Each organisation after the one above it. Throws for a cycle. */
function parentsFirst(input: readonly Given[]): { organisation: Given; pointer: string }[] {
  const remaining = new Map(
    input.map((organisation, index) => [
      organisation.key,
      { organisation, pointer: `/organisations/${index}` },
    ]),
  );
  const ordered: { organisation: Given; pointer: string }[] = [];
  while (remaining.size > 0) {
    const ready = [...remaining.values()].filter(
      ({ organisation }) => !remaining.has(organisation.parent ?? ''),
    );
    const [circular] = remaining.values();
    if (ready.length === 0 && circular)
      throw new ApplyError(`${circular.pointer}/parent`, 'two organisations are above each other');
    for (const entry of ready) remaining.delete(entry.organisation.key);
    ordered.push(...ready);
  }
  return ordered;
}

interface Content {
  name: string;
  timeZone?: string | null;
  features?: readonly string[];
}

/** Changes name, time zone and features of an organisation. `more` describes what else the run changes on it. */
export async function changeContent(
  sql: TenantSql,
  by: Actor,
  plan: Plan,
  { kind, key, id, more = '' }: { kind: string; key: string; id: number; more?: string },
  input: Content,
): Promise<void> {
  const stored = await lockOrganisation(sql, id);
  const features = await listOwnFeatures(sql, id);
  const before = { name: stored.name, timeZone: stored.timeZone, features };
  plan.read(kind, key, stored);
  const after = merge<typeof before>(before, {
    name: cleanName(input.name),
    timeZone: input.timeZone,
    features: input.features && [...new Set(input.features)].toSorted(),
  });
  const text = [more, describeChange(before, after)].filter((part) => part !== '').join('; ');
  if (text === '') return;
  await changeOrganisation(sql, by, { ...after, id, version: stored.version });
  const { version } = await lockOrganisation(sql, id);
  await setFeatures(sql, by, { id, version, features: after.features });
  plan.change(kind, key, text);
}
