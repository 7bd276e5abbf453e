import { paths } from '../paths.ts';
import { useTranslation } from '../translate/use-translation.ts';
import { AreaTabs } from './area-tabs.tsx';

/** Switches between the screens of the Security area. */
export function SecurityTabs() {
  const { t } = useTranslation();
  return (
    <AreaTabs
      label={t('screen.security')}
      tabs={[
        { label: t('security_tabs.sign_in'), to: paths.security() },
        { label: t('security_tabs.single_sign_on'), to: paths.signOnSettings() },
        { label: t('security_tabs.provisioning'), to: paths.provisioning() },
      ]}
    />
  );
}
