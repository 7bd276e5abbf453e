import { formatMinor } from '#shared/money.ts';

type PlainValue = string | number | boolean | null;

/** The value of a field. An amount and its currency are one value. */
export type FieldValue = PlainValue | readonly PlainValue[] | { amount: string; currency: string };

/** One field of an object before and after an action; undefined where it did not exist. */
interface Change {
  /** 'name.familyName', 'roles[0]'. */
  field: string;
  before: FieldValue | undefined;
  after: FieldValue | undefined;
}

/** The changed fields in their order. Lists of plain values are compared as a whole. */
export function diffFields(before: unknown, after: unknown): Change[] {
  const [old, now] = [flattenFields(before), flattenFields(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => comparable(change.before) !== comparable(change.after));
}

/** An empty text or list is as no value: both are shown as a dash. */
const comparable = (value: FieldValue | undefined): string =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
    ? ''
    : JSON.stringify(value);

/** Every field of an object with its value. */
export function flattenFields(value: unknown): Map<string, FieldValue> {
  const fields = new Map<string, FieldValue>();
  collect(value, '', fields);
  return fields;
}

function collect(value: unknown, field: string, fields: Map<string, FieldValue>): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null))
      fields.set(field, value as PlainValue[]);
    else for (const [index, item] of value.entries()) collect(item, `${field}[${index}]`, fields);
    return;
  }
  if (typeof value !== 'object') {
    fields.set(field, value as PlainValue);
    return;
  }
  const { money, rest } = separateMoney(value as Record<string, unknown>);
  const isOnlyMoney = field !== '' && Object.keys(rest).length === 0;
  for (const [name, item] of Object.entries(rest)) collect(item, join(field, name), fields);
  if (money) fields.set(isOnlyMoney ? field : join(field, 'amount'), money);
}

const join = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`);

/** Amounts are stored as minor units or as decimal text, with their currency beside them. */
function separateMoney(value: Record<string, unknown>) {
  const { currency, amount, amountMinor, ...rest } = value;
  if (typeof currency !== 'string' || currency === '') return { rest: value };
  if (Number.isSafeInteger(amountMinor))
    return { rest, money: { amount: formatMinor(Number(amountMinor), currency), currency } };
  const isAmount = typeof amount === 'number' || (typeof amount === 'string' && amount !== '');
  return isAmount ? { rest, money: { amount: String(amount), currency } } : { rest: value };
}
