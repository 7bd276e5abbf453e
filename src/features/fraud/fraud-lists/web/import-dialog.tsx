import { Button } from '@mantine/core';
import { useState } from 'react';
import { daysBetween } from '#shared/calendar-day.ts';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { call } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { ListFailure } from '#web/list-screen/list-failure.tsx';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  addCardListItem,
  addListItem,
  getAllowLists,
  getBlockLists,
  getParameterLists,
} from '../endpoints.ts';
import { type DataPoint, type ImportedTransaction, listDataPoints } from '../import-points.ts';
import { cardField } from '../list-item-rules.ts';
import type { ListName } from '../schemas.ts';
import type { UpdateOutcome } from '../update-queue.ts';
import { type Expiry, ExpiryField, expiryText, neverExpires, todayUtc } from './expiry-field.tsx';
import classes from './fraud-lists.module.css';
import { ProgressStep, useUpdates } from './update-progress.tsx';
import { type ListLabels, useListLabels } from './use-list-labels.ts';

interface Props {
  transaction: ImportedTransaction;
  isOpen: boolean;
  onClose: () => void;
}

/** Adds values of a transaction to lists. Closes by its buttons only. */
export function ImportDialog({ isOpen, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onClose}
      title={t('fraud_lists.import.title')}
      size="large"
      isLocked
    >
      {isOpen && <ImportForm {...props} />}
    </Dialog>
  );
}

const listsOfKind = { block: getBlockLists, allow: getAllowLists, parameter: getParameterLists } as const;
type Kind = keyof typeof listsOfKind;

interface Choice {
  isChecked: boolean;
  listIds: readonly number[];
  expiry: Expiry;
}

/** A value of the transaction, the lists that can hold it, and what the user chose for it. */
interface Entry {
  point: DataPoint;
  lists: readonly ListName[];
  choice: Choice;
}

function ImportForm({ transaction, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const labels = useListLabels();
  const kinds = useKinds();
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'parameter');
  const { entries, loaded, change, reset } = useEntries(transaction, kind);
  const { updates, run, cancel } = useUpdates();
  const addValue = useAddValue(transaction.transactionId);
  const checked = entries.filter(({ choice }) => choice.isChecked);
  const isComplete =
    checked.length > 0 && checked.every(({ choice }) => choice.listIds.length > 0 && !choice.expiry.isWrong);
  async function add(): Promise<void> {
    const additions = checked.flatMap(({ point, lists, choice }) =>
      lists
        .filter(({ listId }) => choice.listIds.includes(listId))
        .map((list): Addition => ({ point, list, expiryDate: expiryText(choice.expiry) })),
    );
    const labelOf = ({ point, list }: Addition) =>
      `${pointText(point, labels)} → ${listText(kind, list, labels)}`;
    await run(additions, labelOf, addValue);
  }
  if (updates !== undefined) return <ProgressStep updates={updates} onCancel={cancel} onClose={onClose} />;
  return (
    <div className="stack">
      <SelectField
        label={t('fraud_lists.import.kind')}
        choices={kinds.map((choice) => ({ value: choice, label: t(`fraud_lists.import.${choice}`) }))}
        value={kind}
        onChange={(next) => {
          setKind(next as Kind);
          reset();
        }}
      />
      <EntryList {...{ entries, kind, loaded }} onChange={change} />
      <div className="end-buttons">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={!isComplete} onClick={add}>
          {t('fraud_lists.import.add')}
        </Button>
      </div>
    </div>
  );
}

interface EntryListProps extends Pick<ReturnType<typeof useEntries>, 'entries' | 'loaded'> {
  kind: Kind;
  onChange: (entry: Entry, part: Partial<Choice>) => void;
}

function EntryList({ entries, kind, loaded, onChange }: EntryListProps) {
  const { t } = useTranslation();
  const labels = useListLabels();
  if (loaded.error !== null)
    return (
      <ListFailure
        texts={{ title: t('fraud_lists.failed') }}
        failure={loaded.error}
        onRetry={() => void loaded.refetch()}
      />
    );
  if (loaded.data === undefined) return <SkeletonLines lines={4} />;
  if (entries.length === 0) return <p className={classes.summary}>{t('fraud_lists.import.none')}</p>;
  return (
    <div>
      {entries.map((entry) => (
        <EntryFields
          key={entry.point.dataField}
          entry={entry}
          kind={kind}
          labels={labels}
          onChange={(part) => onChange(entry, part)}
        />
      ))}
    </div>
  );
}

