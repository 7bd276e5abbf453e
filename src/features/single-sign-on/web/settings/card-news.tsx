import { Notice } from '#ui/feedback/notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { News, SettingsPart } from './settings-part.ts';

/** The notice of a card after one of its own changes, where the user looks. */
export function CardNews({
  of,
  news,
  onCloseNews,
}: Pick<SettingsPart, 'news' | 'onCloseNews'> & { of: News[] }) {
  const { t } = useTranslation();
  if (news === undefined || !of.includes(news)) return null;
  return (
    <Notice kind="success" onClose={onCloseNews}>
      {t(`sign_on_settings.flash.${news}`)}
    </Notice>
  );
}
