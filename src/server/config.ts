import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { minuteMs, secondMs } from './clock.ts';
import { isMailAddress } from './mail/mail-address.ts';
import { isKeyServiceAddress } from '#integrations/key-service/aws-key-service.ts';
import { defaultRetention, parseRetention, settableNames } from '#shared/retention-kinds.ts';
import { isStandardSecret } from '#integrations/web/standard-signature.ts';
import type { ProxyHeader } from './http/client-address.ts';

/**
 * An option of the command line. `parse` returns its value, or undefined to reject the text with the message `rule`.
 */
function option<T>(fallback: string, rule: string, parse: (text: string) => T | undefined) {
  return z.pipe(
    z.prefault(z.string(), fallback),
    z.transform((text, context): T => {
      const value = parse(text);
      if (value === undefined) context.issues.push({ code: 'custom', message: rule, input: text });
      return value as T;
    }),
  );
}

const textOption = (fallback = '') => z.prefault(z.string(), fallback);

const wholeNumber = (fallback: number, min = 0, max = 999_999_999_999, unit = 1) =>
  option(
    String(fallback),
    max < 999_999_999_999 ? `a whole number from ${min} to ${max}.` : 'a whole number.',
    (text) => {
      const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value * unit : undefined;
    },
  );

const flag = (fallback: boolean) =>
  option(String(fallback), 'true or false.', (text) =>
    text === 'true' || text === 'false' ? text === 'true' : undefined,
  );

const port = option('', 'a port number.', (text) => {
  if (text === '') return 0;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= 65_533 ? value : undefined;
});

const httpsUrl = option('', 'an address that begins with https:// and has no user name.', (text) => {
  if (text === '') return '';
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' ? url.href : undefined;
});

const mailAddress = (fallback: string) =>
  option(fallback, 'an email address.', (text) => (isMailAddress(text) ? text : undefined));

const programNames = ['portal', 'gateway', 'worker'] as const;

/** The operator's options: `npm start -- --name value`, or COUNTINGHOUSE_NAME in the environment. */
/** Undefined for a file that is missing, empty or too large. */
function readSmallFile(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile() || file.size === 0 || file.size > 100_000) return undefined;
  return readFileSync(path, 'utf8');
}

