import type { ProcessorConnection } from '#integrations/processors/adapter.ts';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import { asConfigured } from './over-protocol.ts';
import type { TestApp } from './start-app.ts';

/** Every operation of a test app goes to this connection from now on, authentications to the sandbox. */
export function useProcessor(
  app: Pick<TestApp, 'services' | 'sandbox'>,
  connection: ProcessorConnection,
): void {
  app.services.processors = onlyProcessor(
    asConfigured({ threeDSecure: app.sandbox.threeDSecure, ...connection }),
  );
}

/** The app's sandbox is this one from now on, such as one with the test's clock or faults. */
export function replaceSandbox(app: TestApp, sandbox: ProcessorConnection): void {
  app.sandbox = { ...sandbox, threeDSecure: app.sandbox.threeDSecure };
  app.services.processors = onlyProcessor(asConfigured(app.sandbox));
}
