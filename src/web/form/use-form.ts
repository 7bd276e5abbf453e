import { type ChangeEvent, useRef, useState } from 'react';
import { isPendingApproval } from '../call/approval.ts';
import { type CallFailure, toFailure } from '../call/call-failure.ts';
import { useTranslation } from '../translate/use-translation.ts';

/** The code of an error of R, which has one code a field. */
type CodeOf<R> = NonNullable<R[keyof R]> & string;

interface FormOptions<V, R extends object> {
  /** The form follows these values until the first change. */
  initial: V;
  /**
   * The version of the stored data. With another version the form takes the new `initial`, and keeps the fields that
   * were changed since the last submit. A form with a version needs no key that mounts it again.
   */
  version?: string | number;
  /** The part of the values whose change is a change of the form; by default all. */
  comparable?: (values: V) => unknown;
  /** The error of each field as a code. Its text is looked up where it appears, in the language of the page. */
  validate: (values: V) => R;
  /** By default, the error is the key of its text. */
  errorText?: (error: CodeOf<R>, field: keyof R & string) => string;
  /** The errors of known refusals, by the server's code or message. */
  refusals?: Readonly<Record<string, NoInfer<Partial<R>>>>;
  /** Receives valid values, once at a time. What it throws appears as `failure` or at the fields of `refusals`. */
  send: (values: V) => Promise<void> | void;
}

/**
 * State of a form (docs/decisions/0095). A field shows its error once it was left with a changed value, and all fields
 * after a submit. A failed request keeps what was typed.
 */
export function useForm<V extends object, R extends object>(options: FormOptions<V, R>) {
  type Field = (keyof R | keyof V) & string;
  const state = useFormValues(options);
  const { values, initial } = state;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setIsTried] = useState(false);
  const { t } = useTranslation();
  const textOf = options.errorText ?? ((key: string) => t(key));
  const sending = useSending(options);
  const invalid = (): [string, unknown][] =>
    Object.entries(options.validate(values)).filter(([, code]) => code !== undefined);
  /** The errors that are shown: of fields that were left with a changed value, and after a submit of all. */
  const errors = (): Partial<R> => {
    const found = invalid().filter(
      ([name]) => isTried || (left.has(name) && valueAt(values, name) !== valueAt(initial, name)),
    );
    return { ...sending.refused, ...(Object.fromEntries(found) as Partial<R>) };
  };
  const change = (part: Partial<V>): void => {
    state.change(part);
    sending.forget(Object.keys(part));
  };
  const leave = (field: Field): void => setLeft(new Set([...left, field]));
  const error = (field: Field): string | undefined => {
    const code = (errors() as Partial<Record<Field, CodeOf<R>>>)[field];
    if (code !== undefined) return textOf(code, field as keyof R & string);
    return sending.refusedField === field ? t('error.field_refused') : undefined;
  };
  const hideErrors = (): void => {
    setIsTried(false);
    setLeft(new Set());
    sending.fail(undefined);
  };
  return {
    values,
    /** The values differ from the stored ones. */
    isDirty: state.isDirty,
    change,
    /** The field may show its error from now on. */
    leave,
    /** The codes of the errors that are shown. */
    errors,
    /** The text of a field's error, if it shows one. */
    error,
    /** Hides the errors until the next submit. */
    hideErrors,
    /** Props of a text field. */
    field: (field: keyof V & string) => ({
      name: field as string,
      value: values[field] as string,
      error: error(field),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        change({ [field]: event.currentTarget.value } as Partial<V>),
      onBlur: () => leave(field),
    }),
    isTried,
    isBusy: sending.isBusy,
    /** Why the last request failed, unless a field shows it. */
    failure: sending.failure,
    fail: sending.fail,
    async submit(): Promise<void> {
      // A second click may come before the button is disabled.
      if (sending.isRunning()) return;
      setIsTried(true);
      state.keep();
      const isValid = invalid().length === 0;
      if (!isValid || !(await sending.start(values))) state.forgetSent();
      else if (options.version !== undefined) hideErrors();
    },
    reset(): void {
      state.reset();
      hideErrors();
    },
  };
}

export type FormState<V extends object, R extends object> = ReturnType<typeof useForm<V, R>>;

