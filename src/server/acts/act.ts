import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from '#contract/define-call.ts';
import type { Caller } from '../caller.ts';
import type { GuardedSubject } from '../guard.ts';
import type { RequestFacts } from '../handler.ts';

/** One request as the audit sees it, from its arrival to its answer. */
export interface Act {
  call: Call;
  request: RequestFacts;
  /** The ids that the path names, as far as they were read. */
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  caller?: Caller;
  subject?: GuardedSubject;
  /** Has the handler told of it itself? Within a transaction that may yet be undone: 'pending'. */
  line: 'none' | 'pending' | 'kept';
}

const running = new AsyncLocalStorage<Act>();

/** Everything that `work` records knows the request it belongs to. */
export function inAct<T>(act: Act, work: () => Promise<T>): Promise<T> {
  return running.run(act, work);
}

export const currentAct = (): Act | undefined => running.getStore();
