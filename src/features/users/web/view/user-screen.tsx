import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { HistoryPanel } from '#features/audit/web/history-panel.tsx';
import { getUser } from '#features/users/endpoints.ts';
import type { ScimUser } from '#features/users/scim-user.ts';
import { GrantSummary } from '#features/users/web/form/grant-summary.tsx';
import { toGrantLines } from '#features/users/web/form/grant-lines.ts';
import { UsersLink } from '#features/users/web/users-link.tsx';
import {
  obstacleTo,
  useUserEditContext,
  type UserEditContext,
} from '#features/users/web/use-user-edit-context.ts';
import { AccountFacts, ProfileFacts } from '#features/users/web/view/user-facts.tsx';
import { NewsNotice, useFlashMessage, type FlashMessage } from '#features/users/web/view/user-news.tsx';
import classes from '#features/users/web/view/user-screen.module.css';
import { UserActions } from '#features/users/web/view/user-actions.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { usePathPart } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** /user/{id} (docs/domain.md#users). */
export function UserScreen() {
  const { t } = useTranslation();
  const id = usePathPart('id');
  const work = useUserEditContext();
  const user = useCall(getUser, { path: { id } }, { staleTime: 0 });
  if (work != null && user.data != null) {
    return <UserDetails key={id} user={user.data} work={work} reread={() => void user.refetch()} />;
  }
  return (
    <Page title={t('screen.viewUser')} back={<UsersLink />}>
      {user.error == null && <SkeletonLines lines={14} />}
      {/* Every other failure leads away from this screen. */}
      {user.error?.status === 0 && (
        <ErrorState title={t('users.failed')} onRetry={() => void user.refetch()}>
          {errorText(user.error.message)}
        </ErrorState>
      )}
    </Page>
  );
}

type Props = { user: ScimUser; work: UserEditContext; reread: () => void };

function UserDetails({ user, work, reread }: Props) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const [news, setNews] = useState<FlashMessage | undefined>(useFlashMessage());
  const obstacle = obstacleTo(user, session, work);
  const { lockedReason } = user.extraInfo;
  useTabTitle(user.displayName);
  const mayDo = obstacle == null;
  return (
    <Page
      back={<UsersLink />}
      title={user.displayName}
      subtitle={
        <div className={classes.summary}>
          <StatusBadge
            tone={user.active ? 'success' : 'neutral'}
            label={t(user.active ? 'users.active' : 'users.inactive')}
          />
          {lockedReason != null && <StatusBadge tone="failed" icon={IconLock} label={t('users.locked')} />}
          <CopyText text={user.userName} />
        </div>
      }
      actions={
        mayDo && (
          <UserActions
            user={user}
            onNews={(what) => {
              setNews(what);
              reread();
            }}
            onConflict={reread}
          />
        )
      }
    >
      {news != null && <NewsNotice news={news} onClose={() => setNews(undefined)} />}
      {(obstacle === 'self' || obstacle === 'beyond') && <Notice>{t(`users.obstacle.${obstacle}`)}</Notice>}
      <div className={classes.columns}>
        <Section title={t('users.profile')}>
          <ProfileFacts user={user} />
        </Section>
        <Section title={t('users.account')}>
          <AccountFacts user={user} />
        </Section>
      </div>
      <Section title={t('users.roles.title')}>
        <GrantSummary lines={toGrantLines(user.entitlements, work.units)} />
      </Section>
      <HistoryPanel objectKind="user" objectId={user.id} />
    </Page>
  );
}
