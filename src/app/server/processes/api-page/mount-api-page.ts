import type { FastifyInstance } from 'fastify';
import { pageScript, pageStyle } from './page-files.ts';
import { type ApiDocument, renderApiPage } from './render-api-page.ts';

/** For a person who opens the gateway's bare address. */
const frontPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="Payment gateway. Payers use the link from their merchant." />
    <title>Countinghouse payment gateway</title>
    <link rel="stylesheet" href="/docs/page.css" />
  </head>
  <body>
    <main>
      <h1>Payment gateway</h1>
      <p>To pay, open the link that the merchant sent you.</p>
      <p>Developers: <a href="/docs">API documentation</a></p>
    </main>
  </body>
</html>
`;

/** The documentation at /docs and its OpenAPI document: no third party, nothing but our own two files. */
export function mountApiPage(app: FastifyInstance, document: object): void {
  // Made by openApiDocument, in the shape that the page reads.
  const page = renderApiPage(document as ApiDocument);
  const files = [
    ['/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document)],
    ['/', 'text/html; charset=utf-8', frontPage],
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
