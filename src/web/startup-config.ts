import type { StartupConfig } from '#features/access/session/schemas.ts';
import { CallFailure } from './call/call-failure.ts';
import { toCallFailure } from './call/call.ts';

let config: StartupConfig | undefined;

/** Fetched without `call`: it has the address of calls. Undefined when it names no server; throws CallFailure. */
export async function loadStartupConfig(): Promise<StartupConfig | undefined> {
  const reply = await fetch('/config').catch(() => {
    throw new CallFailure(0, '', 'server_not_available');
  });
  if (!reply.ok) throw await toCallFailure(reply);
  const response = (await reply.json().catch(() => null)) as StartupConfig | null;
  if (response?.serverBaseUrl) config = response;
  return config;
}

/** The page for a missing configuration may find one when it is opened by hand. */
export const isConfigured = (): boolean => config !== undefined;

/** The startup configuration; there is one once the page has started. */
export function startupConfig(): StartupConfig {
  if (config === undefined) throw new Error('The page has started without its configuration.');
  return config;
}

/** Whether emails arrive: a mail server is set up, or the demo shows them. */
export const hasMail = (): boolean => startupConfig().mail !== 'NONE';

/** The guide and reference of the merchant API, at the gateway. */
export const apiDocsUrl = (): string => `${startupConfig().serverUrl}/docs`;

/** Whether text messages can be sent. */
export const hasSms = (): boolean => startupConfig().sms;

/** The server's place on the page's own origin: the content security policy allows calls to no other. */
export function parseBasePath(serverBaseUrl: string): string {
  try {
    return new URL(serverBaseUrl, location.origin).pathname.replace(/\/$/, '');
  } catch {
    return '';
  }
}
