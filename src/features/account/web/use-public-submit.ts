import { useEffect, useState } from 'react';
import { getInitiation } from '#features/session/endpoints.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';

/**
 * For the screens before sign-in: loads the anti-forgery value when the screen opens, sends one request at a
 * time and keeps the error code of a failure. `submit` returns that code.
 */
export function usePublicSubmit() {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    call(getInitiation).catch(() => setFailure('server_not_available'));
  }, []);

  async function submit(work: () => Promise<void>): Promise<string | undefined> {
    if (isBusy) return undefined;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await work();
      return undefined;
    } catch (error) {
      const code = error instanceof CallFailure ? error.message : 'internal_server_error';
      setFailure(code);
      return code;
    } finally {
      setIsBusy(false);
    }
  }
  return { failure, isBusy, submit };
}
