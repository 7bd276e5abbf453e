import { Link } from '@tanstack/react-router';
import { IconArrowRight } from '@tabler/icons-react';
import { ActivityPanel } from './activity-panel.tsx';
import classes from './home-screen.module.css';
import { NewsPanel } from './news-panel.tsx';
import { TransactionFinder } from './transaction-finder.tsx';
import { WaitingApprovals } from '#features/approvals/web/waiting-approvals.tsx';
import { FactorSuggestion } from '#features/second-factor/web/factor-suggestion.tsx';
import { SetupCard } from '#features/setup/web/setup-card.tsx';
import { getAuthenticatedUser } from '#features/session/endpoints.ts';
import { Page } from '#ui/layout/page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { stripTags } from '#web/format/plain-text.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useMenu } from '#web/session/menu-context.ts';
import { flatMenu } from '#web/session/menu-rules.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** /home: greeting, current organisation and links to everything else. */
export function HomeScreen() {
  const { t } = useTranslation();
  const times = useTimes();
  const { fullName, organisation } = useSignedIn();
  const user = useCall(getAuthenticatedUser, {}, { isHandledHere: true });
  const links = flatMenu(useMenu()).filter(({ entry }) => entry.name !== 'home');
  const lastLogon = user.data?.extraInfo.lastLogon;
  const { homepageVideoUrl, homePageProductFragment } = startupConfig();
  const product = stripTags(homePageProductFragment);
  return (
    <Page title={t('home.greeting', { name: fullName })} subtitle={organisation.selectedOrgName}>
      <FactorSuggestion />
      <SetupCard />
      <Allowed anyOf={['P_APPROVE']}>
        <WaitingApprovals />
      </Allowed>
      <Allowed anyOf={['P_VIEW_TRANSACTIONS_NGPORTAL']}>
        <ActivityPanel />
      </Allowed>
      <div className={classes.columns}>
        <Allowed anyOf={['P_VIEW_TRANSACTIONS_NGPORTAL']}>
          <section className={classes.card} aria-labelledby="find-title">
            <h2 id="find-title">{t('home.find_title')}</h2>
            <p>{t('home.find_text')}</p>
            <TransactionFinder />
          </section>
        </Allowed>
        <NewsPanel />
        {links.length > 0 && (
          <section className={classes.card} aria-labelledby="links-title">
            <h2 id="links-title">{t('home.links_title')}</h2>
            <ul className={classes.links}>
              {links.map(({ entry, groups }) => (
                <li key={entry.name}>
                  <Link to={entry.path ?? paths.home().to} className={classes.link}>
                    <span>{t(`menu.${entry.name}`)}</span>
                    <span className={classes.group}>{groups[0] == null ? '' : t(`menu.${groups[0]}`)}</span>
                    <IconArrowRight size={16} aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {product !== '' && <p className={classes.product}>{product}</p>}
      {homepageVideoUrl !== '' && (
        <p className={classes.product}>
          <a href={homepageVideoUrl} target="_blank" rel="noopener noreferrer">
            {t('home.video')}
          </a>
        </p>
      )}
      {/* Reserves room for the line, so that nothing moves when the time loads. */}
      <p className={classes.lastLogon}>
        {lastLogon == null ? '\u00a0' : t('home.signed_in')}{' '}
        {lastLogon != null && <span className="number">{times.long(lastLogon)}</span>}
      </p>
    </Page>
  );
}
