import { getNews } from '../endpoints.ts';
import type { NewsItem } from '../schemas.ts';
import classes from './news.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const max = 4;

/** News as plain text. Only links lead out (docs/domain.md#home). */
export function NewsPanel() {
  const { t } = useTranslation();
  const news = useCall(getNews, {}, { isHandledHere: true, retry: false });
  const items = news.data?.items.slice(0, max);
  return (
    <section className={classes.card} aria-labelledby="news-title">
      <h2 id="news-title">{t('home.news.title')}</h2>
      {news.isPending && <SkeletonLines lines={9} lineHeight={40} />}
      {news.isError && <Notice kind="info">{t('home.news.failed')}</Notice>}
      {items?.length === 0 && <p className={classes.about}>{t('home.news.none')}</p>}
      {items != null && items.length > 0 && (
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
      <p className={classes.text}>{item.description}</p>
    </article>
  );
}
