import { Notice } from '#ui/feedback/notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { SignOnView } from '../../schemas.ts';

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

/** The saved part of a card, as the key of its text. */
export type SavedFlash =
  | 'provider'
  | 'provider_removed'
  | 'domain'
  | 'domain_removed'
  | 'mapping'
  | 'required'
  | 'not_required';

/** The shared properties of the settings' cards. */
export interface SettingsPart {
  view: SignOnView;
  /** The last saved part, and a function that closes the notice. */
  flash: SavedFlash | undefined;
  onFlashClose: () => void;
  /** Reads the settings again. */
  onChanged: (flash?: SavedFlash) => Promise<void>;
}
