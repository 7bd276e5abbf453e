import type { OwnDecision } from './review-shapes.ts';
import type { ReviewDecision } from './review-mode.ts';

/** The page's state of a session: the response of `getReview`. */
export interface ReviewState {
  tasks: { id: string; transactionId: string; claimedBy: string | null }[];
  open: number;
  counts: Record<ReviewDecision, number>;
  decisions: OwnDecision[];
}

/** The task after a decision: the next one that no other reviewer has, from the start after the last one. */
export function nextFree(
  { tasks }: Pick<ReviewState, 'tasks'>,
  current: string | undefined,
): string | undefined {
  const index = tasks.findIndex(({ id }) => id === current);
  return [...tasks.slice(index + 1), ...tasks.slice(0, Math.max(index, 0))].find(
    ({ id, claimedBy }) => claimedBy === null && id !== current,
  )?.id;
}

/** The neighbour in the list; undefined at its ends. */
export function neighbour(
  { tasks }: Pick<ReviewState, 'tasks'>,
  current: string | undefined,
  direction: 1 | -1,
): string | undefined {
  const index = tasks.findIndex(({ id }) => id === current);
  return index === -1 ? tasks[0]?.id : tasks[index + direction]?.id;
}

export const countDecided = ({ counts }: Pick<ReviewState, 'counts'>): number =>
  counts.ACCEPT + counts.REJECT + counts.HOLD;

/** "7 of 60": what the session has decided comes first. */
export function findPosition(
  state: ReviewState,
  current: string | undefined,
): { position: number; count: number } {
  const decidedCount = countDecided(state);
  const index = state.tasks.findIndex(({ id }) => id === current);
  return { position: decidedCount + Math.max(index, 0) + 1, count: decidedCount + state.open };
}

/** The state once another reviewer turned out to have a task. */
export const withClaim = (state: ReviewState, taskId: string): ReviewState => ({
  ...state,
  tasks: state.tasks.map((task) =>
    task.id === taskId ? { ...task, claimedBy: task.claimedBy ?? '' } : task,
  ),
});

/** The state after a decision was held, until the server responds. */
export function withDecision(state: ReviewState, decision: OwnDecision): ReviewState {
  const { taskId } = decision;
  return {
    tasks: state.tasks.filter(({ id }) => id !== taskId),
    open: Math.max(0, state.open - 1),
    counts: { ...state.counts, [decision.decision]: state.counts[decision.decision] + 1 },
    decisions: [decision, ...state.decisions.filter((other) => other.taskId !== taskId)],
  };
}

/** The state after a decision was undone: its task comes first. */
export function withoutDecision(
  state: ReviewState,
  { taskId, transactionId, decision }: OwnDecision,
): ReviewState {
  return {
    tasks: [{ id: taskId, transactionId, claimedBy: null }, ...state.tasks.filter(({ id }) => id !== taskId)],
    open: state.open + 1,
    counts: { ...state.counts, [decision]: Math.max(0, state.counts[decision] - 1) },
    decisions: state.decisions.filter((other) => other.taskId !== taskId),
  };
}

const commands = {
  a: 'accept',
  r: 'reject',
  h: 'hold',
  c: 'comment',
  l: 'list',
  j: 'next',
  k: 'previous',
  z: 'undo',
  '?': 'keys',
} as const;
export type ReviewCommand = (typeof commands)[keyof typeof commands];

/** Commands that wait a moment on a new task: a key meant for the previous task must not decide this one. */
export const waitingCommands: readonly ReviewCommand[] = ['accept', 'reject', 'hold', 'comment', 'list'];
export const newTaskMs = 400;

interface PressedKey {
  key: string;
  repeat: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The command of a key; undefined for a repeated key and for one with a modifier. */
export function toCommand(pressed: PressedKey): ReviewCommand | undefined {
  const { repeat, ctrlKey, metaKey, altKey } = pressed;
  if (repeat || ctrlKey || metaKey || altKey) return undefined;
  const key = pressed.key.toLowerCase();
  return Object.hasOwn(commands, key) ? commands[key as keyof typeof commands] : undefined;
}