/** A button that sends without fields: one request at a time, and its failure as a form has it. */
export const useButtonForm = (send: () => Promise<void>) =>
  useForm<object, object>({ initial: {}, validate: () => ({}), send });

/** One request at a time, and its failure. */
function useSending<V extends object, R extends object>(options: FormOptions<V, R>) {
  const [failure, setFailure] = useState<CallFailure>();
  const [refused, setRefused] = useState<Partial<R>>({});
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);
  const fail = (next: CallFailure | undefined): void => {
    setFailure(next);
    setRefused((next && (options.refusals?.[next.code] ?? options.refusals?.[next.message])) ?? {});
  };
  /** Whether the request succeeded. */
  async function start(values: V): Promise<boolean> {
    isSending.current = true;
    setIsBusy(true);
    fail(undefined);
    try {
      await options.send(values);
      return true;
    } catch (cause) {
      // A dialog shows that the request waits for a second person.
      if (!isPendingApproval(cause)) fail(toFailure(cause));
      return false;
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }
  const field = failure && refusedField(failure);
  // A reason of the merchant API is more precise than the field's text.
  const isOfForm = field !== undefined && field in options.initial && !hasReason(failure);
  return {
    isBusy,
    isRunning: () => isSending.current,
    start,
    fail,
    failure: Object.keys(refused).length > 0 || isOfForm ? undefined : failure,
    /** The fields of a known refusal. */
    refused,
    /** The field that another refusal names. */
    refusedField: field,
    /** A refusal of a field holds for the refused value only. */
    forget(changed: readonly string[]): void {
      if (changed.some((name) => name === field || name in refused)) fail(undefined);
    },
  };
}

const hasReason = (failure: CallFailure | undefined): boolean =>
  (failure?.body as { reasonCode?: unknown } | undefined)?.reasonCode !== undefined;

/** 'customer.details.emailAddress' is the form's `emailAddress`. */
function refusedField({ body }: CallFailure): string | undefined {
  const { field } = (body ?? {}) as { field?: unknown };
  return typeof field === 'string' ? field.split('.').at(-1) : undefined;
}

const valueAt = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], values);

interface Options<V> {
  initial: V;
  version?: string | number;
  comparable?: (values: V) => unknown;
}

interface Stored<V> {
  version: string | number | undefined;
  initial: V;
}

/** The values of a form, and the stored values that they are compared with. */
function useFormValues<V extends object>(options: Options<V>) {
  const { version, comparable = (values: V): unknown => values } = options;
  const [stored, setStored] = useState<Stored<V>>({ version, initial: options.initial });
  const [typed, setTyped] = useState<V>();
  /** The values of the last submit, unless it failed. */
  const [sent, setSent] = useState<V>();
  // With a version, `initial` is read once for each version: a screen may build it at each render.
  const initial = version === undefined ? options.initial : stored.initial;
  if (version !== stored.version) {
    setStored({ version, initial: options.initial });
    setTyped(typed && rebaseValues(typed, sent ?? initial, options.initial));
    setSent(undefined);
  }
  const values = typed ?? initial;
  return {
    initial,
    values,
    isDirty: typed !== undefined && !isDeepEqual(comparable(values), comparable(initial)),
    change: (part: Partial<V>): void => setTyped((before) => ({ ...(before ?? initial), ...part })),
    /** Values being sent stay, even if `initial` changes. */
    keep: (): void => {
      setTyped(values);
      setSent(values);
    },
    forgetSent: (): void => setSent(undefined),
    reset: (): void => setTyped(undefined),
  };
}

/** Applies the changes since `base` to `latest`. */
export function rebaseValues<V extends object>(values: V, base: V, latest: V): V {
  const changed = Object.entries(values).filter(
    ([name, value]) => !isDeepEqual(value, (base as Record<string, unknown>)[name]),
  );
  return { ...latest, ...Object.fromEntries(changed) };
}

/** Whether two values of a form have the same content. Absent and undefined properties are the same. */
export function isDeepEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (left instanceof Map || left instanceof Set)
    return isDeepEqual([...left], [...(right as Iterable<unknown>)]);
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isDeepEqual(a[key], b[key]));
}
