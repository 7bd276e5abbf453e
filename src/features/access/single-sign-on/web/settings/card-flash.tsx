import { Notice } from '#ui/feedback/notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { SavedFlash, SettingsPart } from './settings-part.ts';

/** The notice of a card after one of its changes, on that card. */
export function CardFlash({
  flashes,
  flash,
  onFlashClose,
}: Pick<SettingsPart, 'flash' | 'onFlashClose'> & { flashes: SavedFlash[] }) {
  const { t } = useTranslation();
  if (flash === undefined || !flashes.includes(flash)) return null;
  return (
    <Notice kind="success" onClose={onFlashClose}>
      {t(`sign_on_settings.flash.${flash}`)}
    </Notice>
  );
}
