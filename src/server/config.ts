import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { minuteMs, secondMs } from './clock.ts';
import { isMailAddress } from './mail/mail-address.ts';

/** What an operator can set; `npm start -- --name value`, or COUNTINGHOUSE_NAME in the environment. */
export interface Config {
  programs: readonly ('portal' | 'gateway' | 'worker')[];
  host: string;
  port: number;
  checkoutPort: number;
  /** Metrics, health of every program; bound to loopback unless told otherwise. */
  operatorPort: number;
  operatorHost: string;
  /** What people type: decides cookies, origin checks and links. */
  portalUrl: string;
  checkoutUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  demo: 'small' | 'none' | number;
  /** Without a demo too: the difference is what a stranger may learn of the inside. */
  production: boolean;
  /** The processor and 3-D Secure of the sandbox, which move no money, may run. */
  sandbox: boolean;
  logLevel: string;
  version: string;
  /** Whose X-Forwarded-For counts: none, that of so many proxies in a row, or of proxies at these addresses. */
  trustProxy: false | number | string[];
  sessionIdleMs: number;
  sessionAbsoluteMs: number;
  maxPasswordAttempts: number;
  lockMs: number;
  /** How old an unanswered processor intent is before the sweeper asks about it. */
  intentGraceMs: number;
  processorTimeoutMs: number;
  /** How long a shop may think about a payment that it wants to be asked about. */
  callbackTimeoutMs: number;
  poolSize: number;
  passwordMinLength: number;
  passwordMaxLength: number;
  /** Days until a password must be changed, and until an unused account is locked; 0 for never. */
  passwordDays: number;
  inactiveDays: number;
  /** Without it mails stay in the outbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Who reads feedback. */
  operatorMail: string;
  /** Where reports are answered: nowhere else, by the embedded engine, or by the ClickHouse at a URL. */
  warehouse: 'none' | 'embedded' | URL;
  /** A warehouse that is further behind is not asked. */
  warehouseLagMs: number;
  /** Startup configuration tqsDataSourceDwEnabled: pages ask for reports, not for real time. */
  reports: boolean;
  /** Most transactions in one exported file. */
  exportLimit: number;
  /** For tests and demos only: callbacks to http and to private addresses are allowed. */
  insecureCallbacks: boolean;
  /** RSS 2.0 by https; undefined for the product's own news. */
  newsUrl: string | undefined;
  /** A page with a video about the products, by https; empty for none. */
  homeVideoUrl: string;
  /** Shown as text, whatever tags they carry. */
  homeFragment: string;
  loginFragment: string;
}

export const projectRoot = join(import.meta.dirname, '..', '..');

export class ConfigError extends Error {}

const options = {
  programs: 'portal,gateway,worker',
  host: '127.0.0.1',
  port: '8080',
  'checkout-port': '',
  'operator-port': '',
  'operator-host': '127.0.0.1',
  'portal-url': '',
  'checkout-url': '',
  'data-dir': '.data',
  'database-url': '',
  warehouse: 'none',
  'warehouse-lag-ms': '5000',
  reports: 'true',
  demo: 'small',
  sandbox: '',
  'log-level': 'info',
  'trust-proxy': 'false',
  'session-idle-minutes': '15',
  'session-hours': '12',
  'max-password-attempts': '6',
  'lock-minutes': '30',
  'intent-grace-ms': '30000',
  'processor-timeout-ms': '10000',
  'callback-timeout-ms': '5000',
  'pool-size': '20',
  'password-min-length': '12',
  'password-max-length': '64',
  'password-days': '90',
  'inactive-days': '90',
  'smtp-url': '',
  'mail-from': 'no-reply@countinghouse.example',
  'operator-mail': 'operator@countinghouse.example',
  'export-limit': '50000',
  'insecure-callbacks': 'false',
  'news-url': '',
  'home-video-url': '',
  'home-fragment': '',
  'login-fragment': '',
};
type Option = keyof typeof options;

/** Reads flags, then environment, then defaults. Throws ConfigError with one clear sentence. */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv): Config {
  const given = { ...options, ...fromEnvironment(env), ...fromFlags(args) };
  const production = env.NODE_ENV === 'production' || given.demo === 'none';
  const port = portNumber('port', given.port);
  const checkoutPort = given['checkout-port']
    ? portNumber('checkout-port', given['checkout-port'])
    : port + 1;
  const operatorPort = given['operator-port']
    ? portNumber('operator-port', given['operator-port'])
    : checkoutPort + 1;
  return {
    programs: programs(given.programs),
    host: given.host,
    port,
    checkoutPort,
    operatorPort,
    operatorHost: given['operator-host'],
    portalUrl: given['portal-url'] || `http://localhost:${port}`,
    checkoutUrl: given['checkout-url'] || `http://localhost:${checkoutPort}`,
    dataDir: given['data-dir'],
    databaseUrl: databaseUrl(given['database-url']),
    demo: demoSize(given.demo),
    production,
    sandbox: sandbox(given.sandbox, production),
    logLevel: given['log-level'],
    version: productVersion(),
    trustProxy: trustedProxies(given['trust-proxy']),
    sessionIdleMs: whole('session-idle-minutes', given['session-idle-minutes']) * minuteMs,
    sessionAbsoluteMs: whole('session-hours', given['session-hours']) * 60 * minuteMs,
    maxPasswordAttempts: whole('max-password-attempts', given['max-password-attempts']),
    lockMs: whole('lock-minutes', given['lock-minutes']) * minuteMs,
    intentGraceMs: whole('intent-grace-ms', given['intent-grace-ms']),
    processorTimeoutMs: whole('processor-timeout-ms', given['processor-timeout-ms']),
    callbackTimeoutMs: whole('callback-timeout-ms', given['callback-timeout-ms']),
    poolSize: whole('pool-size', given['pool-size']),
    ...passwordLengths(given['password-min-length'], given['password-max-length']),
    passwordDays: whole('password-days', given['password-days']),
    inactiveDays: whole('inactive-days', given['inactive-days']),
    smtpUrl: smtpUrl(given['smtp-url']),
    mailFrom: mailAddress('mail-from', given['mail-from']),
    operatorMail: mailAddress('operator-mail', given['operator-mail']),
    warehouse: warehouse(given.warehouse),
    warehouseLagMs: whole('warehouse-lag-ms', given['warehouse-lag-ms']),
    reports: given.reports === 'true',
    exportLimit: whole('export-limit', given['export-limit']),
    insecureCallbacks: given['insecure-callbacks'] === 'true',
    newsUrl: httpsUrl('news-url', given['news-url']) || undefined,
    homeVideoUrl: httpsUrl('home-video-url', given['home-video-url']),
    homeFragment: given['home-fragment'],
    loginFragment: given['login-fragment'],
  };
}

