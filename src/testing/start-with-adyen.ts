import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import { connectProcessor } from './connect-processor.ts';
import { type AdyenSimulator, startAdyenSimulator } from './simulators/adyen/start-adyen-simulator.ts';
import { type TestApp, startApp } from './start-app.ts';

/** How the simulated account signs in with its events. */
export const adyenWebhook = { username: 'adyen', password: 'long-password' };

export interface AdyenWorld {
  app: TestApp;
  simulator: AdyenSimulator;
}

/** An app with a simulated account at Adyen, which has the app's clock. Events are sent once the simulator has an address for them. */
export async function startWithAdyen({
  connectionId,
  seed = 3,
  flags = [],
}: {
  connectionId: number;
  seed?: number;
  flags?: string[];
}): Promise<AdyenWorld> {
  const clock = { now: () => new Date() };
  const simulator = await startAdyenSimulator({ now: () => clock.now(), seed });
  const app = await startApp({
    flags: ['--processor-hosts', new URL(simulator.url).host, ...flags],
    adapters: [adyenAdapter({ url: `${simulator.url}/v72` })],
  });
  clock.now = () => app.clock.now();
  await connectProcessor(app, {
    connectionId,
    adapter: 'adyen',
    secrets: {
      apiKey: simulator.apiKey,
      hmacKey: simulator.hmacKey,
      webhookUser: adyenWebhook.username,
      webhookPassword: adyenWebhook.password,
    },
    accounts: { 5300001: { merchantAccount: simulator.merchantAccount } },
  });
  return { app, simulator };
}

/** Without the operator's route every payment goes to the connection. */
export async function removeDefaultRoute({ owner }: TestApp): Promise<void> {
  await owner`delete from processor_route where organisation_id is null`;
}
