import type { GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { FraudList, ListItem } from '../../list-shapes.ts';
import { cardField } from '../../list-item-rules.ts';
import { SourceText, sourceLabel } from '../source-text.tsx';
import type { ListLabels } from '../use-list-labels.ts';
import { todayUtc } from '../expiry-field.tsx';

/** "31/12/2026", "Never", or with a note for a value that has expired. */
export function expiryLabel(item: Pick<ListItem, 'expiryDate'>, t: Translate, labels: ListLabels): string {
  const { expiryDate } = item;
  if (expiryDate === undefined) return t('fraud_lists.expiry.never');
  const day = labels.day(expiryDate);
  return expiryDate < todayUtc() ? t('fraud_lists.expiry.expired', { day }) : day;
}

/** The columns of the editor. A card list shows the known properties of the card. */
export function itemColumns(
  { dataField }: FraudList,
  t: Translate,
  labels: ListLabels,
  times: Times,
): GridColumn<ListItem>[] {
  const isCard = dataField === cardField;
  const plain = (id: keyof ListItem & string, text: (item: ListItem) => string): GridColumn<ListItem> => ({
    id,
    header: t(`fraud_lists.column.${id}`),
    width: 150,
    text,
  });
  return [
    isCard
      ? {
          id: 'maskedPan',
          isAlwaysShown: true,
          header: t('fraud_lists.column.maskedPan'),
          width: 190,
          isSortable: true,
          isNumeric: true,
          text: ({ maskedPan }) => maskedPan ?? '',
          card: 'title',
        }
      : {
          id: 'value',
          isAlwaysShown: true,
          header: t('fraud_lists.column.value'),
          width: 300,
          isSortable: true,
          text: ({ value }) => labels.value(dataField, value),
          card: 'title',
        },
    ...(isCard
      ? [
          plain('cardIssuerName', ({ cardIssuerName }) => cardIssuerName ?? ''),
          plain('cardBrand', ({ cardBrand }) => (cardBrand ? labels.value('cardBrand', cardBrand) : '')),
          plain('cardScheme', ({ cardScheme }) => (cardScheme ? labels.value('cardScheme', cardScheme) : '')),
          plain('cardUsageType', ({ cardUsageType }) =>
            cardUsageType ? labels.value('cardUsageType', cardUsageType) : '',
          ),
          plain('cardIssuerCountryCode', ({ cardIssuerCountryCode: code }) =>
            code ? labels.value('cardIssuerCountryCode', code) : '',
          ),
        ]
      : []),
    {
      id: 'source',
      header: t('fraud_lists.column.source'),
      width: 280,
      isSortable: true,
      text: ({ source }) => sourceLabel(source, t),
      cell: ({ source }) => <SourceText source={source} />,
      card: 'subtitle',
    },
    {
      id: 'addedDate',
      header: t('fraud_lists.column.added'),
      width: 180,
      ...timeColumn(times, ({ addedDate }: ListItem) => addedDate),
      isSortable: true,
      card: 'time',
    },
    {
      id: 'expiryDate',
      header: t('fraud_lists.column.expires'),
      width: 180,
      isSortable: true,
      isNumeric: true,
      text: (item) => expiryLabel(item, t, labels),
      isMuted: ({ expiryDate }) => expiryDate !== undefined && expiryDate < todayUtc(),
      cardText: (item) => t('fraud_lists.expires_card', { day: expiryLabel(item, t, labels) }),
      card: 'subtitle',
    },
  ];
}
