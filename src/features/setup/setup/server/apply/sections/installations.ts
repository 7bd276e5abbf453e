import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  createInstallation as installationCall,
  type InstallationContent,
} from '#features/company/installations/schemas.ts';
import { newInstallation } from '#features/company/installations/new-installation.ts';
import {
  type StoredInstallation,
  readInstallation,
} from '#features/company/installations/server/installation-table.ts';
import {
  changeInstallation,
  createInstallation,
  normaliseInstallation,
} from '#features/company/installations/server/manage-installation.ts';
import { setActive } from '#features/company/organisations/server/manage-organisation.ts';
import { cleanName } from '#features/company/organisations/tree-rules.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { describeChange, merge } from '../plan.ts';
import { defineSection, keySchema, collectNames } from '../section.ts';
import { deactivate } from './organisations.ts';

const { name, logo, ...settings } = installationCall.body.shape;
const kind = 'installation';

const schema = z
  .array(
    z.strictObject({
      key: keySchema,
      /** The key of the merchant, where the installation stays. */
      merchant: keySchema,
      name,
      ...z.partial(z.object(settings)).shape,
      /** A file, from the folder of this one, or the image in Base64. */
      logo: z.optional(z.union([logo, z.strictObject({ file: z.string().check(z.minLength(1)) })])),
    }),
  )
  .check(z.maxLength(5000));
type Given = z.output<typeof schema>[number];

/** Installations with the settings of the portal's form. */
export const installations = defineSection({
  name: 'installations',
  schema,
  async apply(run, input) {
    const named = collectNames(
      'installations',
      input.map(({ key }) => key),
      'key',
    );
    for (const [index, entry] of input.entries()) {
      const pointer = `/installations/${index}`;
      await atPointer(pointer, () => applyOne(run, entry, pointer));
    }
    await run.prune(kind, { label: kind, keys: named }, ({ objectId }) => deactivate(run, Number(objectId)));
  },
});

async function applyOne(run: ApplyRun, input: Given, pointer: string): Promise<void> {
  const { sql, by, plan } = run;
  const { key, merchant, ...typed } = input;
  const content = { ...typed, logo: await readLogo(run, input.logo, `${pointer}/logo`) };
  const merchantId = await run.resolveOrganisation(merchant, `${pointer}/merchant`);
  const applied = (await run.loadApplied(kind)).get(key);
  const id = applied ? Number(applied.objectId) : await adopt(run, content.name, merchantId);
  if (id === undefined) return create(run, { ...content, key, merchant }, { merchantId, pointer });
  const stored = await readInstallation(sql, id, true);
  if (!stored) throw new ApplyError(pointer, 'the installation does not exist any more');
  if (stored.merchantId !== merchantId)
    throw new ApplyError(`${pointer}/merchant`, `the merchant is ${stored.merchantName} and stays`);
  plan.read(kind, key, [stored.version, stored.name]);
  const before = toContent(stored);
  const after = normaliseInstallation(merge(before, content));
  const changes = describeChange(readable(before), readable(after));
  if (applied?.isPruned) await setActive(sql, by, { id, isActive: true });
  if (changes !== '') await changeInstallation(sql, by, id, { ...after, version: stored.version });
  const text = [applied?.isPruned ? 'reactivated' : '', changes].filter((part) => part !== '').join('; ');
  if (text !== '') plan.change(kind, key, text);
  if (!applied || applied.isPruned)
    await run.save(kind, { key, objectId: String(id), isCreated: applied?.isCreated ?? false });
}

async function create(
  run: ApplyRun,
  { key, merchant, ...input }: Given & { logo: string | null | undefined },
  { merchantId, pointer }: { merchantId: number; pointer: string },
): Promise<void> {
  const { currencies, mcc } = input;
  if (!currencies) throw new ApplyError(`${pointer}/currencies`, 'a new installation needs currencies');
  if (mcc === undefined) throw new ApplyError(`${pointer}/mcc`, 'a new installation needs a category code');
  const content = merge<InstallationContent>(
    { ...newInstallation, name: input.name, currencies, mcc },
    input,
  );
  const id = await createInstallation(run.sql, run.by, merchantId, content);
  await run.save(kind, { key, objectId: String(id), isCreated: true });
  run.plan.read(kind, key, null);
  run.plan.add(
    kind,
    key,
    `${content.name}, ${content.channel}, ${content.currencies.join(', ')}, at ${merchant}`,
  );
}

async function readLogo(
  { environment }: ApplyRun,
  input: Given['logo'],
  pointer: string,
): Promise<string | null | undefined> {
  if (typeof input !== 'object' || input === null) return input;
  const bytes = await environment.readFile(input.file).catch(() => undefined);
  if (!bytes) throw new ApplyError(`${pointer}/file`, 'the file cannot be read');
  return bytes.toString('base64');
}

/** A logo by its size and hash. */
const readable = ({ logo: image, ...content }: InstallationContent) => ({
  ...content,
  logo: image && `${Buffer.byteLength(image, 'base64')} bytes ${sha256(image).slice(0, 8)}`,
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function adopt(run: ApplyRun, typed: string, merchantId: number): Promise<number | undefined> {
  const [row] = await run.sql<{ id: number }[]>`
    select id from organisation
    where parent_id = ${merchantId} and type = 'INSTALLATION' and lower(name) = lower(${cleanName(typed)})`;
  const isApplied = [...(await run.loadApplied(kind)).values()].some(
    ({ objectId }) => objectId === String(row?.id),
  );
  return isApplied ? undefined : row?.id;
}

/** The settings without what identifies the installation. */
const toContent = (stored: StoredInstallation): InstallationContent => {
  const fields = Object.keys(installationCall.body.shape) as (keyof StoredInstallation)[];
  return Object.fromEntries(fields.map((field) => [field, stored[field]])) as unknown as InstallationContent;
};
