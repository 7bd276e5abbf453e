import {
  type Icon,
  IconLock,
  IconLockOpen,
  IconMail,
  IconMailX,
  IconUserQuestion,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import type { UserSignOn } from '#features/access/single-sign-on/schemas.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { type StatusTone, StatusBadge } from '#ui/layout/status-badge.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { usePathPart } from '#web/address.ts';
import { hasPermissionOn } from '#shared/scoped-permission.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { getUser } from '../../endpoints.ts';
import type { ScimUser } from '../../scim-user.ts';
import { GrantSummary, toGrantLines } from '../grant-summary.tsx';
import { UsersLink } from '../users-link.tsx';
import { type UserEditContext, editBlockReason, useUserEditContext } from '../use-user-edit-context.ts';
import { type FlashMessage, FlashNotice, useFlashMessage } from './flash-notice.tsx';
import classes from './user-screen.module.css';
import { UserActions } from './user-actions.tsx';
import { UserFactors } from './user-factors.tsx';
import { ManagedNotice, UserSignOnFacts, useUserSignOn } from './user-sign-on.tsx';
import { type InvitationState, invitationState, listedPasswordStatus } from '../../account-state.ts';
import { lockedReasonText } from '../locked-reason.ts';

/** /user/{id} (docs/domain.md#users). */
export function UserScreen() {
  const { t } = useTranslation();
  const id = usePathPart('id');
  const { context, queries } = useUserEditContext();
  const user = useCall(getUser, { path: { id } }, { staleTime: 0 });
  if (context !== undefined && user.data !== undefined) {
    return <UserDetails key={id} user={user.data} context={context} reread={() => void user.refetch()} />;
  }
  return (
    <LoadingPage
      title={t('screen.viewUser')}
      back={<UsersLink />}
      queries={[user, ...queries]}
      failed={t('users.user_failed')}
      handlesOwnErrors={false}
      isWide
    />
  );
}

interface Props {
  user: ScimUser;
  context: UserEditContext;
  reread: () => void;
}

function UserDetails({ user, context, reread }: Props) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const [flash, setFlash] = useState<FlashMessage | undefined>(useFlashMessage());
  const blockReason = editBlockReason(user, session, context);
  useTabTitle(user.displayName);
  const mayDo = blockReason === undefined;
  const signOn = useUserSignOn(user.id);
  return (
    <Page
      back={<UsersLink />}
      title={user.displayName}
      subtitle={<UserHeadline user={user} />}
      actions={
        mayDo && (
          <UserActions
            user={user}
            onDone={(message) => {
              setFlash(message);
              reread();
            }}
            onConflict={reread}
          />
        )
      }
    >
      {flash !== undefined && <FlashNotice message={flash} onClose={() => setFlash(undefined)} />}
      {(blockReason === 'self' || blockReason === 'beyond') && (
        <Notice>{t(`users.edit_blocked.${blockReason}`)}</Notice>
      )}
      <ManagedNotice signOn={signOn} />
      <div className={classes.columns}>
        <Section title={t('users.profile')}>
          <ProfileFacts user={user} />
        </Section>
        <Section title={t('users.account')}>
          <AccountFacts
            user={user}
            signOn={signOn?.signOn ?? null}
            factors={
              maySecure(user, context) && (
                <UserFactors
                  user={user}
                  mayReset={mayDo}
                  onReset={() => {
                    setFlash('factor_reset');
                    reread();
                  }}
                />
              )
            }
          />
        </Section>
      </div>
      <Section title={t('users.roles.title')}>
        <GrantSummary lines={toGrantLines(user.entitlements, context.units)} />
      </Section>
      <HistoryPanel objectKind="user" objectId={user.id} />
    </Page>
  );
}

/** Status, organisation, last sign-in and username. */
function UserHeadline({ user }: { user: ScimUser }) {
  const { t } = useTranslation();
  const { lockedReason, lastLogon } = user.extraInfo;
  return (
    <Headline
      status={
        <>
          <StatusBadge
            tone={user.active ? 'success' : 'neutral'}
            label={t(user.active ? 'users.active' : 'users.inactive')}
          />
          {lockedReason !== null && <StatusBadge tone="failed" icon={IconLock} label={t('users.locked')} />}
        </>
      }
      owner={user.extraInfo.orgName}
      time={
        lastLogon !== null && (
          <>
            {t('users.last_login')} <TimeText at={lastLogon} isShort />
          </>
        )
      }
      id={user.userName}
    />
  );
}

/** Identity of the user. */
function ProfileFacts({ user }: { user: ScimUser }) {
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

const maySecure = (user: ScimUser, { held, units }: UserEditContext): boolean => {
  const unit = units.find(({ id }) => id === user.extraInfo.organisationId);
  return unit !== undefined && hasPermissionOn(held, 'P_MANAGE_SECURITY', unit.parentPath);
};

interface AccountProps {
  user: ScimUser;
  signOn: UserSignOn['signOn'];
  factors: ReactNode;
}

/** Account state: password, invitation, lock, single sign-on, second step, last sign-in. */
function AccountFacts({ user, signOn, factors }: AccountProps) {
  const { t } = useTranslation();
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
            lockedReason === null ? (
              <StatusBadge tone="success" icon={IconLockOpen} label={t('users.unlocked')} />
            ) : (
              <span className={classes.value}>
                <StatusBadge tone="failed" icon={IconLock} label={t('users.locked')} />
                <span className="quiet">{lockedReasonText(t, lockedReason)}</span>
              </span>
            ),
        },
        ...(signOn === null
          ? []
          : [{ label: t('sign_on.title'), value: <UserSignOnFacts signOn={signOn} /> }]),
        ...(factors === false ? [] : [{ label: t('users.factor.label'), value: factors }]),
        {
          label: t('users.last_login'),
          value: lastLogon === null ? t('users.never') : <TimeText at={lastLogon} />,
          isNumeric: true,
        },
        { label: t('users.created'), value: <TimeText at={user.meta.created} />, isNumeric: true },
        { label: t('users.changed'), value: <TimeText at={user.meta.lastModified} />, isNumeric: true },
      ]}
    />
  );
}

const stateStyles: Readonly<Record<Exclude<InvitationState, 'done'>, { tone: StatusTone; icon: Icon }>> = {
  incomplete: { tone: 'warning', icon: IconUserQuestion },
  pending: { tone: 'pending', icon: IconMail },
  sent: { tone: 'info', icon: IconMail },
  expired: { tone: 'failed', icon: IconMailX },
};

function Invitation({ user, state }: { user: ScimUser; state: Exclude<InvitationState, 'done'> }) {
  const { t } = useTranslation();
  const dayTime = useTimes().moment;
  const { invitationDate } = user.extraInfo;
  return (
    <span className={classes.value}>
      <StatusBadge {...stateStyles[state]} label={t(`users.invitation.state.${state}`)} />
      <span className="quiet">
        {t(`users.invitation.why.${state}`, { at: invitationDate === null ? '' : dayTime(invitationDate) })}
      </span>
    </span>
  );
}
