import { useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useButtonForm } from '#web/form/use-form.ts';
import { PageActionBar } from '#web/palette/page-action-bar.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { activateConnection, closeConnection, drainConnection } from '../endpoints.ts';
import type { ConnectionView } from '../schemas.ts';
import type { ConnectionFlash, ConnectionPart } from './connection-part.ts';

type Move = 'activate' | 'drain' | 'close';
const flashes: Record<Move, ConnectionFlash> = { activate: 'activated', drain: 'draining', close: 'closed' };
const moves: Record<ConnectionView['state'], readonly Move[]> = {
  DRAFT: ['close'],
  TESTED: ['activate', 'close'],
  ACTIVE: ['drain'],
  DRAINING: ['activate', 'close'],
  CLOSED: [],
};

/** What the state allows, each with its consequences before it is done. */
export function ConnectionActions({ connection, onChanged }: ConnectionPart) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Move>();
  const allowed = moves[connection.state];
  const action = (move: Move) => ({
    id: move,
    label: t(`processors.move.${move}`),
    go: () => setAsked(move),
  });
  const [first, ...others] = allowed.map(action);
  const isSafe = allowed[0] === 'activate';
  return (
    <>
      <PageActionBar
        primary={isSafe ? first : undefined}
        secondary={isSafe ? undefined : first}
        more={others}
      />
      {asked !== undefined && (
        <MoveDialog
          {...{ connection, move: asked }}
          onClose={() => setAsked(undefined)}
          onMoved={async () => {
            setAsked(undefined);
            await onChanged(flashes[asked]);
          }}
        />
      )}
    </>
  );
}

interface DialogProps {
  connection: ConnectionView;
  move: Move;
  onClose: () => void;
  onMoved: () => Promise<void>;
}

function MoveDialog({ connection, move, onClose, onMoved }: DialogProps) {
  const { t } = useTranslation();
  const { organisationId: orgId, connectionId, version, name, mode, openIntents, liveHolds } = connection;
  const activate = useSend(activateConnection, { handlesOwnErrors: true });
  const drain = useSend(drainConnection, { handlesOwnErrors: true });
  const close = useSend(closeConnection, { handlesOwnErrors: true });
  const form = useButtonForm(async () => {
    const send = { activate, drain, close }[move];
    await send.mutateAsync({ path: { orgId, connectionId }, body: { version } });
    await onMoved();
  });
  const isBlocked = move === 'close' && openIntents + liveHolds > 0;
  return (
    <ConfirmDialog
      isOpen
      isDangerous={move !== 'activate'}
      title={t(`processors.move_title.${move}`, { name })}
      confirmLabel={t(`processors.move.${move}`)}
      isConfirmDisabled={isBlocked}
      onConfirm={form.submit}
      onCancel={onClose}
    >
      <div className="stack">
        <p>
          {t(move === 'activate' ? `processors.move_text.activate_${mode}` : `processors.move_text.${move}`)}
        </p>
        {isBlocked && <p>{t('processors.move_text.blocked', { open: openIntents, holds: liveHolds })}</p>}
        <FailureNotice failure={form.failure} />
      </div>
    </ConfirmDialog>
  );
}