/** Pages ask the server for answers of their own version only (E152). */
export function productVersion(): string {
  return JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version as string;
}

function fromFlags(args: readonly string[]): Partial<Record<Option, string>> {
  const found: Partial<Record<Option, string>> = {};
  for (let at = 0; at < args.length; at += 1) {
    const [flag = '', inline] = (args[at] ?? '').split(/=(.*)/s, 2);
    const name = flag.replace(/^--/, '');
    if (!flag.startsWith('--') || !Object.hasOwn(options, name)) {
      throw new ConfigError(`Unknown option ${flag}. Known: ${Object.keys(options).join(', ')}.`);
    }
    const value = inline ?? args[(at += 1)];
    if (value === undefined) throw new ConfigError(`--${name} needs a value.`);
    found[name as Option] = value;
  }
  return found;
}

function fromEnvironment(env: NodeJS.ProcessEnv): Partial<Record<Option, string>> {
  const found: Partial<Record<Option, string>> = {};
  for (const name of Object.keys(options) as Option[]) {
    const value = env[`COUNTINGHOUSE_${name.toUpperCase().replaceAll('-', '_')}`];
    if (value !== undefined && value !== '') found[name] = value;
  }
  return found;
}

function programs(text: string): Config['programs'] {
  const names = text.split(',').map((name) => name.trim());
  const known = names.filter((name) => name === 'portal' || name === 'gateway' || name === 'worker');
  if (known.length !== names.length) throw new ConfigError('--programs: any of portal,gateway,worker.');
  return known;
}

function databaseUrl(text: string): string | undefined {
  if (text === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(text)) throw new ConfigError('--database-url must begin with postgres://.');
  return text;
}

function warehouse(text: string): Config['warehouse'] {
  if (text === 'none' || text === 'embedded') return text;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new ConfigError('--warehouse: none, embedded, or http://user:password@host:8123/database.');
  }
  return new URL(text);
}

/**
 * Every proxy appends the address it was called from, so that only the last entries are to be believed: as many as
 * there are proxies of the operator's own.
 */
function trustedProxies(text: string): Config['trustProxy'] {
  if (text === 'false') return false;
  if (text === 'true') return 1;
  if (/^[1-9]$/.test(text)) return Number(text);
  const networks = text.split(',').map((one) => one.trim());
  if (networks.every(isNetwork)) return networks;
  throw new ConfigError(
    '--trust-proxy: false, the number of proxies in front (1 to 9), or their addresses (10.0.0.0/8,127.0.0.1).',
  );
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Never below eight: no list of common passwords makes shorter ones safe. */
function passwordLengths(min: string, max: string) {
  const passwordMinLength = whole('password-min-length', min);
  const passwordMaxLength = whole('password-max-length', max);
  if (passwordMinLength < 8 || passwordMaxLength < passwordMinLength || passwordMaxLength > 256) {
    throw new ConfigError('--password-min-length and --password-max-length: 8 to 256, in this order.');
  }
  return { passwordMinLength, passwordMaxLength };
}

function smtpUrl(text: string): string | undefined {
  if (text === '') return undefined;
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text) || new URL(text).hostname === '') {
    throw new ConfigError('--smtp-url must look like smtp://user:password@host:587.');
  }
  return text;
}

function httpsUrl(name: string, text: string): string {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '') {
    throw new ConfigError(`--${name} must begin with https:// and contain no user name.`);
  }
  return url.href;
}

function mailAddress(name: string, text: string): string {
  if (!isMailAddress(text)) throw new ConfigError(`--${name} must be an email address.`);
  return text;
}

function demoSize(text: string): Config['demo'] {
  if (text === 'small' || text === 'none') return text;
  return whole('demo', text);
}

function sandbox(text: string, production: boolean): boolean {
  if (text === 'true') return true;
  if (text !== '' && text !== 'false') throw new ConfigError('--sandbox: true or false.');
  if (text === '' && !production) return true;
  throw new ConfigError(
    'The only processor connected is the sandbox, which moves no money. Pass --sandbox true to run it without a demo.',
  );
}

function portNumber(name: string, text: string): number {
  const value = whole(name, text);
  if (value < 1 || value > 65_533) throw new ConfigError(`--${name} must be a port number.`);
  return value;
}

function whole(name: string, text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new ConfigError(`--${name} must be a whole number, not "${text}".`);
  return Number(text);
}

/** How long a graceful stop waits for requests under way. */
export const drainMs = 10 * secondMs;
