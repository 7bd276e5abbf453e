import { Button, Kbd } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, useEffectEvent } from 'react';
import { IconCircleCheck } from '@tabler/icons-react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { paths } from '#web/paths.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { formatDuration } from '#web/format/duration.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { switchSingleKeys, useSingleKeys } from '#web/preferences.ts';
import { hasOpenOverlay } from '#ui/overlay/open-overlays.ts';
import type { OwnDecision } from '../../review-shapes.ts';
import {
  type ReviewCommand,
  type ReviewState,
  countDecided,
  newTaskMs,
  waitingCommands,
  toCommand,
} from '../../review-steps.ts';
import { CommentDialog } from './comment-dialog.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { ReviewHead } from './review-head.tsx';
import { HeldDecisions, ReviewNotices } from './review-notices.tsx';
import { ReviewTaskPage, useMayAddToLists } from './review-task-page.tsx';
import classes from './review.module.css';
import { type ReviewMode, useReviewMode, endReviewSession } from './use-review-mode.ts';

const ImportDialog = lazyMount(
  async () => (await import('#features/fraud/fraud-lists/web/import-dialog.tsx')).ImportDialog,
);

type OpenDialog = 'none' | 'comment' | 'list' | 'keys';

/** /queue/review: a day's queue, one task after the other (docs/domain.md#review-mode). */
export function ReviewScreen() {
  const { t } = useTranslation();
  const review = useReviewMode();
  const { claim, state, task } = review;
  const { openDialog, setOpenDialog, ready, run } = useReviewCommands(review);
  const leaveReview = useLeave();
  const isEnd = state !== undefined && review.taskId === undefined;
  return (
    <div className={classes.review} data-ready={ready.isShown || undefined}>
      {/* The page of a task has its own, with the amount, and the end too. */}
      {claim.kind !== 'mine' && !isEnd && <h1 className="visually-hidden">{t('review.title')}</h1>}
      <ReviewHead review={review} onKeys={() => setOpenDialog('keys')} onLeave={leaveReview} />
      <div className={classes.body}>
        <ReviewNotices review={review} />
        <Content
          review={review}
          onLeave={leaveReview}
          onComment={() => run('comment')}
          onList={() => run('list')}
        />
      </div>
      <div className={classes.bottom}>
        <HeldDecisions
          decisions={state?.decisions ?? []}
          at={review.review.dataUpdatedAt}
          onUndo={(decision) => void review.undo(decision)}
        />
        {task !== undefined && state !== undefined && (
          <DecisionBar
            task={task}
            isBusy={review.isDeciding || !ready.isShown}
            onDecide={(decision) => void review.decide(decision)}
          />
        )}
      </div>
      <Dialogs review={review} openDialog={openDialog} onClose={() => setOpenDialog('none')} />
      <DecisionStatus heldDecision={state && findHeld(state)} />
    </div>
  );
}

const findHeld = ({ decisions }: ReviewState): OwnDecision | undefined =>
  decisions.find((decision) => decision.state === 'HELD');

/** Runs the commands of keys and buttons, and keeps the dialog that one of them opened. */
function useReviewCommands(review: ReviewMode) {
  const { claim, details, state, taskId } = review;
  const [openDialog, setOpenDialog] = useState<OpenDialog>('none');
  const isSettled = claim.kind === 'mine' && !details.isPending;
  const ready = useReady(isSettled ? taskId : undefined);
  const mayAddToLists = useMayAddToLists();
  function run(command: ReviewCommand): void {
    if (waitingCommands.includes(command) && !ready.isReady()) return;
    if (command === 'accept') void review.decide('ACCEPT');
    else if (command === 'reject') void review.decide('REJECT');
    else if (command === 'hold') void review.decide('HOLD');
    else if (command === 'undo') void review.undo(state && findHeld(state));
    else if (command === 'next') review.next();
    else if (command === 'previous') review.previous();
    else if (command === 'list') setOpenDialog(mayAddToLists && details.data !== undefined ? 'list' : 'none');
    else setOpenDialog(command);
  }
  useReviewKeys(run);
  return { openDialog, setOpenDialog, ready, run };
}

function useLeave(): () => void {
  const router = useRouter();
  return () => {
    endReviewSession();
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate(paths.queue());
  };
}

interface DialogsProps {
  review: ReviewMode;
  openDialog: OpenDialog;
  onClose: () => void;
}

/** The keys, a comment on the task, and its data for the fraud lists. */
function Dialogs({ review, openDialog, onClose }: DialogsProps) {
  const { task, details, context } = review;
  return (
    <>
      <ReviewKeysDialog isOpen={openDialog === 'keys'} onClose={onClose} />
      {task !== undefined && (
        <CommentDialog
          key={task.id}
          isOpen={openDialog === 'comment'}
          onClose={onClose}
          taskId={task.id}
          onSaved={(version) => {
            review.setVersion(version);
            void context.refetch();
            onClose();
          }}
        />
      )}
      {details.data !== undefined && (
        <ImportDialog
          transaction={details.data}
          isOpen={openDialog === 'list'}
          onClose={() => {
            onClose();
            void context.refetch();
          }}
        />
      )}
    </>
  );
}

