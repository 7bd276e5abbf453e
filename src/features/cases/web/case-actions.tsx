import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconPlus, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { usePageActions } from '#web/palette/page-actions.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { reopenCase } from '../endpoints.ts';
import { AddPaymentDialog } from './add-payment-dialog.tsx';
import type { CaseProps } from './case-props.ts';
import { CloseCaseDialog } from './close-case-dialog.tsx';
import { OwnerDialog } from './owner-dialog.tsx';

type Opened = 'close' | 'owner' | 'payment';

/** Close or reopen; the rest in a menu. */
export function CaseActions(props: CaseProps) {
  const { t } = useTranslation();
  const { found, onChanged, onConflict } = props;
  const [opened, setOpened] = useState<Opened>();
  const [failure, setFailure] = useState<string>();
  const reopen = useSend(reopenCase, { isHandledHere: true });
  const isOpen = found.status === 'OPEN';
  const close = () => setOpened(undefined);
  async function reopenIt(): Promise<void> {
    setFailure(undefined);
    try {
      await reopen.mutateAsync({ path: { caseId: found.id }, body: { version: found.version } });
      await onChanged();
    } catch (cause) {
      const isConflict = cause instanceof CallFailure && cause.code === 'CASE_CHANGED';
      if (isConflict) await onConflict();
      else setFailure(errorText(cause instanceof CallFailure ? cause.message : 'internal_server_error'));
    }
  }
  usePageActions(() =>
    isOpen
      ? [
          { id: 'close case', label: t('cases.close.button'), go: () => setOpened('close') },
          { id: 'case owner', label: t('cases.owner.button'), go: () => setOpened('owner') },
        ]
      : [{ id: 'reopen case', label: t('cases.reopen'), go: () => void reopenIt() }],
  );
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <>
      {failure !== undefined && <Notice kind="failed">{failure}</Notice>}
      {isOpen ? (
        <Button onClick={() => setOpened('close')}>{t('cases.close.button')}</Button>
      ) : (
        <Button variant="default" loading={reopen.isPending} onClick={() => void reopenIt()}>
          {t('cases.reopen')}
        </Button>
      )}
      {isOpen && (
        <DropMenu
          target={
            <ActionIcon variant="default" size="md" aria-label={t('details.more_actions')}>
              <IconDots {...icon} />
            </ActionIcon>
          }
        >
          <DropMenuItem icon={<IconUser {...icon} />} onChoose={() => setOpened('owner')}>
            {t('cases.owner.button')}
          </DropMenuItem>
          <DropMenuItem icon={<IconPlus {...icon} />} onChoose={() => setOpened('payment')}>
            {t('cases.add_payment.button')}
          </DropMenuItem>
        </DropMenu>
      )}
      <CloseCaseDialog {...props} isOpen={opened === 'close'} onClose={close} />
      <OwnerDialog {...props} isOpen={opened === 'owner'} onClose={close} />
      <AddPaymentDialog {...props} isOpen={opened === 'payment'} onClose={close} />
    </>
  );
}
