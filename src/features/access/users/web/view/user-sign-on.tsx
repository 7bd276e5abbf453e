import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { getUserSignOn } from '#features/access/single-sign-on/endpoints.ts';
import type { UserSignOn } from '#features/access/single-sign-on/schemas.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './user-screen.module.css';

/** The links of a user to the company's identity provider. The screens work without it. */
export const useUserSignOn = (id: string): UserSignOn | undefined =>
  useCall(getUserSignOn, { path: { id } }, { staleTime: 0, handlesOwnErrors: true }).data;

/** Warns that the identity provider may change the user again. */
export function ManagedNotice({ signOn }: { signOn: UserSignOn | undefined }) {
  const { t } = useTranslation();
  return signOn?.isProvisioned === true ? <Notice>{t('users.managed')}</Notice> : null;
}

/** Whether the user is connected to the provider of single sign-on, and when it was last used. */
export function UserSignOnFacts({ signOn }: { signOn: NonNullable<UserSignOn['signOn']> }) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  const { isConnected, lastUsedAt } = signOn;
  return (
    <span className={classes.value}>
      <StatusBadge
        tone={isConnected ? 'success' : 'neutral'}
        icon={isConnected ? IconPlugConnected : IconPlugConnectedX}
        label={t(isConnected ? 'sign_on.connected' : 'users.sign_on.off')}
      />
      {isConnected && (
        <span className="quiet">
          {lastUsedAt === null
            ? t('users.sign_on.unused')
            : t('users.sign_on.used', { at: moment(lastUsedAt) })}
        </span>
      )}
    </span>
  );
}
