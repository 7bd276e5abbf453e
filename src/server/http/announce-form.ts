import type { FastifyReply, FastifyRequest } from 'fastify';
import { downloadCookie } from '#shared/form-post.ts';
import type { Services } from '../services.ts';
import { readDownloadId } from './read-body.ts';

/**
 * Sets the result of a form post in a cookie of its download, because a page cannot read the response of a form.
 */
export function announceForm(
  request: FastifyRequest,
  reply: FastifyReply,
  status: string,
  services: Services,
): void {
  const id = readDownloadId(request);
  if (id === undefined) return;
  const secure = services.config.portalUrl.startsWith('https:');
  reply
    .setCookie(downloadCookie(id), status, { path: '/', sameSite: 'strict', secure, maxAge: 600 })
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'");
}
