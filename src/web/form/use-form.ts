import { useRef, useState, type ChangeEvent } from 'react';
import { CallFailure } from '#web/call/call-failure.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The errors of a form, one code a field. Their texts are looked up where they appear, in the language of the page. */
type FieldErrors<F extends string, E extends string> = Partial<Record<F, E>>;

interface FormOptions<V, F extends string, E extends string> {
  /** The form follows these values until the first change. */
  initial: V;
  validate: (values: V) => FieldErrors<F, E>;
  /** By default, the error is the key of its text. */
  errorText?: (error: E, field: F) => string;
  /** The errors of known refusals, by the server's code or message. */
  refusals?: Readonly<Record<string, FieldErrors<F, E>>>;
  /** Receives valid values, once at a time. What it throws appears as `failure` or at the fields of `refusals`. */
  send: (values: V) => Promise<void> | void;
}

/**
 * State of a form (docs/decisions/0095). A field shows its error once it was left with a changed value, and all fields
 * after a submit. A failed request keeps what was typed.
 */
export function useForm<V extends object, F extends string, E extends string>(options: FormOptions<V, F, E>) {
  const { initial, validate } = options;
  const [typed, setTyped] = useState<V>();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setIsTried] = useState(false);
  const { t } = useTranslation();
  const textOf = options.errorText ?? ((key: E) => t(key));
  const sending = useSending(options);
  const values = typed ?? initial;
  const errors = validate(values);

  const change = (part: Partial<V>): void => {
    setTyped((before) => ({ ...(before ?? initial), ...part }));
    sending.forget(Object.keys(part));
  };
  const leave = (field: F): void => {
    if (valueAt(values, field) !== valueAt(initial, field)) setLeft(new Set([...left, field]));
  };
  const error = (field: F): string | undefined => {
    const found = isTried || left.has(field) ? errors[field] : undefined;
    const code = found ?? sending.refused[field];
    if (code !== undefined) return textOf(code, field);
    return sending.refusedField === field ? t('error.field_refused') : undefined;
  };
  return {
    values,
    change,
    /** The field may show its error from now on. */
    leave,
    /** The text of the field's error, if it shows one. */
    error,
    /** Props of a text field. */
    field: (field: F & keyof V) => ({
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
      setIsTried(true);
      // What is sent stays, even if `initial` changes.
      setTyped(values);
      if (Object.keys(errors).length === 0) await sending.start(values);
    },
    reset(): void {
      setTyped(undefined);
      setLeft(new Set());
      setIsTried(false);
      sending.fail(undefined);
    },
  };
}

export type FormState<V extends object, F extends string, E extends string> = ReturnType<
  typeof useForm<V, F, E>
>;

/** One request at a time, and its failure. */
function useSending<V extends object, F extends string, E extends string>(options: FormOptions<V, F, E>) {
  const [failure, setFailure] = useState<CallFailure>();
  const [refused, setRefused] = useState<FieldErrors<F, E>>({});
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);
  const fail = (next: CallFailure | undefined): void => {
    setFailure(next);
    setRefused((next && (options.refusals?.[next.code] ?? options.refusals?.[next.message])) ?? {});
  };
  async function start(values: V): Promise<void> {
    // A second click may come before the button is disabled.
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    fail(undefined);
    try {
      await options.send(values);
    } catch (cause) {
      fail(cause instanceof CallFailure ? cause : new CallFailure(500, '', 'internal_server_error'));
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }
  const field = failure && refusedField(failure);
  return {
    isBusy,
    start,
    fail,
    failure: failure && Object.keys(refused).length === 0 ? refusalText(failure) : undefined,
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

/** 'customer.details.emailAddress' is the form's `emailAddress`. */
function refusedField({ body }: CallFailure): string | undefined {
  const { field } = (body ?? {}) as { field?: unknown };
  return typeof field === 'string' ? field.split('.').at(-1) : undefined;
}

/** The merchant API's reason with its code, else the portal's text. */
function refusalText({ body, message }: CallFailure): string {
  const { reasonCode, reasonMessage } = (body ?? {}) as { reasonCode?: string; reasonMessage?: string };
  return reasonCode == null ? errorText(message) : `${reasonMessage ?? ''} (${reasonCode})`;
}

const valueAt = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], values);
