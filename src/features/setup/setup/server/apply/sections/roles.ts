import * as z from 'zod/mini';
import { createRole as roleCall, type RoleContent } from '#features/access/roles/schemas.ts';
import { type StoredRole, findOwnRole, loadRole } from '#features/access/roles/server/role-table.ts';
import {
  changeRoleBy,
  createRoleBy,
  deleteRoleBy,
  lockRoles,
  normaliseRole,
  roleContent,
} from '#features/access/roles/server/manage-role.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { describeChange, merge } from '../plan.ts';
import { defineSection, keySchema, collectNames } from '../section.ts';

const { name, description, permissions } = roleCall.body.shape;
const kind = 'role';

const schema = z
  .array(
    z.strictObject({
      key: keySchema,
      name,
      description: z.optional(description),
      permissions: z.optional(permissions),
    }),
  )
  .check(z.maxLength(100));
type Given = z.output<typeof schema>[number];

/** Custom roles of the company. Grants of users name them by key. */
export const roles = defineSection({
  name: 'roles',
  schema,
  async apply(run, input) {
    const keys = input.map(({ key }) => key);
    const named = collectNames('roles', keys, 'key');
    await lockRoles(run.sql, run.companyId);
    for (const [index, entry] of input.entries()) {
      const pointer = `/roles/${index}`;
      await atPointer(pointer, () => applyOne(run, entry, pointer));
    }
    // The section of users may take a role away first.
    run.last.push(() =>
      run.prune(kind, { label: kind, keys: named }, ({ objectId }) => remove(run, objectId)),
    );
  },
});

async function applyOne(run: ApplyRun, { key, ...input }: Given, pointer: string): Promise<void> {
  const { sql, by, plan, companyId } = run;
  if ((await loadRole(sql, companyId, key))?.companyId === null)
    throw new ApplyError(`${pointer}/key`, 'a standard role has this name');
  const applied = (await run.loadApplied(kind)).get(key);
  const role =
    applied && !applied.isPruned
      ? await loadOwnRole(run, applied.objectId)
      : await adopt(run, input.name.trim());
  plan.read(kind, key, role ?? null);
  if (!role) return create(run, key, input, pointer);
  const before = roleContent(role);
  const after = normaliseRole(merge<RoleContent>(before, input));
  const changes = describeChange(readable(before), readable(after));
  if (changes !== '') {
    await changeRoleBy(sql, by, { companyId, role }, after);
    plan.change(kind, key, changes);
  }
  if (!applied || applied.isPruned) await run.save(kind, { key, objectId: role.roleId, isCreated: false });
}

async function create(
  run: ApplyRun,
  key: string,
  { permissions: names, description: text = '', ...input }: Omit<Given, 'key'>,
  pointer: string,
): Promise<void> {
  if (!names) throw new ApplyError(`${pointer}/permissions`, 'a new role needs permissions');
  const content = normaliseRole({ ...input, description: text, permissions: names });
  const objectId = await createRoleBy(run.sql, run.by, run.companyId, content);
  await run.save(kind, { key, objectId, isCreated: true });
  const { length } = content.permissions;
  run.plan.add(kind, key, `${content.name}, ${length} permission${length === 1 ? '' : 's'}`);
}

async function remove(run: ApplyRun, roleId: string): Promise<string | { keptReason: string }> {
  const role = await loadOwnRole(run, roleId);
  if (role && role.userCount > 0)
    return { keptReason: `because ${role.userCount} ${role.userCount === 1 ? 'user has' : 'users have'} it` };
  if (role) await deleteRoleBy(run.sql, run.by, { companyId: run.companyId, role });
  return 'deleted';
}

async function loadOwnRole({ sql, companyId }: ApplyRun, roleId: string): Promise<StoredRole | undefined> {
  const role = await loadRole(sql, companyId, roleId, true);
  return role?.companyId === companyId ? role : undefined;
}

/** A role of the same name, which was created in the portal. */
async function adopt(run: ApplyRun, typed: string): Promise<StoredRole | undefined> {
  const roleId = await findOwnRole(run.sql, run.companyId, typed);
  const isApplied = [...(await run.loadApplied(kind)).values()].some(({ objectId }) => objectId === roleId);
  return roleId === undefined || isApplied ? undefined : loadOwnRole(run, roleId);
}

/** Sorted, so that another order is not a change. */
const readable = ({ permissions: names, ...content }: RoleContent) => ({
  ...content,
  permissions: names.toSorted(),
});
