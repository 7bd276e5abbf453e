import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The title of a screen above a skeleton, while the screen's code is on its way. */
export function ScreenPending({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <Page title={t(`screen.${name}`)}>
      <SkeletonLines lines={8} lineHeight={36} />
    </Page>
  );
}
