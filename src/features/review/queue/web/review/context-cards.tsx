import { numberFormat } from '#shared/text/intl-formats.ts';
import { IconAlertTriangle, IconEqual } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useListLabels } from '#features/fraud/fraud-lists/web/use-list-labels.ts';
import { useDetailsFormat } from '#features/reports/transaction-details/web/use-details-format.ts';
import { Card } from '#ui/layout/card.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { MatchedList, ReviewContext, ReviewEvent, ReviewPlace } from '../../review-shapes.ts';
import classes from './review.module.css';
import type { ReviewMode } from './use-review-mode.ts';

interface Props {
  context: ReviewMode['context'];
}

/** A part of the context, or a sentence when it could not be loaded. */
function ContextPart<T>(props: {
  context: Props['context'];
  select: (context: ReviewContext) => T | null;
  failed: string;
  children: (part: T) => ReactNode;
}) {
  const { data, error } = props.context;
  if (data === undefined && error === null) return <SkeletonLines lines={2} />;
  const loadedPart = data === undefined ? null : props.select(data);
  return loadedPart === null ? <p className={classes.history}>{props.failed}</p> : props.children(loadedPart);
}

/** Countries beside the billing country, in words and kilometres. */
export function PlacesCard({ context }: Props) {
  const { t } = useTranslation();
  return (
    <Card title={t('review.countries')}>
      <ContextPart context={context} select={({ places }) => places} failed={t('review.countries_failed')}>
        {(places) =>
          places.length === 0 ? (
            <p className="quiet">{t('review.countries_none')}</p>
          ) : (
            <ul className={classes.plain}>
              {places.map((place) => (
                <Country key={place.kind} place={place} />
              ))}
            </ul>
          )
        }
      </ContextPart>
    </Card>
  );
}

function Country({ place: { kind, country, city, isSame, distanceKm } }: { place: ReviewPlace }) {
  const { t, language } = useTranslation();
  const detailsFormat = useDetailsFormat();
  const km = (distance: number) =>
    numberFormat(browserLocale(language), { style: 'unit', unit: 'kilometer' }).format(distance);
  const name = [city, detailsFormat.country(country)]
    .filter((part) => part !== null && part !== '')
    .join(', ');
  return (
    <li className={classes.place} data-differs={isSame === false || undefined}>
      <span className="quiet">{t(`review.place.${kind}`)}</span>
      <span>{name}</span>
      {isSame === true && (
        <span className={classes.mark}>
          <IconEqual size={14} aria-hidden />
          {t('review.same_country')}
        </span>
      )}
      {isSame === false && (
        <span className={classes.mark}>
          <IconAlertTriangle size={14} aria-hidden />
          {distanceKm === null
            ? t('review.other_country')
            : t('review.distance', { distance: km(distanceKm) })}
        </span>
      )}
    </li>
  );
}

/** The lists that have a value of the payment. */
export function ListsCard({ context }: Props) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const text = ({ name, listType, dataField, displayName }: MatchedList) =>
    labels.name({ name, listType, dataField, dataFieldName: displayName ?? undefined });
  if (context.data?.seesLists === false) return null;
  return (
    <Card title={t('review.lists')}>
      <ContextPart context={context} select={({ lists }) => lists} failed={t('review.lists_failed')}>
        {(lists) =>
          lists.length === 0 ? (
            <p className="quiet">{t('review.lists_none')}</p>
          ) : (
            <ul className={classes.plain}>
              {lists.map((list) => (
                <li key={list.listId}>
                  <Link {...paths.list(list.listType, list.listId)} className={classes.link}>
                    {text(list)}
                  </Link>{' '}
                  <span className="quiet">
                    {labels.field(list.dataField, list.displayName ?? undefined)}
                    {!list.active && ` · ${t('review.list_inactive')}`}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </ContextPart>
    </Card>
  );
}

/** The actions and comments of reviewers, the latest first. */
export function NotesCard({ context }: Props) {
  const { t } = useTranslation();
  return (
    <Card title={t('review.notes')}>
      <ContextPart context={context} select={({ events }) => events} failed={t('review.notes_failed')}>
        {(events) => (
          <ul className={classes.plain}>
            {events.map((event, index) => (
              <Note key={index} event={event} />
            ))}
          </ul>
        )}
      </ContextPart>
    </Card>
  );
}

function Note({ event: { at, act, by, comment, assignee } }: { event: ReviewEvent }) {
  const { t } = useTranslation();
  const author = by ?? t('queue.system');
  return (
    <li>
      <span className="quiet">
        {t(`review.event.${act}`, { who: author, assignee: assignee ?? '' })} <TimeText at={at} isShort />
      </span>
      {comment !== null && <p className={classes.comment}>{comment}</p>}
    </li>
  );
}
