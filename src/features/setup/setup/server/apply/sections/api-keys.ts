import * as z from 'zod/mini';
import { type ApiPreset, apiPresets, findPreset } from '#shared/api-permissions.ts';
import { createApiKey as keyCall, type KeyContent } from '#features/access/api-keys/schemas.ts';
import {
  changeKeyBy,
  createKeyBy,
  findCompanyKey,
  normaliseKey,
  revokeKeyBy,
} from '#features/access/api-keys/server/manage-key.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { describeChange, merge } from '../plan.ts';
import { defineSection, keySchema, collectNames } from '../section.ts';
import { countInstallations, resolveInstallations, installationKeys } from './installation-keys.ts';

const { name, permissions, ipRanges, expiresAt } = keyCall.body.shape;
const kind = 'apiKey' as const;
const title = 'api key';
const presetNames = Object.keys(apiPresets) as [ApiPreset, ...ApiPreset[]];

const schema = z
  .array(
    z.strictObject({
      key: keySchema,
      name,
      /** Of a new key; by default TEST. It never changes. */
      mode: z.optional(z.enum(['TEST', 'LIVE'])),
      /** A preset or single permissions. */
      preset: z.optional(z.enum(presetNames)),
      permissions: z.optional(permissions),
      /** Keys of installations. */
      installations: z.optional(installationKeys),
      ipRanges: z.optional(ipRanges),
      expiresAt: z.optional(expiresAt),
    }),
  )
  .check(z.maxLength(1000));
type Given = z.output<typeof schema>[number];

/** API keys. A new key has a secret, which the run returns once. */
export const apiKeys = defineSection({
  name: 'apiKeys',
  schema,
  async apply(run, value) {
    const named = collectNames(
      'apiKeys',
      value.map(({ key }) => key),
      'key',
    );
    for (const [index, entry] of value.entries()) {
      const pointer = `/apiKeys/${index}`;
      await atPointer(pointer, () => applyOne(run, entry, pointer));
    }
    await run.prune(kind, { label: title, keys: named }, async ({ objectId }) => {
      const stored = await findCompanyKey(run.sql, run.companyId, objectId);
      if (stored && stored.key.status !== 'revoked') await revokeKeyBy(run.sql, run.by, stored);
      return 'revoked';
    });
  },
});

async function applyOne(run: ApplyRun, value: Given, pointer: string): Promise<void> {
  const { sql, by, plan, companyId } = run;
  if (value.preset !== undefined && value.permissions !== undefined)
    throw new ApplyError(`${pointer}/permissions`, 'give a preset or permissions, not both');
  const applied = (await run.loadApplied(kind)).get(value.key);
  const stored =
    applied && !applied.isPruned ? await findCompanyKey(sql, companyId, applied.objectId) : undefined;
  const content = {
    name: value.name.trim(),
    permissions: value.preset === undefined ? value.permissions : [...apiPresets[value.preset]],
    installationIds: value.installations && (await resolveInstallations(run, value.installations, pointer)),
    ipRanges: value.ipRanges,
    expiresAt: value.expiresAt,
  };
  if (!stored) return create(run, value.key, { content, mode: value.mode ?? 'TEST', pointer });
  plan.read(kind, value.key, [stored.key.version, stored.key.status]);
  if (stored.key.status === 'revoked')
    throw new ApplyError(pointer, 'the key was revoked in the portal: use another key for a new one');
  if (value.mode !== undefined && value.mode !== stored.key.mode)
    throw new ApplyError(`${pointer}/mode`, 'the mode of a key never changes: use another key for a new one');
  const after = await normaliseKey(sql, merge<KeyContent>(stored.content, content));
  const changes = describeChange(readable(stored.content), readable(after));
  if (changes === '') return;
  await changeKeyBy(sql, by, stored, after);
  plan.change(title, value.key, changes);
}

async function create(
  run: ApplyRun,
  key: string,
  { content, mode, pointer }: { content: Partial<KeyContent>; mode: 'TEST' | 'LIVE'; pointer: string },
): Promise<void> {
  const { sql, by, environment, plan, companyId } = run;
  if (!content.permissions)
    throw new ApplyError(`${pointer}/preset`, 'a new key needs a preset or permissions');
  if (!content.installationIds)
    throw new ApplyError(`${pointer}/installations`, 'a new key needs installations');
  const { permissions: value, installationIds: ids } = content;
  const base = { name: content.name ?? key, permissions: value, installationIds: ids };
  const all = await normaliseKey(sql, merge<KeyContent>({ ...base, ipRanges: [], expiresAt: null }, content));
  const createdKey = await createKeyBy(sql, by, environment.keys, { companyId, content: all, mode });
  await run.save(kind, { key, objectId: createdKey.apiId, isCreated: true });
  run.secrets.push({ kind, key, id: createdKey.apiId, secret: createdKey.secret });
  plan.read(kind, key, null);
  const installationText = countInstallations(all.installationIds);
  plan.add(title, key, `${findPreset(all.permissions)}, ${installationText}, secret shown once`);
}

/** Sorted, so that another order is not a change. */
const readable = ({ permissions: names, installationIds: ids, ...content }: KeyContent) => ({
  ...content,
  can: names.toSorted(),
  installations: ids.toSorted((a, b) => a - b),
});
