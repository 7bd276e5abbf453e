import {
  IconLock,
  IconLockOpen,
  IconMail,
  IconMailX,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import {
  invitationState,
  listedPasswordStatus,
  type InvitationState,
} from '#features/users/account-state.ts';
import type { ScimUser } from '#features/users/scim-user.ts';
import { lockedReasonText } from '#features/users/web/locked-reason.ts';
import classes from '#features/users/web/view/user-screen.module.css';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { formatDayTime } from '#web/format/day-time.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Who it is. */
export function ProfileFacts({ user }: { user: ScimUser }) {
  const { t } = useTranslation();
  return (
    <DetailsList
      details={[
        { label: t('users.column.firstName'), value: user.name.givenName },
        { label: t('users.column.lastName'), value: user.name.familyName },
        { label: t('users.column.userName'), value: user.userName },
        { label: t('users.membership.label'), value: user.extraInfo.orgName },
        {
          label: t('users.kind'),
          value: t(user.extraInfo.domainUser ? 'users.kind_domain' : 'users.kind_company'),
        },
      ]}
    />
  );
}

/** How the account stands: password, invitation, lock, last login. */
export function AccountFacts({ user }: { user: ScimUser }) {
  const { t } = useTranslation();
  const dayTime = useDayTime();
  const { lastLogon, lockedReason } = user.extraInfo;
  const password = listedPasswordStatus(user.extraInfo);
  const invitation = invitationState(user);
  return (
    <DetailsList
      details={[
        {
          label: t('users.column.passwordStatus'),
          value: (
            <StatusBadge
              tone={password === 'SET' ? 'success' : password === 'NOT_SET' ? 'pending' : 'warning'}
              label={t(`users.password.${password}`)}
            />
          ),
        },
        ...(invitation === 'done'
          ? []
          : [{ label: t('users.invitation.label'), value: <Invitation user={user} state={invitation} /> }]),
        {
          label: t('users.column.lockedReason'),
          value:
            lockedReason == null ? (
              <StatusBadge tone="success" icon={IconLockOpen} label={t('users.unlocked')} />
            ) : (
              <span className={classes.value}>
                <StatusBadge tone="failed" icon={IconLock} label={t('users.locked')} />
                <span className={classes.quiet}>{lockedReasonText(t, lockedReason)}</span>
              </span>
            ),
        },
        {
          label: t('users.last_login'),
          value: lastLogon == null ? t('users.never') : dayTime(lastLogon),
          isNumeric: true,
        },
        { label: t('users.created'), value: dayTime(user.meta.created), isNumeric: true },
        { label: t('users.changed'), value: dayTime(user.meta.lastModified), isNumeric: true },
      ]}
    />
  );
}

const looks: Readonly<Record<Exclude<InvitationState, 'done'>, { tone: StatusTone; icon: Icon }>> = {
  incomplete: { tone: 'warning', icon: IconUserQuestion },
  pending: { tone: 'pending', icon: IconMail },
  sent: { tone: 'info', icon: IconMail },
  expired: { tone: 'failed', icon: IconMailX },
};

function Invitation({ user, state }: { user: ScimUser; state: Exclude<InvitationState, 'done'> }) {
  const { t } = useTranslation();
  const dayTime = useDayTime();
  const { invitationDate } = user.extraInfo;
  return (
    <span className={classes.value}>
      <StatusBadge {...looks[state]} label={t(`users.invitation.state.${state}`)} />
      <span className={classes.quiet}>
        {t(`users.invitation.why.${state}`, { at: invitationDate == null ? '' : dayTime(invitationDate) })}
      </span>
    </span>
  );
}

/** With the zone beside it, since it stands alone. */
function useDayTime(): (at: string) => string {
  const { language } = useTranslation();
  const { zone, zoneName } = useTimes();
  return (at) => `${formatDayTime(at, language, zone)} (${zoneName})`;
}
