import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useAddress } from '#web/address.ts';
import { useSend } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { testSignOn } from '../../endpoints.ts';
import type { TestView } from '../../schemas.ts';
import { readSettingsSearch } from '../../sign-on-search.ts';
import { leaveFor } from '../leave-for.ts';
import type { SettingsPart } from './card-flash.tsx';
import classes from './sign-on-settings.module.css';

/** Step 4: a sign-in at the provider that shows its result here and signs in no user. */
export function TestCard({ view }: SettingsPart) {
  const { t } = useTranslation();
  const { step } = useAddress(readSettingsSearch);
  const test = useSend(testSignOn, { handlesOwnErrors: true });
  const heading = useRef<HTMLHeadingElement>(null);
  const isReturning = step === 'test';
  useEffect(() => {
    if (isReturning) heading.current?.focus();
  }, [isReturning]);
  async function start(): Promise<void> {
    try {
      const { url } = await test.mutateAsync({ path: { orgId: view.organisationId }, body: {} });
      await leaveFor(url);
    } catch {
      // The card shows the failure.
    }
  }
  return (
    <Card title={t('sign_on_settings.step.test')} headingRef={heading}>
      <p className="quiet-text">{t('sign_on_settings.test_text')}</p>
      {view.test !== null && <TestResult test={view.test} />}
      <FailureNotice failure={test.error} />
      <div className="end-buttons">
        <Button
          variant="default"
          loading={test.isPending || test.isSuccess}
          disabled={view.provider === null}
          onClick={() => void start()}
        >
          {t('sign_on_settings.test')}
        </Button>
      </div>
    </Card>
  );
}

function TestResult({ test }: { test: TestView }) {
  const { t } = useTranslation();
  const times = useTimes();
  const grants = test.grants.map(({ roleName, organisationName }) =>
    t('sign_on_settings.grant', { role: roleName, organisation: organisationName }),
  );
  return (
    <>
      <Notice
        kind={test.problem !== null ? 'failed' : test.isCurrent ? 'success' : 'pending'}
        title={t('sign_on_settings.tested_at', { moment: times.moment(test.at) })}
      >
        {test.problem === null
          ? t(test.isCurrent ? 'sign_on_settings.test_passed' : 'sign_on_settings.test_old')
          : t(`sign_on_settings.problem.${test.problem}`)}
        {test.code !== null && <p>{t('sign_on_settings.problem_code', { code: test.code })}</p>}
      </Notice>
      {test.claims.length > 0 && (
        <>
          <DetailsList
            details={[
              {
                label: t('sign_on_settings.test_grants'),
                value:
                  grants.length === 0 ? (
                    t('sign_on_settings.no_grants')
                  ) : (
                    <ul className={classes.facts}>
                      {grants.map((grant) => (
                        <li key={grant}>{grant}</li>
                      ))}
                    </ul>
                  ),
              },
              {
                label: t('sign_on_settings.test_factor'),
                value: t(test.hasSecondFactor ? 'sign_on_settings.factor_yes' : 'sign_on_settings.factor_no'),
              },
            ]}
          />
          {test.missingClaims.length > 0 && (
            <p>{t('sign_on_settings.missing_claims', { claims: test.missingClaims.join(', ') })}</p>
          )}
          <h3 className={classes.name}>{t('sign_on_settings.test_claims')}</h3>
          <DetailsList details={test.claims.map(({ name, value }) => ({ label: name, value }))} />
        </>
      )}
    </>
  );
}