const options = z.object({
  programs: option('portal,gateway,worker', 'any of portal,gateway,worker.', (text) => {
    const names = text.split(',').map((name) => name.trim());
    const selected = programNames.filter((name) => names.includes(name));
    return selected.length === names.length ? selected : undefined;
  }),
  host: textOption('127.0.0.1'),
  port,
  'checkout-port': port,
  'operator-port': port,
  'operator-host': textOption('127.0.0.1'),
  'portal-url': textOption(),
  'checkout-url': textOption(),
  'data-dir': textOption('.data'),
  'database-url': option('', 'an address that begins with postgres://.', (text) =>
    text === '' || /^postgres(ql)?:\/\//.test(text) ? text : undefined,
  ),
  'pooler-url': option('', 'an address that begins with postgres://.', (text) =>
    text === '' || /^postgres(ql)?:\/\//.test(text) ? text : undefined,
  ),
  'prepared-statements': flag(true),
  'replica-url': option('', 'an address that begins with postgres://.', (text) =>
    text === '' || /^postgres(ql)?:\/\//.test(text) ? text : undefined,
  ),
  'replica-lag-ms': wholeNumber(5000),
  'master-key-file': textOption(),
  'key-service': option('', 'the address of a key, like kms://eu-west-1/alias/countinghouse.', (text) =>
    text === '' || isKeyServiceAddress(text) ? text : undefined,
  ),
  'audit-head': option('', 'a file, or an object like s3://bucket/name.', (text) =>
    text === '' || !text.includes('://') || /^s3:\/\/[a-z\d][a-z\d.-]+\/./.test(text) ? text : undefined,
  ),
  warehouse: option<'none' | URL>(
    'none',
    'none, or the address of a ClickHouse server: http://user:password@host:8123/database.',
    (text) => {
      if (text === 'none') return text;
      return /^https?:\/\//.test(text) ? (URL.parse(text) ?? undefined) : undefined;
    },
  ),
  'warehouse-lag-ms': wholeNumber(5000),
  reports: flag(true),
  demo: option<'small' | 'none' | number>('small', 'small, none, or a number of payments.', (text) => {
    if (text === 'small' || text === 'none') return text;
    return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
  }),
  sandbox: option('', 'true or false.', (text) => (/^(?:true|false|)$/.test(text) ? text : undefined)),
  'log-level': textOption('info'),
  'trust-proxy': option(
    'false',
    'false, the number of proxies in front (1 to 9), or their addresses (10.0.0.0/8,127.0.0.1).',
    trustedProxies,
  ),
  'proxy-header': option<ProxyHeader>('x-forwarded-for', 'x-forwarded-for or forwarded.', (text) =>
    text === 'x-forwarded-for' || text === 'forwarded' ? text : undefined,
  ),
  'session-idle-minutes': wholeNumber(15),
  'session-hours': wholeNumber(12),
  'max-password-attempts': wholeNumber(6),
  'lock-minutes': wholeNumber(30),
  'intent-grace-ms': wholeNumber(30_000),
  'processor-timeout-ms': wholeNumber(10_000),
  'processor-hosts': option(
    '',
    'hosts of adapters, with a port if it is not 80 or 443 (10.0.0.7:8090,adapter.internal).',
    (text) => splitList(text, (entry) => readHost(entry)),
  ),
  adapters: option(
    '',
    'names of adapters, and paths of modules that begin with ./ or / (http,./own.mjs).',
    (text) =>
      splitList(text, (entry) => (/^(?:[a-z][a-z\d-]*|\.{0,2}\/.+)$/.test(entry) ? [entry] : undefined)),
  ),
  'apple-pay-domain-file': option('', 'a file of at most 100 kB, from Apple or the processor.', (text) =>
    text === '' ? '' : readSmallFile(text),
  ),
  'callback-timeout-ms': wholeNumber(5000),
  'pool-size': wholeNumber(20),
  'exclude-older': flag(false),
  // No list of common passwords makes passwords below eight characters safe.
  'password-min-length': wholeNumber(12, 8, 256),
  'password-max-length': wholeNumber(64, 8, 256),
  'password-days': wholeNumber(90),
  'inactive-days': wholeNumber(90),
  'smtp-url': option('', 'an address like smtp://user:password@host:587.', (text) => {
    if (text === '') return '';
    const url = /^smtps?:\/\//.test(text) ? URL.parse(text) : null;
    return url !== null && url.hostname !== '' ? text : undefined;
  }),
  'sms-url': option('', 'sandbox, or an address that begins with https:// and has no user name.', (text) => {
    if (text === '' || text === 'sandbox') return text;
    const url = /^https?:\/\//.test(text) ? URL.parse(text) : null;
    return url !== null && url.username === '' ? url.href : undefined;
  }),
  'sms-secret': option('', 'whsec_ and at least 24 bytes in base64.', (text) =>
    text === '' || isStandardSecret(text) ? text : undefined,
  ),
  'mail-from': mailAddress('no-reply@countinghouse.example'),
  'operator-mail': mailAddress('operator@countinghouse.example'),
  'export-limit': wholeNumber(50_000),
  'search-limit': wholeNumber(10),
  'request-log-days': wholeNumber(30, 0, 90),
  'dispute-period-days': wholeNumber(120, 0, 540),
  retention: option(
    '',
    `kinds with their days (emails=14,payers=1095); kinds: ${settableNames.join(', ')}.`,
    parseRetention,
  ),
  'fraud-fallback': option('proceed', 'proceed or block.', (text) =>
    text === 'proceed' || text === 'block' ? text : undefined,
  ),
  'fraud-budget-ms': wholeNumber(300, 10, 10_000),
  'activation-guard-share': option('1', 'a share in per cent, 0 to 100.', (text) =>
    /^\d{1,3}(\.\d+)?$/.test(text) && Number(text) <= 100 ? Number(text) : undefined,
  ),
  'activation-guard-payments': wholeNumber(20, 0),
  'insecure-callbacks': flag(false),
  'dns-server': option(
    '',
    'IP addresses of DNS servers, with a port if it is not 53 (10.0.0.2,127.0.0.1:5353).',
    (text) => {
      const servers = text === '' ? [] : text.split(',').map((part) => part.trim());
      return servers.every((server) => isIP(server) !== 0 || isIP(server.replace(/:\d{1,5}$/, '')) === 4)
        ? servers
        : undefined;
    },
  ),
  'otlp-url': option('', 'an address that begins with http:// or https://.', (text) =>
    text === '' || (/^https?:\/\//.test(text) && URL.canParse(text)) ? text : undefined,
  ),
  'otlp-sample': option('1', 'a share from 0 to 1.', (text) =>
    /^\d(\.\d+)?$/.test(text) && Number(text) <= 1 ? Number(text) : undefined,
  ),
  'news-url': httpsUrl,
  'home-video-url': httpsUrl,
  'home-fragment': textOption(),
  'login-fragment': textOption(),
});

export type Config = ReturnType<typeof readConfig>;

export const projectRoot = join(import.meta.dirname, '..', '..');

export class ConfigError extends Error {}

/** How long data is kept. */
const readRetention = (values: z.output<typeof options>) => ({
  /** Requests of the merchant API. 0: they are not logged. */
  requestLogDays: values['request-log-days'],
  /** How long a cardholder can dispute a payment. Until then its personal data stays. */
  disputePeriodDays: values['dispute-period-days'],
  /** Days by kind. 0: without a limit. */
  retention: { ...defaultRetention, ...values.retention, requestLog: values['request-log-days'] },
});

/** Reads flags, then environment, then defaults. Throws ConfigError with one clear sentence. */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv) {
  const values = parseOptions({ ...fromEnvironment(env), ...fromFlags(args) });
  const production = env.NODE_ENV === 'production' || values.demo === 'none';
  const portalPort = values.port || 8080;
  const checkoutPort = values['checkout-port'] || portalPort + 1;
  if (values['password-max-length'] < values['password-min-length'])
    throw new ConfigError('--password-max-length: at least --password-min-length.');
  const sandbox = values.sandbox === 'true' || (values.sandbox === '' && !production);
  refuseSmsOptions(values, sandbox);
  refuseServersWithoutDatabase(values);
  const adapters = listAdapters(values, sandbox);
  const operatorPort = values['operator-port'] || checkoutPort + 1;
  if (new Set([portalPort, checkoutPort, operatorPort]).size < 3)
    throw new ConfigError('--port, --checkout-port and --operator-port: three different ports.');
  return {
    programs: values.programs,
    host: values.host,
    port: portalPort,
    checkoutPort,
    /** Metrics and health of every program. */
    operatorPort,
    operatorHost: values['operator-host'],
    /** The public address. It decides cookies, origin checks and links. */
    portalUrl: values['portal-url'] || `http://localhost:${portalPort}`,
    checkoutUrl: values['checkout-url'] || `http://localhost:${checkoutPort}`,
    dataDir: values['data-dir'],
    databaseUrl: values['database-url'] || undefined,
    /** A pooler in front of the database, for everything but migrations, the job queue and the sandbox. */
    poolerUrl: values['pooler-url'] || undefined,
    /** False for a pooler in transaction mode that does not keep prepared statements. */
    preparedStatements: values['prepared-statements'],
    /** A read replica for reports and files. One that is further behind is not queried. */
    replicaUrl: values['replica-url'] || undefined,
    replicaLagMs: values['replica-lag-ms'],
    /** Where the master key is kept; empty for COUNTINGHOUSE_MASTER_KEY, or a file in the data directory. */
    masterKeyFile: values['master-key-file'],
    keyService: values['key-service'],
    /** Where workers keep the newest seal of the audit; empty for a file in the data directory. */
    auditHead: values['audit-head'],
    demo: values.demo,
    /** Error responses and logs show callers fewer internals. True without a demo too. */
    production,
    /** The sandbox processor and its 3-D Secure server run. They move no money. Otherwise none is connected. */
    sandbox,
    /** The kinds of processors that connections can have: built-in names, and paths of modules. */
    adapters,
    /** `host:port` that adapters may call by http and at private addresses. */
    processorHosts: values['processor-hosts'],
    /** What Apple reads to verify the domain of the payment page; empty: nothing. */
    applePayDomainFile: values['apple-pay-domain-file'],
    logLevel: values['log-level'],
    version: productVersion(),
    /** The proxies whose X-Forwarded-For entries are trusted. */
    trustProxy: values['trust-proxy'],
    proxyHeader: values['proxy-header'],
    sessionIdleMs: values['session-idle-minutes'] * minuteMs,
    sessionAbsoluteMs: values['session-hours'] * 60 * minuteMs,
    maxPasswordAttempts: values['max-password-attempts'],
    lockMs: values['lock-minutes'] * minuteMs,
    /** Age at which the sweeper looks up an unanswered processor intent. */
    intentGraceMs: values['intent-grace-ms'],
    processorTimeoutMs: values['processor-timeout-ms'],
    /** How long a merchant may take to respond to a callback. */
    callbackTimeoutMs: values['callback-timeout-ms'],
    poolSize: values['pool-size'],
    /** A migration goes on that excludes programs which run: they stop serving. */
    excludeOlder: values['exclude-older'],
    passwordMinLength: values['password-min-length'],
    passwordMaxLength: values['password-max-length'],
    /** Days until a password must be changed, and until an unused account is locked. 0: never. */
    passwordDays: values['password-days'],
    inactiveDays: values['inactive-days'],
    /** Without it, mails stay in the outbox. */
    smtpUrl: values['smtp-url'] || undefined,
    /** Where text messages are posted; 'sandbox' sends none. Without it, the screens do not offer them. */
    smsUrl: values['sms-url'] || undefined,
    smsSecret: values['sms-secret'],
    mailFrom: values['mail-from'],
    /** Receives feedback and alerts. */
    operatorMail: values['operator-mail'],
    /** The reporting store: PostgreSQL only, the embedded engine, or ClickHouse at a URL. */
    warehouse: values.warehouse,
    /** A warehouse that is further behind is not queried. */
    warehouseLagMs: values['warehouse-lag-ms'],
    /** tqsDataSourceDwEnabled: pages read reports instead of real-time data. */
    reports: values.reports,
    /** Maximum number of transactions in one exported file. */
    exportLimit: values['export-limit'],
    /** Searches a second per user or API key. 0: no limit. */
    searchLimit: values['search-limit'],
    ...readRetention(values),
    /** The decision about a payment when the fraud engine fails or exceeds its time. */
    fraudFallback: values['fraud-fallback'],
    fraudBudgetMs: values['fraud-budget-ms'],
    /** A rule that would block more of the accepted payments, and more than a number of them, needs confirmation. */
    activationGuardShare: values['activation-guard-share'],
    activationGuardPayments: values['activation-guard-payments'],
    /** For tests and demos: callbacks and sign-on providers at http and private addresses are allowed. */
    insecureCallbacks: values['insecure-callbacks'],
    /** Where TXT records of domains are looked up; the machine's own servers when empty. */
    dnsServers: values['dns-server'],
    /** The collector of traces. Without it, nothing is traced. */
    otlpUrl: values['otlp-url'] || undefined,
    /** The share of traces that are recorded. */
    otlpSample: values['otlp-sample'],
    /** RSS 2.0 by https. Without it, home shows the product's release notes. */
    newsUrl: values['news-url'] || undefined,
    homeVideoUrl: values['home-video-url'],
    homeFragment: values['home-fragment'],
    loginFragment: values['login-fragment'],
  };
}

