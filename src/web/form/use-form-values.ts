import { useState } from 'react';
import { isDeepEqual } from './is-deep-equal.ts';

interface Options<V> {
  initial: V;
  version?: string | number | undefined;
  comparable?: (values: V) => unknown;
}

interface Stored<V> {
  version: string | number | undefined;
  initial: V;
}

/** The values of a form, and the stored values that they are compared with. */
export function useFormValues<V extends object>(options: Options<V>) {
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
