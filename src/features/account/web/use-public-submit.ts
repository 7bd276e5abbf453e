import { useEffect, useState } from 'react';
import { getInitiation } from '#features/session/endpoints.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';

/**
 * For the screens before sign-in: takes the anti-forgery value when the screen opens, makes one call at a
 * time, and keeps its failure as the server's word for it. `knock` answers that failure.
 */
export function usePublicSubmit() {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    call(getInitiation).catch(() => setFailure('server_not_available'));
  }, []);

  async function submitPublic(work: () => Promise<void>): Promise<string | undefined> {
    if (isBusy) return undefined;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await work();
      return undefined;
    } catch (error) {
      const said = error instanceof CallFailure ? error.message : 'internal_server_error';
      setFailure(said);
      return said;
    } finally {
      setIsBusy(false);
    }
  }
  return { failure, isBusy, knock: submitPublic };
}
