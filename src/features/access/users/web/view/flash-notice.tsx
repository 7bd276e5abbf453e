import { useRouterState } from '@tanstack/react-router';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The result of the last action on a user, shown once. */
export type FlashMessage =
  | 'saved'
  | 'renamed'
  | 'renamed_without_email'
  | 'invited'
  | 'linked'
  | 'unlocked'
  | 'factor_reset';

/** A message from the previous screen. */
export function useFlashMessage(): FlashMessage | undefined {
  return useRouterState({ select: ({ location }) => (location.state as { flash?: FlashMessage }).flash });
}

export function FlashNotice({ message, onClose }: { message: FlashMessage; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice kind={message === 'renamed_without_email' ? 'pending' : 'success'} onClose={onClose}>
      {t(`users.flash.${message}`)}
    </Notice>
  );
}
