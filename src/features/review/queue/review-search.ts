/** The query parameters of the route `queueReview`: the filter of the queue, and the open task. */
interface ReviewSearch {
  assignee?: 'me';
  /** Statuses and types, separated by commas. */
  status?: string;
  type?: string;
  min?: string;
  max?: string;
  task?: string;
}

const reviewedStatuses = ['NEW', 'ON_HOLD'];
const types = ['PAYMENT', 'PAYOUT'];

/** Reads the URL. What does not fit is dropped: a review of all is better than none. Never throws. */
export function readReviewSearch(raw: Readonly<Record<string, string | undefined>>): ReviewSearch {
  const status = parseChoices(raw.status, reviewedStatuses);
  const type = parseChoices(raw.type, types);
  const [min, max] = [amount(raw.min), amount(raw.max)];
  const isInOrder = min === undefined || max === undefined || Number(min) <= Number(max);
  return {
    assignee: raw.assignee === 'me' ? ('me' as const) : undefined,
    status,
    type,
    min: min !== undefined && isInOrder ? min : undefined,
    max: max !== undefined && isInOrder ? max : undefined,
    task: /^[1-9]\d{0,14}$/.test(raw.task ?? '') ? (raw.task ?? '') : undefined,
  };
}

/** The filter as the calls of the queue name it. */
export function toCriteria({ assignee, status, type, min, max }: ReviewSearch) {
  return {
    assignee,
    taskStatuses: status,
    transactionTypeCategories: type,
    txnMinAmount: min,
    txnMaxAmount: max,
  };
}

/** The known ones of a list, in their own order; undefined for none and for all. */
function parseChoices(text: string | undefined, possible: readonly string[]): string | undefined {
  const selected = new Set((text ?? '').split(','));
  const valid = possible.filter((choice) => selected.has(choice));
  return valid.length === 0 || valid.length === possible.length ? undefined : valid.join(',');
}

const amount = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{1,14}(?:\.\d{1,4})?$/.test(text) ? text : undefined;
