import { NextStep } from '#web/links/next-step.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAddress } from '#web/address.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { readRiskControlsSearch } from '../risk-controls-search.ts';
import type { ResponseOf } from '#shared/define-endpoint.ts';
import { getInstallationList, getRiskControls } from '../endpoints.ts';
import classes from './risk-controls.module.css';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useCall, useFreshCall } from '#web/call/use-call.ts';
import { fullInstallationName } from '#web/format/installation-choices.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { mayLeave } from '#web/form/unsaved-forms.ts';
import { ControlsEditor } from './controls-editor.tsx';
import { RiskControlsLists } from '#features/fraud/fraud-lists/web/risk-controls-lists.tsx';
import { WebSitesPanel } from './web-sites-panel.tsx';
import { SecretPanel } from '#features/outbound/notifications/web/secret-panel.tsx';

/** A longer list has a filter. */
const maxWithoutFilter = 12;

/** /risk-controls: the checks of each installation on its payments (docs/domain.md#risk-controls). */
export function RiskControlsScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const list = useCall(
    getInstallationList,
    { path: { orgId: organisation.selectedParentOrgId } },
    { handlesOwnErrors: true },
  );
  const groups = Object.entries(list.data ?? {});
  const navigate = useNavigate();
  const { installation: installationParam } = useAddress(readRiskControlsSearch);
  const installations = groups.flatMap(([, ofMerchant]) => ofMerchant);
  const selected =
    installations.find(({ installationId }) => installationId === installationParam) ?? installations[0];
  const choose = async (id: number): Promise<void> => {
    if (id === selected?.installationId || !(await mayLeave())) return;
    await navigate({ ...paths.riskControls({ installation: id }), replace: true, ignoreBlocker: true });
  };
  return (
    <Page width="form" title={t('screen.riskControls')} subtitle={organisation.selectedOrgName}>
      {list.error !== null ? (
        <ErrorState
          title={t('risk_controls.list_failed')}
          requestId={list.error.requestId}
          onRetry={() => void list.refetch()}
        >
          {errorText(list.error.message)}
        </ErrorState>
      ) : list.data === undefined ? (
        <SkeletonLines lines={10} />
      ) : selected === undefined ? (
        <EmptyState title={t('risk_controls.none')}>
          {t('risk_controls.none_text')}
          <NextStep />
        </EmptyState>
      ) : (
        <div className={classes.layout}>
          <InstallationChoice
            groups={groups}
            openId={selected.installationId}
            onChoose={(id) => void choose(id)}
          />
          <ControlsPanel key={selected.installationId} installation={selected} />
        </div>
      )}
      <RiskControlsLists />
    </Page>
  );
}

type ListedInstallation = ResponseOf<typeof getInstallationList>[string][number];

interface ChoiceProps {
  /** Installations by the name of their merchant. */
  groups: [string, ListedInstallation[]][];
  openId: number;
  onChoose: (installationId: number) => void;
}

function InstallationChoice({ groups, openId, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState('');
  const count = groups.flatMap(([, ofMerchant]) => ofMerchant).length;
  const visibleGroups = groups
    .map(([merchant, ofMerchant]) => {
      const matches = (name: string): boolean => name.toLowerCase().includes(filter.trim().toLowerCase());
      const matching = ofMerchant.filter(
        (installation) => matches(merchant) || matches(installation.installationName),
      );
      return { merchant, matching, isOnly: ofMerchant.length === 1 };
    })
    .filter(({ matching }) => matching.length > 0);
  return (
    <nav className="stack" aria-label={t('risk_controls.installations')}>
      {count > maxWithoutFilter && (
        <TextField
          label={t('risk_controls.find')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {visibleGroups.length === 0 && <p className={classes.merchant}>{t('risk_controls.find_none')}</p>}
      {visibleGroups.map(({ merchant, matching, isOnly }) => (
        <div key={merchant}>
          {!isOnly && <h2 className={classes.merchant}>{merchant}</h2>}
          <ul className={classes.installations}>
            {matching.map(({ installationId, installationName }) => (
              <li key={installationId}>
                <button
                  type="button"
                  className={classes.installation}
                  aria-current={installationId === openId}
                  onClick={() => onChoose(installationId)}
                >
                  {isOnly
                    ? fullInstallationName({ name: installationName, merchantName: merchant })
                    : installationName}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface Props {
  installation: ListedInstallation;
}

/** Loads the controls of one installation, and reloads them after saving. */
function ControlsPanel({ installation: { installationId, installationName, mayEdit } }: Props) {
  const { t } = useTranslation();
  const loaded = useFreshCall(getRiskControls, { path: { installationId } });
  const [isSaved, setIsSaved] = useState(false);
  /** After a conflict the user loads the stored controls. */
  const [formKey, setFormKey] = useState(0);
  const controls = loaded.data;

  async function reload(isAfterSaving: boolean): Promise<void> {
    await loaded.refetch();
    setIsSaved(isAfterSaving);
    if (!isAfterSaving) setFormKey((number) => number + 1);
  }
  return (
    <section className="stack" aria-labelledby="risk-controls-of">
      <h2 className={classes.head} id="risk-controls-of">
        {installationName}
      </h2>
      {loaded.error !== null ? (
        <ErrorState
          title={t('risk_controls.load_failed')}
          requestId={loaded.error.requestId}
          onRetry={() => void loaded.refetch()}
        >
          {errorText(loaded.error.message)}
        </ErrorState>
      ) : controls === undefined ? (
        <SkeletonLines lines={12} />
      ) : (
        <ControlsEditor
          key={formKey}
          installationId={installationId}
          loaded={controls}
          mayEdit={mayEdit}
          isSaved={isSaved}
          onSavedClose={() => setIsSaved(false)}
          onReload={reload}
        />
      )}
      <IntegrationPanels installationId={installationId} mayEdit={mayEdit} />
    </section>
  );
}

/**
 * Web origins and the signing secret, for users who cannot change the settings of the installation, where they
 * belong.
 */
function IntegrationPanels({ installationId, mayEdit }: { installationId: number; mayEdit: boolean }) {
  const { t } = useTranslation();
  const session = useSignedIn();
  if (mayEdit && isAllowed(session, { anyOf: ['P_MANAGE_INSTALLATION'] })) {
    return <Link {...paths.installation(installationId)}>{t('risk_controls.sites_in_settings')}</Link>;
  }
  return (
    <>
      <div className={classes.group}>
        <h3>{t('risk_controls.sites')}</h3>
        <p>{t('risk_controls.sites_help')}</p>
        <div className={classes.part}>
          <WebSitesPanel installationId={installationId} mayEdit={mayEdit} />
        </div>
      </div>
      <div className={classes.group}>
        <h3>{t('notifications.secret.title')}</h3>
        <p>{t('notifications.secret.help')}</p>
        <div className={classes.part}>
          <SecretPanel installationId={installationId} mayRenew={mayEdit} />
        </div>
      </div>
    </>
  );
}
