import type { FastifyInstance } from 'fastify';
import type { Auth, Program } from '#shared/define-endpoint.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a caller needs, of the endpoint behind the route. */
    needs?: Auth;
  }
}

/** Routes that are no endpoints and answer anybody: files, documentation, and what only a demo has. */
const openRoutes: Readonly<Record<Program, readonly string[]>> = {
  portal: ['/health', '/ready', '/', '/*', '/debug/mail', '/debug/mail/:mailId', '/debug/mail/:mailId/html'],
  gateway: [
    '/health',
    '/ready',
    '/',
    '/docs',
    '/docs/page.css',
    '/docs/page.js',
    '/openapi.json',
    '/hosted/page/*',
    '/hosted/sandbox-acs',
    '/hosted/sandbox-acs/answer',
  ],
};

/** A route that says neither what it needs nor that it is open stops the start (docs/domain.md#permissions). */
export function refuseUndeclaredRoutes(app: FastifyInstance, program: Program): void {
  const open = new Set(openRoutes[program]);
  app.addHook('onRoute', ({ method, url, config }) => {
    const needs = config?.needs;
    const names =
      needs && 'anyOf' in needs ? needs.anyOf : needs && 'allOf' in needs ? needs.allOf : undefined;
    if (names?.length === 0) throw new Error(`${String(method)} ${url} needs an empty list of permissions`);
    if (needs || open.has(url)) return;
    throw new Error(`${String(method)} ${url} does not say what a caller needs`);
  });
}
