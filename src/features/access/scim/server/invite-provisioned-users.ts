import { inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import { inviteUserBy, loadUserState } from '#features/access/users/server/manage-user.ts';
import { claimInvitation, listUsersToInvite } from './db/scim-user.ts';

const batch = 200;

/** Emails the link for a first password to new users once a group has given them a role. */
export const inviteProvisionedUsers: Job = {
  name: 'invite-provisioned-users',
  everySeconds: 60,
  async run({ database, clock }) {
    const uninvited = await inTenant(database, 'all-tenants', (sql) => listUsersToInvite(sql, batch));
    for (const { companyId, userId } of uninvited) {
      await inTenant(database, [companyId], async (sql) => {
        if (!(await claimInvitation(sql, companyId, userId))) return;
        const { record } = await loadUserState(sql, userId);
        // A person has invited the user already.
        if (record.hasPassword || record.invitedAt !== null) return;
        const by = {
          at: clock.now(),
          actorKind: 'system',
          actor: 'provisioning',
          ip: '',
          requestId: '',
        } as const;
        await inviteUserBy(sql, by, userId);
      });
    }
  },
};
