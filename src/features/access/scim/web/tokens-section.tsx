import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { ApprovalNotice } from '#web/call/approval-notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { exemptScimToken, revokeScimToken } from '../endpoints.ts';
import type { Provisioning, ScimToken } from '../schemas.ts';
import classes from './provisioning.module.css';

interface Props {
  orgId: number;
  provisioning: Provisioning;
  onCreate: () => void;
  onRevoked: () => void;
  onExempted: () => void;
}

const tones: Readonly<Record<ScimToken['status'], StatusTone>> = {
  active: 'success',
  expired: 'warning',
  revoked: 'neutral',
};

/** The tokens, revoked ones last. */
export function TokensSection({ orgId, provisioning, onCreate, onRevoked, onExempted }: Props) {
  const { t } = useTranslation();
  const [revoking, setRevoking] = useState<ScimToken>();
  const { tokens, mayChange } = provisioning;
  const notice = (token: ScimToken) =>
    token.needsApproval ? (
      <NeedsApproval {...{ orgId, token, mayChange, onExempted }} />
    ) : (
      token.isLimited && <Notice kind="pending">{t('provisioning.limited')}</Notice>
    );
  return (
    <Section title={t('provisioning.tokens')}>
      {tokens.length === 0 ? (
        <EmptyState
          title={t('provisioning.no_tokens')}
          step={mayChange ? { label: t('provisioning.create_token'), onClick: onCreate } : undefined}
        >
          {t('provisioning.no_tokens_text')}
        </EmptyState>
      ) : (
        <ul className={classes.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.tokenId} token={token} notice={notice(token)}>
              {mayChange && token.status !== 'revoked' && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`${t('provisioning.revoke_ask')}: ${token.name}`}
                  onClick={() => setRevoking(token)}
                >
                  {t('provisioning.revoke_ask')}
                </Button>
              )}
            </TokenRow>
          ))}
        </ul>
      )}
      {revoking !== undefined && (
        <RevokeDialog
          orgId={orgId}
          token={revoking}
          onClose={() => setRevoking(undefined)}
          onRevoked={() => {
            setRevoking(undefined);
            onRevoked();
          }}
        />
      )}
    </Section>
  );
}

function NeedsApproval({
  orgId,
  token,
  mayChange,
  onExempted,
}: {
  orgId: number;
  token: ScimToken;
  mayChange: boolean;
  onExempted: () => void;
}) {
  const { t } = useTranslation();
  const send = useSend(exemptScimToken, { handlesOwnErrors: true });
  async function ask(): Promise<void> {
    await send.mutateAsync({ path: { orgId, scimTokenId: token.tokenId }, body: {} });
    onExempted();
  }
  return (
    <ApprovalNotice mayAsk={mayChange} ask={ask}>
      {t('provisioning.needs_approval')}
    </ApprovalNotice>
  );
}

function TokenRow({ token, notice, children }: { token: ScimToken; notice: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const times = useTimes();
  const details = [
    `…${token.suffix}`,
    token.createdBy === null
      ? t('provisioning.created', { at: times.short(token.createdAt) })
      : t('provisioning.created_by', { name: token.createdBy, at: times.short(token.createdAt) }),
    token.lastUsedAt === null
      ? t('provisioning.never_used')
      : t('provisioning.last_used', { at: times.relative(token.lastUsedAt) }),
    ...(token.expiresAt === null ? [] : [t('provisioning.expires_at', { at: times.short(token.expiresAt) })]),
  ];
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <div className={classes.title}>
          <span className={classes.name}>{token.name}</span>
          <StatusBadge tone={tones[token.status]} label={t(`provisioning.status.${token.status}`)} />
        </div>
        <p className={classes.facts}>{details.join(' · ')}</p>
        {notice}
      </div>
      {children}
    </li>
  );
}

interface RevokeProps {
  orgId: number;
  token: ScimToken;
  onRevoked: () => void;
  onClose: () => void;
}

function RevokeDialog({ orgId, token, onRevoked, onClose }: RevokeProps) {
  const { t } = useTranslation();
  const send = useSend(revokeScimToken, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  async function revoke(): Promise<void> {
    setFailure(undefined);
    try {
      await send.mutateAsync({ path: { orgId, scimTokenId: token.tokenId }, body: {} });
      onRevoked();
    } catch (error) {
      setFailure(toFailure(error));
    }
  }
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('provisioning.revoke_title', { name: token.name })}
      confirmLabel={t('provisioning.revoke')}
      onConfirm={revoke}
      onCancel={onClose}
    >
      <FailureNotice failure={failure} />
      <p>{t('provisioning.revoke_text')}</p>
    </ConfirmDialog>
  );
}
