import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAddress } from '#web/address.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { readRiskControlsSearch } from '#features/risk-controls/risk-controls-search.ts';
import { getInstallationList } from '#features/risk-controls/endpoints.ts';
import { ControlsPanel } from '#features/risk-controls/web/controls-panel.tsx';
import classes from '#features/risk-controls/web/risk-controls.module.css';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { mayLeave } from '#web/unsaved-forms.ts';

/** More are not found by looking. */
const fewInstallations = 12;

/**
 * /risk-controls: what each installation asks of its payments (docs/domain.md#risk-controls). Its blacklists come
 * with the lists.
 */
export function RiskControlsScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const list = useCall(
    getInstallationList,
    { path: { orgId: organisation.selectedParentOrgId } },
    { isHandledHere: true },
  );
  const groups = Object.entries(list.data ?? {});
  const navigate = useNavigate();
  const { installation: chosen } = useAddress(readRiskControlsSearch);
  const installations = groups.flatMap(([, ofMerchant]) => ofMerchant);
  const open = installations.find(({ installationId }) => installationId === chosen) ?? installations[0];
  const [sought, setSought] = useState('');
  const found = groups
    .map(([merchant, ofMerchant]) => {
      const isFound = (name: string): boolean => name.toLowerCase().includes(sought.trim().toLowerCase());
      const fitting = ofMerchant.filter((one) => isFound(merchant) || isFound(one.installationName));
      return [merchant, fitting] as const;
    })
    .filter(([, ofMerchant]) => ofMerchant.length > 0);
  const choose = async (id: number): Promise<void> => {
    if (id === open?.installationId || !(await mayLeave())) return;
    await navigate({ ...paths.riskControls({ installation: id }), replace: true, ignoreBlocker: true });
  };
  return (
    <Page title={t('screen.riskControls')} subtitle={organisation.selectedOrgName}>
      {list.error != null ? (
        <ErrorState
          title={t('risk_controls.list_failed')}
          requestId={list.error.requestId}
          onRetry={() => void list.refetch()}
        >
          {errorText(list.error.message)}
        </ErrorState>
      ) : list.data == null ? (
        <SkeletonLines lines={10} />
      ) : open == null ? (
        <EmptyState title={t('risk_controls.none')}>{t('risk_controls.none_text')}</EmptyState>
      ) : (
        <div className={classes.layout}>
          <nav className={classes.list} aria-label={t('risk_controls.installations')}>
            {installations.length > fewInstallations && (
              <TextField
                label={t('risk_controls.find')}
                value={sought}
                onChange={(event) => setSought(event.currentTarget.value)}
              />
            )}
            {found.length === 0 && <p className={classes.merchant}>{t('risk_controls.find_none')}</p>}
            {found.map(([merchant, ofMerchant]) => (
              <div key={merchant}>
                <h2 className={classes.merchant}>{merchant}</h2>
                <ul className={classes.installations}>
                  {ofMerchant.map(({ installationId, installationName }) => (
                    <li key={installationId}>
                      <button
                        type="button"
                        className={classes.installation}
                        aria-current={installationId === open.installationId}
                        onClick={() => void choose(installationId)}
                      >
                        {installationName}
                      </button>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <ControlsPanel key={open.installationId} installation={open} />
        </div>
      )}
    </Page>
  );
}