function refuseServersWithoutDatabase(values: ReturnType<typeof parseOptions>): void {
  for (const name of ['pooler-url', 'replica-url'] as const)
    if (values[name] !== '' && values['database-url'] === '')
      throw new ConfigError(`--${name}: only with --database-url, which names the database itself.`);
}

function listAdapters({ adapters }: ReturnType<typeof parseOptions>, sandbox: boolean): string[] {
  if (adapters.length === 0)
    return [...(sandbox ? ['sandbox'] : []), 'http', 'adyen', 'stripe', 'hyperswitch'];
  if (adapters.includes('sandbox') && !sandbox)
    throw new ConfigError('--adapters: sandbox runs with --sandbox true only.');
  return adapters;
}

/** Messages that are lost, sent in the clear or not signed are a mistake of the operator. */
function refuseSmsOptions(values: ReturnType<typeof parseOptions>, sandbox: boolean): void {
  const { 'sms-url': url, 'sms-secret': secret } = values;
  if (url === '') return;
  if (url === 'sandbox') {
    if (!sandbox) throw new ConfigError('--sms-url: sandbox only where the sandbox runs (--sandbox true).');
  } else if (secret === '') throw new ConfigError('--sms-secret: needed with --sms-url.');
  else if (!url.startsWith('https:') && !values['insecure-callbacks'])
    throw new ConfigError('--sms-url: an address that begins with https://.');
}

