import { useRouterState } from '@tanstack/react-router';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** What has just been done to a user; the screen that shows them says it once. */
export type FlashMessage = 'saved' | 'renamed' | 'rename_untold' | 'invited' | 'unlocked';

/** News that came along with the way here. */
export function useFlashMessage(): FlashMessage | undefined {
  return useRouterState({ select: ({ location }) => (location.state as { news?: FlashMessage }).news });
}

export function NewsNotice({ news, onClose }: { news: FlashMessage; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice kind={news === 'rename_untold' ? 'pending' : 'success'} onClose={onClose}>
      {t(`users.news.${news}`)}
    </Notice>
  );
}
