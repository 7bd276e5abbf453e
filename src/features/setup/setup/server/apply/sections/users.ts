import * as z from 'zod/mini';
import { covers } from '#shared/org-path.ts';
import { userNameKey } from '#shared/user-name.ts';
import { readOrganisation } from '#features/company/organisations/server/organisation-table.ts';
import {
  type UserContent,
  type UserState,
  changeUserBy,
  createUserBy,
  findUser,
  inviteUserBy,
  normaliseNames,
  toGrant,
} from '#features/access/users/server/manage-user.ts';
import type { Grant } from '#features/access/users/server/db/grants.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { describeChange, merge } from '../plan.ts';
import { defineSection, keySchema, collectNames } from '../section.ts';

const text = z.string().check(z.minLength(1), z.maxLength(400));
const kind = 'user';

const schema = z
  .array(
    z.strictObject({
      username: text,
      givenName: text,
      familyName: text,
      /** The key of the user's organisation, where the user stays; without it, the company. */
      organisation: z.optional(keySchema),
      /** All roles of the user: the key of an own role, or a standard role. `at` is the key of an organisation. */
      grants: z.optional(z.array(z.strictObject({ role: text, at: keySchema })).check(z.maxLength(200))),
      /** Sends the invitation to a user who has no password and was not invited. */
      invite: z.optional(z.boolean()),
    }),
  )
  .check(z.maxLength(5000));
type Given = z.output<typeof schema>[number];

/** Users by username, with own roles of the company and standard ones. */
export const users = defineSection({
  name: 'users',
  schema,
  async apply(run, input) {
    const names = input.map(({ username }) => userNameKey(username.trim().normalize('NFC')));
    const named = collectNames('users', names, 'username');
    for (const [index, entry] of input.entries()) {
      const pointer = `/users/${index}`;
      await atPointer(pointer, () => applyOne(run, entry, { key: names[index] ?? '', pointer }));
    }
    await run.prune(kind, { label: kind, keys: named }, async ({ key }) => {
      const stored = await findUser(run.sql, key);
      if (stored?.record.active)
        await changeUserBy(run.sql, run.by, stored, { ...toContent(stored), active: false });
      return 'deactivated';
    });
  },
});

async function applyOne(
  run: ApplyRun,
  input: Given,
  { key, pointer }: { key: string; pointer: string },
): Promise<void> {
  const { sql, by, plan } = run;
  const stored = await findUser(sql, key);
  plan.read(kind, key, stored && [stored.record.version, stored.record.invitedAt]);
  const placeId =
    input.organisation === undefined
      ? (stored?.record.organisationId ?? run.companyId)
      : await run.resolveOrganisation(input.organisation, `${pointer}/organisation`);
  const organisation = await readOrganisation(sql, placeId);
  const company = await readOrganisation(sql, run.companyId);
  if (!covers(company.path, organisation.path) || (stored && stored.record.organisationId !== placeId))
    throw new ApplyError(pointer, 'the user belongs to another organisation and stays there');
  const grants =
    input.grants && (await resolveGrants(run, input.grants, { path: organisation.path, pointer }));
  if (!stored) return create(run, input, { key, organisationId: placeId, grants: grants ?? [] });
  const applied = (await run.loadApplied(kind)).get(key);
  const before = toContent(stored);
  const { givenName, familyName } = normaliseNames(stored.record.userName, input);
  const after = merge<UserContent>(before, { givenName, familyName, grants });
  if (applied?.isPruned) after.active = true;
  const changes = describeChange(readable(before), readable(after));
  if (changes !== '') await changeUserBy(sql, by, stored, after);
  const isInvited = await invite(run, input, stored.record.userId);
  const line = [changes, isInvited ? 'invited' : ''].filter((part) => part !== '').join('; ');
  if (line !== '') plan.change(kind, key, line);
  if (!applied || applied.isPruned)
    await run.save(kind, { key, objectId: stored.record.userId, isCreated: applied?.isCreated ?? false });
}

/** Roles of a new user that the plan names. */
const maxNamed = 10;

async function create(
  run: ApplyRun,
  { username: userName, givenName, familyName, ...input }: Given,
  { key, organisationId, grants }: { key: string; organisationId: number; grants: readonly Grant[] },
): Promise<void> {
  const content = { givenName, familyName, active: true, grants };
  const userId = await createUserBy(run.sql, run.by, { ...content, userName, organisationId });
  await run.save(kind, { key, objectId: userId, isCreated: true });
  const isInvited = await invite(run, { ...input, username: userName }, userId);
  const { grants: named } = readable(content);
  const more = named.length - maxNamed;
  const parts = [
    ...named.slice(0, maxNamed),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'role' : 'roles'}`] : []),
    isInvited ? 'invited' : 'not invited',
  ];
  run.plan.add(kind, key, parts.join(', '));
}

/** Once for each user, and never to one who has a password. */
async function invite(
  run: ApplyRun,
  { invite: isInviting, username }: Pick<Given, 'invite' | 'username'>,
  userId: string,
): Promise<boolean> {
  if (isInviting !== true) return false;
  const user = await findUser(run.sql, userNameKey(username.trim().normalize('NFC')));
  if (!user || user.record.hasPassword || user.record.invitedAt !== null || !user.record.active) return false;
  await inviteUserBy(run.sql, run.by, userId);
  return true;
}

async function resolveGrants(
  run: ApplyRun,
  input: readonly { role: string; at: string }[],
  { path, pointer }: { path: string; pointer: string },
): Promise<Grant[]> {
  const grants: Grant[] = [];
  for (const [index, { role, at }] of input.entries()) {
    const grantPointer = `${pointer}/grants/${index}`;
    const organisation = await readOrganisation(
      run.sql,
      await run.resolveOrganisation(at, `${grantPointer}/at`),
    );
    const appliedRole = (await run.loadApplied('role')).get(role);
    const roleId = appliedRole && !appliedRole.isPruned ? appliedRole.objectId : role;
    grants.push(
      await atPointer(grantPointer, () => toGrant(run.sql, { role: roleId, at: organisation }, path)),
    );
  }
  return grants;
}

const toContent = ({ record, grants }: UserState): UserContent => ({
  givenName: record.givenName,
  familyName: record.familyName,
  active: record.active,
  grants,
});

/** The readable form of a user, with sorted roles. */
const readable = (content: UserContent) => ({
  ...content,
  grants: content.grants.map((grant) => `${grant.roleName} at ${grant.organisationName}`).toSorted(),
});
