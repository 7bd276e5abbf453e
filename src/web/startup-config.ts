import type { StartupConfig } from '#features/session/calls.ts';

let config: StartupConfig | undefined;

/** Fetched by hand, not by `call`: it says where calls go. Undefined when it cannot be had or is useless. */
export async function loadStartupConfig(): Promise<StartupConfig | undefined> {
  try {
    const reply = await fetch('/config');
    const answer = (await reply.json()) as StartupConfig | null;
    if (reply.ok && answer?.serverBaseUrl) config = answer;
  } catch {
    // No answer is as bad as an empty one: the page cannot start.
  }
  return config;
}

/** The startup configuration; there is one once the page has started. */
export function startupConfig(): StartupConfig {
  if (config == null) throw new Error('The page has started without its configuration.');
  return config;
}

/** The server's place on the page's own origin: the content security policy allows calls to no other. */
export function basePathOf(serverBaseUrl: string): string {
  try {
    return new URL(serverBaseUrl, location.origin).pathname.replace(/\/$/, '');
  } catch {
    return '';
  }
}
