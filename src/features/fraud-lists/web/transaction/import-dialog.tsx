import { Button } from '@mantine/core';
import { useState } from 'react';
import { daysBetween } from '#shared/calendar-day.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { call } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  addCardListItem,
  addListItem,
  getAllowLists,
  getBlockLists,
  getParameterLists,
} from '../../endpoints.ts';
import { type DataPoint, type ImportedTransaction, dataPoints } from '../../import-points.ts';
import { cardField } from '../../list-item-rules.ts';
import type { ListName } from '../../schemas.ts';
import { type Update, type UpdateOutcome, countUpdates, runUpdates } from '../../update-queue.ts';
import { toOutcome } from '../editor/use-item-updates.tsx';
import { type Expiry, ExpiryField, expiryText, neverExpires, todayUtc } from '../expiry-field.tsx';
import classes from '../fraud-lists.module.css';
import { UpdateProgress } from '../update-progress.tsx';
import { type ListWords, useListWords } from '../use-list-words.ts';

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
      isStatic
    >
      {isOpen && <ImportForm {...props} />}
    </Dialog>
  );
}

const kinds = { block: getBlockLists, allow: getAllowLists, parameter: getParameterLists } as const;
type Kind = keyof typeof kinds;

interface Choice {
  isChecked: boolean;
  listIds: readonly number[];
  expiry: Expiry;
}

function ImportForm({ transaction, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const words = useListWords();
  const session = useSignedIn();
  const path = { orgId: session.organisation.selectedParentOrgId };
  const mayStandard = isAllowed(session, { anyOf: ['P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS'] });
  const mayParameter = isAllowed(session, { anyOf: ['P_EDIT_FRAUD_PARAMETER_LISTS'] });
  const [kind, setKind] = useState<Kind>(mayStandard ? 'block' : 'parameter');
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [updates, setUpdates] = useState<readonly Update[]>();
  const lists = useCall(kinds[kind], { path }, { isHandledHere: true, staleTime: 0 });
  const points = dataPoints(transaction).filter(({ dataField }) =>
    (lists.data ?? []).some((list) => list.dataField === dataField),
  );
  const listsOf = ({ dataField }: DataPoint): ListName[] =>
    (lists.data ?? []).filter((list) => list.dataField === dataField);
  const choiceOf = (point: DataPoint): Choice =>
    choices[point.dataField] ?? firstChoice(kind, listsOf(point));
  const change = (point: DataPoint, part: Partial<Choice>): void =>
    setChoices({ ...choices, [point.dataField]: { ...choiceOf(point), ...part } });
  const checked = points.filter((point) => choiceOf(point).isChecked);
  const isComplete =
    checked.length > 0 &&
    checked.every((point) => choiceOf(point).listIds.length > 0 && !choiceOf(point).expiry.isWrong);

  async function add(): Promise<void> {
    const jobs = checked.flatMap((point) =>
      listsOf(point)
        .filter(({ listId }) => choiceOf(point).listIds.includes(listId))
        .map((list) => ({ point, list, expiryDate: expiryText(choiceOf(point).expiry) })),
    );
    const queue = jobs.map(({ point, list }, at): Update => ({
      id: String(at),
      label: `${pointText(point, words)} → ${listText(kind, list, words)}`,
      status: 'pending',
    }));
    setUpdates(queue);
    await runUpdates(
      queue,
      ({ id }) => {
        const job = jobs[Number(id)];
        return job ? addOne(job).catch(toOutcome) : Promise.resolve({ status: 'failed' });
      },
      setUpdates,
    );
  }
  async function addOne(job: {
    point: DataPoint;
    list: ListName;
    expiryDate: string;
  }): Promise<UpdateOutcome> {
    const { point, list, expiryDate } = job;
    const source = `Import from transaction ${transaction.transactionId}`;
    const body = { ...path, uiListItemModel: { value: point.value, source, expiryDate } };
    const endpoint = point.dataField === cardField ? addCardListItem : addListItem;
    const result = await call(endpoint, { path: { listId: list.listId }, body });
    if (result.responseStatus === 'ADDED') return { status: 'done' };
    if (result.responseStatus === 'UPDATED') return { status: 'updated' };
    return { status: 'failed', note: words.faults(result.message) };
  }

  if (updates !== undefined) {
    const isOver = countUpdates(updates).processed === updates.length;
    return (
      <>
        <UpdateProgress updates={updates} />
        <div className={classes.actions}>
          <Button disabled={!isOver} onClick={onClose}>
            {texts.close}
          </Button>
        </div>
      </>
    );
  }
  return (
    <div className={classes.form}>
      <SelectField
        label={t('fraud_lists.import.kind')}
        choices={[
          ...(mayStandard ? (['block', 'allow'] as const) : []),
          ...(mayParameter ? (['parameter'] as const) : []),
        ].map((one) => ({ value: one, label: t(`fraud_lists.import.${one}`) }))}
        value={kind}
        onChange={(next) => {
          setKind(next as Kind);
          setChoices({});
        }}
      />
      {lists.error != null ? (
        <ErrorState
          title={t('fraud_lists.failed')}
          requestId={lists.error.requestId}
          onRetry={() => void lists.refetch()}
        >
          {errorText(lists.error.message)}
        </ErrorState>
      ) : lists.data == null ? (
        <SkeletonLines lines={4} />
      ) : points.length === 0 ? (
        <p className={classes.summary}>{t('fraud_lists.import.none')}</p>
      ) : (
        <div>
          {points.map((point) => (
            <Point
              key={point.dataField}
              point={point}
              kind={kind}
              lists={listsOf(point)}
              choice={choiceOf(point)}
              words={words}
              onChange={(part) => change(point, part)}
            />
          ))}
        </div>
      )}
      <div className={classes.actions}>
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

/** Block and allow lists are all chosen, parameter lists none. */
const firstChoice = (kind: Kind, lists: readonly ListName[]): Choice => ({
  isChecked: false,
  listIds: kind === 'parameter' ? [] : lists.map(({ listId }) => listId),
  expiry: neverExpires(),
});

const pointText = ({ dataField, displayValue }: DataPoint, words: ListWords): string =>
  words.value(dataField, displayValue);

function listText(kind: Kind, { name, dataField }: ListName, words: ListWords): string {
  const listType = { block: 'negativeList', allow: 'positiveList', parameter: 'parameterlist' } as const;
  return words.name({ name, dataField, listType: listType[kind] });
}

interface PointProps {
  point: DataPoint;
  kind: Kind;
  lists: readonly ListName[];
  choice: Choice;
  words: ListWords;
  onChange: (part: Partial<Choice>) => void;
}

/** One value: whether to add it, to which lists, and until when. */
function Point({ point, kind, lists, choice, words, onChange }: PointProps) {
  const { t } = useTranslation();
  const left = daysBetween(todayUtc(), choice.expiry.day);
  const isSoon = !choice.expiry.never && left >= 0 && left <= 30;
  return (
    <div className={classes.point}>
      <CheckField
        label={`${words.field(point.dataField)}: ${pointText(point, words)}`}
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
                    ? listText(kind, list, words)
                    : t('fraud_lists.import.inactive', { name: listText(kind, list, words) })
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
                {t('fraud_lists.import.days_left', { count: left })}
              </span>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