function parseOptions(values: Record<string, string>) {
  const parsed = options.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`--${String(issue?.path[0])}: ${issue?.message}`);
}

/**
 * Pages of earlier releases have to reload (E152). Raised with an endpoint of the portal that they no longer send or read
 * rightly; the previous release stays, because its pages are open during an upgrade.
 */
export const oldestPage = '0.1.0';

/** The release of the programs, and of the pages that this build serves. */
export function productVersion(): string {
  return JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version as string;
}

const names = Object.keys(options.shape);

function fromFlags(args: readonly string[]): Record<string, string> {
  try {
    const flags = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
    const { values } = parseArgs({ args: [...args], options: flags });
    return values as Record<string, string>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${reason} Known options: ${names.join(', ')}.`);
  }
}

function fromEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = env[`COUNTINGHOUSE_${name.toUpperCase().replaceAll('-', '_')}`];
    if (value !== undefined && value !== '') found[name] = value;
  }
  return found;
}

/** Entries with commas between them; undefined where `read` rejects one. */
function splitList(
  text: string,
  read: (entry: string) => readonly string[] | undefined,
): string[] | undefined {
  const entries = text === '' ? [] : text.split(',').map((entry) => read(entry.trim()));
  return entries.every((entry) => entry !== undefined) ? entries.flat() : undefined;
}

/** `host:port` in the form of a URL, so that every spelling of an address is one. Without a port both default ports. */
function readHost(entry: string): string[] | undefined {
  const url = /^[^/?#@\\\s]+$/.test(entry) ? URL.parse(`http://${entry}`) : null;
  if (!url || url.hostname === '') return undefined;
  const host = url.hostname.replace(/\.$/, '');
  if (/:0*80$/.test(entry)) return [`${host}:80`];
  return url.port === '' ? [`${host}:80`, `${host}:443`] : [`${host}:${url.port}`];
}

/** Every proxy appends the address of its caller, so only the entries of the operator's own proxies are trusted. */
function trustedProxies(text: string): false | number | string[] | undefined {
  if (text === 'false') return false;
  if (text === 'true') return 1;
  if (/^[1-9]$/.test(text)) return Number(text);
  const networks = text.split(',').map((part) => part.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** How long a graceful stop waits for requests under way. */
export const drainMs = 10 * secondMs;
