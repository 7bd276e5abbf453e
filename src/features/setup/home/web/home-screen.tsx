import { useRouter } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { NeedsList } from './needs-list.tsx';
import classes from './home-screen.module.css';
import { FactorSuggestion } from '#features/access/second-factor/web/factor-suggestion.tsx';
import { SetupCard } from '#features/setup/setup/web/setup-card.tsx';
import { getAuthenticatedUser } from '#features/access/session/endpoints.ts';
import { Page } from '#ui/layout/page.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { stripTags } from '#web/format/plain-text.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, Suspense, lazy, useState } from 'react';
import { finderProblem, finderTarget, quickSearchFields } from '../finder-target.ts';
import type { SearchField } from '#features/record/reporting/filters/search-field.ts';
import { useSearchFields } from '#features/reports/transactions/web/use-search-fields.ts';
import { getNews } from '../endpoints.ts';
import type { NewsItem } from '../schemas.ts';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';

// Loaded after the screen: what waits for the user comes first.
const ActivityPanel = lazy(async () => ({
  default: (await import('./activity-panel.tsx')).ActivityPanel,
}));

/** /home: what waits for the user, the figures of a period, and at the end quick search and news. */
export function HomeScreen() {
  const { t } = useTranslation();
  const times = useTimes();
  const { fullName, organisation } = useSignedIn();
  const user = useCall(getAuthenticatedUser, {}, { handlesOwnErrors: true });
  const lastLogon = user.data?.extraInfo.lastLogon;
  const { homepageVideoUrl, homePageProductFragment } = startupConfig();
  const product = stripTags(homePageProductFragment);
  return (
    <Page title={t('home.greeting', { name: fullName })} subtitle={organisation.selectedOrgName}>
      <FactorSuggestion />
      <SetupCard />
      <NeedsList />
      <Allowed anyOf={['P_VIEW_TRANSACTIONS_NGPORTAL']}>
        <Suspense fallback={<SkeletonLines lines={15} lineHeight={40} />}>
          <ActivityPanel />
        </Suspense>
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

/** Guesses the field of the text unless one is chosen (docs/domain.md#home). */
function TransactionFinder() {
  const { t } = useTranslation();
  const router = useRouter();
  const availableFields = useSearchFields();
  const fields = quickSearchFields.filter((field) => availableFields.includes(field));
  const [typed, setTyped] = useState('');
  const [field, setField] = useState<SearchField>();
  const [isTried, setIsTried] = useState(false);
  const problem = isTried ? finderProblem({ typed, field, availableFields }) : undefined;
  function find(event: FormEvent): void {
    event.preventDefault();
    setIsTried(true);
    const target = finderTarget({ typed, field, availableFields });
    if (target === undefined) return;
    const { value } = target;
    const search = { offset: 0, pageSize: 25, searchField: target.field, value, searchRange: 'ANY_TIME' };
    void router.navigate(target.field === 'txn_id' ? paths.transaction(value) : paths.search(search));
  }
  return (
    <form className={classes.finder} onSubmit={find} role="search" noValidate>
      <NativeSelect
        className={classes.finderField}
        aria-label={t('home.find_by')}
        value={field ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setField(fields.find((candidate) => candidate === value));
          setIsTried(false);
        }}
        data={[
          { value: '', label: t('home.find_any') },
          ...fields.map((choice) => ({ value: choice, label: t(`search.field_name.${choice}`) })),
        ]}
      />
      <TextInput
        data-search
        aria-label={t('home.find_label')}
        placeholder={t('home.find_label')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
        error={problem === undefined ? undefined : t(`search.wrong.${problem}`)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIsTried(false);
        }}
      />
      <Button type="submit">{t('home.find')}</Button>
    </form>
  );
}

const max = 4;

/** News as plain text. Only links lead out (docs/domain.md#home). */
function NewsPanel() {
  const { t } = useTranslation();
  const news = useCall(getNews, {}, { handlesOwnErrors: true, retry: false });
  const items = news.data?.items.slice(0, max);
  return (
    <section className={classes.newsCard} aria-labelledby="news-title">
      <h2 id="news-title">{t('home.news.title')}</h2>
      {news.isPending && <SkeletonLines lines={9} lineHeight={40} />}
      {news.isError && items === undefined && (
        <ErrorState
          title={t('home.news.failed')}
          requestId={news.error.requestId}
          onRetry={() => void news.refetch()}
        />
      )}
      {items?.length === 0 && <p className={classes.about}>{t('home.news.none')}</p>}
      {items !== undefined && items.length > 0 && (
        <ul className={classes.news}>
          {items.map((item) => (
            <li key={`${item.pubDate} ${item.title}`}>
              <NewsEntry item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NewsEntry({ item }: { item: NewsItem }) {
  const times = useTimes();
  const about = [item.pubDate === '' ? '' : times.date(item.pubDate), item.creator].filter(
    (text) => text !== '',
  );
  return (
    <article>
      <h3>
        {item.link === '' ? (
          item.title
        ) : (
          <a href={item.link} target="_blank" rel="noopener noreferrer">
            {item.title}
          </a>
        )}
      </h3>
      {about.length > 0 && <p className={classes.about}>{about.join(' · ')}</p>}
      <p className={classes.text} title={item.description}>
        {item.description}
      </p>
    </article>
  );
}
