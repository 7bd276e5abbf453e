import { openDatabase } from '#database/connection.ts';
import { smtpMailSender } from '#outside/smtp-mail-sender.ts';
import { prepareSandbox } from '#outside/prepare-sandbox.ts';
import { safeWebClient } from '#outside/web/safe-web-client.ts';
import { sandboxProcessor } from '#outside/sandbox-processor.ts';
import { sandboxThreeDSecure } from '#outside/sandbox-three-d-secure.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';

/**
 * The adapters to the world beyond our walls, as configured: mail by SMTP, payments in the sandbox. The sandbox processor
 * remembers in a schema of its own, over a connection of its own, as a machine elsewhere would.
 */
export async function outsideWorld(
  config: Config,
  databaseUrl: string,
): Promise<{
  ports: Pick<Services, 'processor' | 'threeDSecure' | 'mailSender' | 'webClient'>;
  close(): Promise<void>;
}> {
  const sql = openDatabase(databaseUrl, { as: 'owner', max: 4 });
  await prepareSandbox(sql);
  const processor = sandboxProcessor({ sql, timeoutMs: config.processorTimeoutMs });
  const threeDSecure = sandboxThreeDSecure({
    challengeUrl: `${config.checkoutUrl}/hosted/challenge`,
    enrolmentOfCredential: processor.enrolmentOfCredential,
  });
  const mailSender = config.smtpUrl
    ? smtpMailSender({ url: config.smtpUrl, from: config.mailFrom })
    : undefined;
  const webClient = safeWebClient({ isInsecureAllowed: config.insecureCallbacks });
  return { ports: { processor, threeDSecure, mailSender, webClient }, close: () => sql.end({ timeout: 1 }) };
}
