import { useState } from 'react';
import classes from './start.module.css';
import { StartFrame } from './start-frame.tsx';
import { CallFailure, isPassing } from '#web/call/call-failure.ts';
import { useRetrying } from '#web/call/use-retrying.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  failure: unknown;
  /** Rejects with the next failure. */
  onRetry: () => Promise<void>;
}

/**
 * The page could not start: shows an error at the requested address, and tries again automatically. Uses code and
 * texts of the first bundle only, because nothing else may have loaded.
 */
export function StartFailure(props: Props) {
  const { textOf } = useTranslation();
  const [failure, setFailure] = useState(props.failure);
  const kind = failure instanceof CallFailure && failure.status === 0 ? 'offline' : 'system_error';
  const requestId = failure instanceof CallFailure ? failure.requestId : undefined;
  const readText = (key: keyof typeof builtInTexts): string => textOf(key) ?? builtInTexts[key];

  async function attempt(): Promise<boolean> {
    try {
      await props.onRetry();
      return true;
    } catch (next) {
      setFailure(next);
      return false;
    }
  }
  const { retry, isBusy } = useRetrying(attempt, isPassing(failure));
  return (
    <StartFrame>
      <div className={classes.failure} role="alert">
        <h1>{readText(`error.${kind}.title`)}</h1>
        <p>{readText(`error.${kind}.message`)}</p>
        {requestId !== undefined && (
          <p>
            {readText('ui.requestId')} <code>{requestId}</code>
          </p>
        )}
        <button type="button" className={classes.retry} disabled={isBusy} onClick={() => void retry()}>
          {readText('ui.retry')}
        </button>
      </div>
    </StartFrame>
  );
}

/** For a page whose language files are missing, English included. */
const builtInTexts = {
  'error.offline.title': 'No connection',
  'error.offline.message': 'Check your connection. The page opens automatically.',
  'error.system_error.title': 'The page could not be loaded',
  'error.system_error.message': 'Try again in a moment.',
  'ui.requestId': 'Request ID',
  'ui.retry': 'Try again',
};
