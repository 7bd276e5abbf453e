import { type ConnectionOptions, openDatabase } from '#database/open-database.ts';
import { rssNewsSource } from '#integrations/news-source.ts';
import { smtpMailSender } from '#integrations/smtp-mail-sender.ts';
import { missingProcessor, missingThreeDSecure } from '#integrations/missing-processor.ts';
import { prepareSandbox } from '#integrations/prepare-sandbox.ts';
import { dnsTxtResolver } from '#integrations/web/txt-resolver.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import { sandboxProcessor } from '#integrations/sandbox-processor.ts';
import { sandboxThreeDSecure } from '#integrations/sandbox-three-d-secure.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';

interface OutsideOptions {
  onNewsFailure?(error: unknown): void;
  /** As for a pool of our own (openDatabase). */
  watch?: ConnectionOptions['watch'];
}

/**
 * The configured adapters to external services: SMTP mail, payments in the sandbox, if it runs. The sandbox processor
 * stores its data in its own schema over its own connection, like a remote system.
 */
export async function createIntegrations(
  config: Config,
  databaseUrl: string,
  { onNewsFailure = () => {}, watch }: OutsideOptions = {},
): Promise<{
  ports: Pick<
    Services,
    'processor' | 'threeDSecure' | 'mailSender' | 'newsSource' | 'webClient' | 'txtResolver'
  >;
  close(): Promise<void>;
}> {
  const { processor, threeDSecure, close } = config.sandbox
    ? await createSandbox(config, databaseUrl, watch)
    : { processor: missingProcessor, threeDSecure: missingThreeDSecure, close: async () => {} };
  const mailSender = config.smtpUrl
    ? smtpMailSender({ url: config.smtpUrl, from: config.mailFrom })
    : undefined;
  const newsSource = config.newsUrl
    ? rssNewsSource({ url: config.newsUrl, now: () => Date.now(), onFailure: onNewsFailure })
    : undefined;
  const webClient = safeWebClient({ isInsecureAllowed: config.insecureCallbacks });
  const txtResolver = dnsTxtResolver(config.dnsServers);
  const ports = { processor, threeDSecure, mailSender, newsSource, webClient, txtResolver };
  return { ports, close };
}

async function createSandbox(config: Config, databaseUrl: string, watch: ConnectionOptions['watch']) {
  const sql = openDatabase(databaseUrl, { as: 'owner', max: 4, watch });
  await prepareSandbox(sql);
  const processor = sandboxProcessor({ sql, timeoutMs: config.processorTimeoutMs });
  const threeDSecure = sandboxThreeDSecure({
    acsUrl: `${config.checkoutUrl}/hosted/sandbox-acs`,
    sql,
    findEnrolment: processor.findEnrolment,
  });
  return { processor, threeDSecure, close: () => sql.end({ timeout: 1 }) };
}
