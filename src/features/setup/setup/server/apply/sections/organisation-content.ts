import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { lockOrganisation, listOwnFeatures } from '#features/company/organisations/server/db/organisation.ts';
import {
  changeOrganisation,
  setFeatures,
} from '#features/company/organisations/server/tree/manage-organisation.ts';
import { cleanName } from '#features/company/organisations/tree-rules.ts';
import { type Plan, describeChange, merge } from '../plan.ts';

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