/** The kinds of lists that the user may add values to. */
function useKinds(): readonly Kind[] {
  const session = useSignedIn();
  const mayStandard = isAllowed(session, { anyOf: ['P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS'] });
  const mayParameter = isAllowed(session, { anyOf: ['P_EDIT_FRAUD_PARAMETER_LISTS'] });
  return [
    ...(mayStandard ? (['block', 'allow'] as const) : []),
    ...(mayParameter ? (['parameter'] as const) : []),
  ];
}

/** The values that lists of this kind can hold, with the choice for each. */
function useEntries(transaction: ImportedTransaction, kind: Kind) {
  const { organisation } = useSignedIn();
  const path = { orgId: organisation.selectedParentOrgId };
  const loaded = useCall(listsOfKind[kind], { path }, { handlesOwnErrors: true, staleTime: 0 });
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const entries = listDataPoints(transaction).flatMap((point): Entry[] => {
    const lists = (loaded.data ?? []).filter(({ dataField }) => dataField === point.dataField);
    const choice = choices[point.dataField] ?? firstChoice(kind, lists);
    return lists.length === 0 ? [] : [{ point, lists, choice }];
  });
  return {
    entries,
    loaded,
    change: ({ point, choice }: Entry, part: Partial<Choice>) =>
      setChoices({ ...choices, [point.dataField]: { ...choice, ...part } }),
    reset: () => setChoices({}),
  };
}

interface Addition {
  point: DataPoint;
  list: ListName;
  expiryDate: string;
}

/** Adds a value of the transaction to one list. */
function useAddValue(transactionId: string): (addition: Addition) => Promise<UpdateOutcome> {
  const labels = useListLabels();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  return async ({ point, list, expiryDate }) => {
    const source = `Import from transaction ${transactionId}`;
    const body = { orgId, uiListItemModel: { value: point.value, source, expiryDate } };
    const endpoint = point.dataField === cardField ? addCardListItem : addListItem;
    const result = await call(endpoint, { path: { listId: list.listId }, body });
    if (result.responseStatus === 'ADDED') return { status: 'done' };
    if (result.responseStatus === 'UPDATED') return { status: 'updated' };
    return { status: 'failed', note: labels.errors(result.message) };
  };
}

/** Block and allow lists are all chosen, parameter lists none. */
const firstChoice = (kind: Kind, lists: readonly ListName[]): Choice => ({
  isChecked: false,
  listIds: kind === 'parameter' ? [] : lists.map(({ listId }) => listId),
  expiry: neverExpires(),
});

const pointText = ({ dataField, displayValue }: DataPoint, labels: ListLabels): string =>
  labels.value(dataField, displayValue);

function listText(kind: Kind, { name, dataField }: ListName, labels: ListLabels): string {
  const listType = { block: 'negativeList', allow: 'positiveList', parameter: 'parameterlist' } as const;
  return labels.name({ name, dataField, listType: listType[kind] });
}

interface EntryProps {
  entry: Entry;
  kind: Kind;
  labels: ListLabels;
  onChange: (part: Partial<Choice>) => void;
}

/** One value: whether to add it, to which lists, and until when. */
function EntryFields({ entry, kind, labels, onChange }: EntryProps) {
  const { t } = useTranslation();
  const { point, lists, choice } = entry;
  const daysLeft = daysBetween(todayUtc(), choice.expiry.day);
  const isSoon = !choice.expiry.never && daysLeft >= 0 && daysLeft <= 30;
  return (
    <div className={classes.point}>
      <CheckField
        label={`${labels.field(point.dataField)}: ${pointText(point, labels)}`}
        isChecked={choice.isChecked}
        onChange={(isChecked) =>
          onChange(
            isChecked
              ? { isChecked }
              : { ...firstChoice(kind, lists), ...(kind === 'parameter' ? {} : { listIds: choice.listIds }) },
          )
        }
      />
      {choice.isChecked && (
        <div className={classes.pointFields}>
          <div className={classes.group} role="group" aria-label={t('fraud_lists.import.lists')}>
            <span aria-hidden>{t('fraud_lists.import.lists')}</span>
            {lists.map((list) => (
              <CheckField
                key={list.listId}
                label={
                  list.active
                    ? listText(kind, list, labels)
                    : t('fraud_lists.import.inactive', { name: listText(kind, list, labels) })
                }
                isChecked={choice.listIds.includes(list.listId)}
                onChange={(isOn) =>
                  onChange({
                    listIds: isOn
                      ? [...choice.listIds, list.listId]
                      : choice.listIds.filter((id) => id !== list.listId),
                  })
                }
              />
            ))}
          </div>
          <div>
            <ExpiryField value={choice.expiry} onChange={(expiry) => onChange({ expiry })} />
            {isSoon && (
              <span className={classes.progressNote}>
                {t('fraud_lists.import.days_left', { count: daysLeft })}
              </span>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
