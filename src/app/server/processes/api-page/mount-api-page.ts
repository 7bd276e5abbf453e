import type { FastifyInstance } from 'fastify';
import { pageScript, pageStyle } from './page-files.ts';
import { type ApiDocument, renderApiPage } from './render-api-page.ts';

/** The documentation at /docs and its OpenAPI document: no third party, nothing but our own two files. */
export function mountApiPage(app: FastifyInstance, document: object): void {
  // Made by openApiDocument, in the shape that the page reads.
  const page = renderApiPage(document as ApiDocument);
  const files = [
    ['/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document)],
    ['/docs', 'text/html; charset=utf-8', page],
    ['/docs/page.css', 'text/css; charset=utf-8', pageStyle],
    ['/docs/page.js', 'text/javascript; charset=utf-8', pageScript],
  ] as const;
  for (const [path, type, text] of files) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').header('content-type', type).send(text),
    );
  }
}
