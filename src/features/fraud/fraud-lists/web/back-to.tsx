import { BackLink } from '#web/links/back-link.tsx';
import type { Destination } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** A way back to the screen with this name. */
export function BackTo({ to, screen }: { to: Destination; screen: string }) {
  const { t } = useTranslation();
  return <BackLink to={to}>{t(`screen.${screen}`)}</BackLink>;
}
