import { AreaTabs } from '#web/links/area-tabs.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Switches between connections and routes. */
export function ProcessorTabs() {
  const { t } = useTranslation();
  return (
    <AreaTabs
      label={t('screen.processors')}
      tabs={[
        { label: t('processors.tab.connections'), to: paths.processors() },
        { label: t('processors.tab.routes'), to: paths.processorRoutes() },
      ]}
    />
  );
}
