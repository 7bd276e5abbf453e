import { type ConnectionOptions, openDatabase } from '#database/open-database.ts';
import { rssNewsSource } from '#integrations/news-source.ts';
import { smtpMailSender } from '#integrations/smtp-mail-sender.ts';
import { sandboxSmsSender } from '#integrations/sms-sender.ts';
import { webSmsSender } from '#integrations/web-sms-sender.ts';
import type { ProcessorAdapter, ProcessorConnection } from '#integrations/processors/adapter.ts';
import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import { hyperswitchAdapter } from '#integrations/processors/hyperswitch/hyperswitch-adapter.ts';
import { stripeAdapter } from '#integrations/processors/stripe/stripe-adapter.ts';
import { prepareSandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';
import { dnsTxtResolver } from '#integrations/web/txt-resolver.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import { httpAdapter } from '#integrations/processors/http/http-adapter.ts';
import { sandboxAdapter } from '#integrations/processors/sandbox/sandbox-adapter.ts';
import { ensureSandboxConnection } from '#features/processing/connections/server/db/sandbox-connection.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { sandboxThreeDSecure } from '#integrations/processors/sandbox/sandbox-three-d-secure.ts';
import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';

interface OutsideOptions {
  onNewsFailure?(error: unknown): void;
  /** Of the operator's own modules (loadAdapterModules). */
  modules?: readonly ProcessorAdapter[];
  /** As for a pool of our own (openDatabase). */
  watch?: ConnectionOptions['watch'];
}

interface Integrations {
  ports: Pick<
    Services,
    | 'accessControl'
    | 'adapters'
    | 'adapterClient'
    | 'mailSender'
    | 'smsSender'
    | 'newsSource'
    | 'webClient'
    | 'txtResolver'
  >;
  /** Undefined without `--sandbox true`. */
  sandbox: ProcessorConnection | undefined;
  close(): Promise<void>;
}

/**
 * The configured adapters to external services: SMTP mail, text messages, processors, among them the sandbox, if it runs. The sandbox
 * stores its data in its own schema over its own connection, like a remote system.
 */
export async function createIntegrations(
  config: Config,
  databaseUrl: string,
  { onNewsFailure = () => {}, watch, modules = [] }: OutsideOptions = {},
): Promise<Integrations> {
  const sandbox = config.sandbox ? await createSandbox(config, databaseUrl, watch) : undefined;
  const mailSender = config.smtpUrl
    ? smtpMailSender({ url: config.smtpUrl, from: config.mailFrom })
    : undefined;
  const newsSource = config.newsUrl
    ? rssNewsSource({ url: config.newsUrl, now: () => Date.now(), onFailure: onNewsFailure })
    : undefined;
  const webClient = safeWebClient({ isInsecureAllowed: config.insecureCallbacks });
  const txtResolver = dnsTxtResolver(config.dnsServers);
  const smsSender = createSmsSender(config, webClient);
  const accessControl = sandbox?.threeDSecure.accessControl;
  const builtIn = [
    ...(sandbox ? [sandboxAdapter(sandbox.connection)] : []),
    adyenAdapter(),
    stripeAdapter(),
    hyperswitchAdapter,
    httpAdapter,
  ];
  const list = [...builtIn.filter(({ name }) => config.adapters.includes(name)), ...modules];
  const adapters = new Map(list.map((adapter) => [adapter.name, adapter]));
  const adapterClient = safeWebClient({
    isInsecureAllowed: false,
    privateHosts: config.processorHosts,
    keepsConnections: true,
  });
  return {
    ports: {
      accessControl,
      adapters,
      adapterClient,
      mailSender,
      smsSender,
      newsSource,
      webClient,
      txtResolver,
    },
    sandbox: sandbox?.connection,
    close: async () => sandbox?.close(),
  };
}

function createSmsSender({ smsUrl: url, smsSecret: secret }: Config, client: Services['webClient']) {
  if (url === undefined) return undefined;
  return url === 'sandbox' ? sandboxSmsSender : webSmsSender({ url, secret, client, now: () => new Date() });
}

async function createSandbox(config: Config, databaseUrl: string, watch: ConnectionOptions['watch']) {
  const sql = openDatabase(databaseUrl, { as: 'owner', max: 4, watch });
  await prepareSandbox(sql);
  await ensureSandboxConnection(sql);
  const processor = sandboxProcessor({ sql, timeoutMs: config.processorTimeoutMs });
  const threeDSecure = sandboxThreeDSecure({
    acsUrl: `${config.checkoutUrl}/hosted/sandbox-acs`,
    sql,
    findEnrolment: processor.findEnrolment,
  });
  const connection: ProcessorConnection = { ...processor, threeDSecure };
  return { connection, threeDSecure, close: () => sql.end({ timeout: 1 }) };
}
