import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';

/** The adapters to the world beyond our walls, as configured: today the sandbox ones. */
export async function outsideWorld(
  _config: Config,
  _databaseUrl: string,
): Promise<{ ports: Pick<Services, 'processor' | 'threeDSecure'>; close(): Promise<void> }> {
  return {
    ports: { processor: { name: 'sandbox' }, threeDSecure: { name: 'sandbox' } },
    close: async () => {},
  };
}
