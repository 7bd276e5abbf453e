import { BackLink } from '#web/links/back-link.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The way back to the list. */
export function InstallationsLink() {
  const { t } = useTranslation();
  return <BackLink to={paths.installations()}>{t('screen.installations')}</BackLink>;
}