/** For screen readers: the decision that the server holds. */
function DecisionStatus({ heldDecision }: { heldDecision: OwnDecision | undefined }) {
  const { t } = useTranslation();
  const money = useMoney();
  return (
    <p className="visually-hidden" role="status">
      {heldDecision !== undefined &&
        `${money(heldDecision.transactionAmount, heldDecision.transactionCurrencyCode)}: ${t(`review.announcement.${heldDecision.decision}`)}`}
    </p>
  );
}

interface ContentProps {
  review: ReviewMode;
  onLeave: () => void;
  onComment: () => void;
  onList: () => void;
}

function Content({ review, onLeave, onComment, onList }: ContentProps) {
  const { t } = useTranslation();
  const { claim, state, taskId } = review;
  const { error, refetch } = review.review;
  if (state === undefined)
    return error === null ? (
      <SkeletonLines lines={12} />
    ) : (
      <ErrorState title={t('review.failed')} requestId={error.requestId} onRetry={() => void refetch()}>
        {errorText(error.message)}
      </ErrorState>
    );
  if (taskId === undefined) return <ReviewEnd review={review} onLeave={onLeave} />;
  switch (claim.kind) {
    case 'loading':
      return <SkeletonLines lines={12} />;
    case 'failed':
      return (
        <ErrorState
          title={t('review.task_failed')}
          requestId={claim.error.requestId}
          onRetry={review.claimAgain}
          action={<Button onClick={review.skip}>{t('review.next')}</Button>}
        >
          {errorText(claim.error.message)}
        </ErrorState>
      );
    case 'mine':
      return <ReviewTaskPage review={review} task={claim.task} onComment={onComment} onList={onList} />;
    case 'held':
      return (
        <EmptyState
          title={t('review.is_held')}
          action={<Button onClick={review.skip}>{t('review.next')}</Button>}
        />
      );
    case 'refused':
      // The notice above has the reason.
      return null;
  }
}

/** Whether a task has been on the screen for 400 ms. A key meant for the previous task must not decide it. */
function useReady(taskId: string | undefined) {
  const [readyId, setReadyId] = useState<string>();
  const latestReadyId = useRef<string>(undefined);
  useEffect(() => {
    latestReadyId.current = undefined;
    if (taskId === undefined) return undefined;
    const timer = setTimeout(() => {
      latestReadyId.current = taskId;
      setReadyId(taskId);
    }, newTaskMs);
    return () => {
      clearTimeout(timer);
      // A task that is opened a second time waits again.
      setReadyId(undefined);
    };
  }, [taskId]);
  return {
    isShown: taskId !== undefined && readyId === taskId,
    /** For keys, which come between two renders too. */
    isReady: () => taskId !== undefined && latestReadyId.current === taskId,
  };
}

/** The end of a session: no open task, or other reviewers have the rest. Shows the decisions of the session. */
function ReviewEnd({ review, onLeave }: { review: ReviewMode; onLeave: () => void }) {
  const { t, language } = useTranslation();
  const [now] = useState(() => Date.now());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { state, session } = review;
  if (state === undefined) return null;
  const { counts, tasks } = state;
  const decidedCount = countDecided(state);
  const locale = browserLocale(language);
  const countTexts = (['ACCEPT', 'REJECT', 'HOLD'] as const)
    .filter((decision) => counts[decision] > 0)
    .map((decision) => t(`review.counted.${decision}`, { count: counts[decision] }));
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('review.title')}
      </h1>
      <div className={classes.end}>
        <EmptyState
          icon={<IconCircleCheck size={22} aria-hidden />}
          title={
            tasks.length > 0
              ? t('review.others', { count: tasks.length })
              : t(decidedCount > 0 ? 'review.clear' : 'review.nothing')
          }
          action={
            <div className={classes.headButtons}>
              <Button variant="default" onClick={() => void review.review.refetch()}>
                {t('review.check_again')}
              </Button>
              <Button onClick={onLeave}>{t('review.leave')}</Button>
            </div>
          }
        >
          {decidedCount > 0 && (
            <p>
              {t('review.done', {
                count: decidedCount,
                time: formatDuration(now - session.startedAt, locale),
                parts: countTexts.join(', '),
              })}
            </p>
          )}
        </EmptyState>
      </div>
    </>
  );
}

const keys = [
  ['A', 'accept'],
  ['R', 'reject'],
  ['H', 'hold'],
  ['Z', 'undo'],
  ['C', 'comment'],
  ['L', 'list'],
  ['J', 'next'],
  ['K', 'previous'],
  ['?', 'keys'],
] as const;

/** The keyboard shortcuts of review mode, and the switch for them. */
function ReviewKeysDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const isOn = useSingleKeys();
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t('keys.title')}>
      <SwitchField
        label={t('keys.single')}
        help={t('review.single_help')}
        isOn={isOn}
        onChange={switchSingleKeys}
      />
      <dl className={classes.keys}>
        {keys.map(([key, name]) => (
          <div key={key}>
            <dt>{t(`review.key.${name}`)}</dt>
            <dd>
              <Kbd size="xs">{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Runs the commands of keys, except while something is typed, a dialog is open or the user has turned the keys off. */
function useReviewKeys(run: (command: ReviewCommand) => void): void {
  const isOn = useSingleKeys();
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    const command = isTyping || hasOpenOverlay() ? undefined : toCommand(event);
    if (command === undefined) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isOn]);
}
