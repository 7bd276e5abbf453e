import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { SandboxThreeDSecure } from '#integrations/sandbox-three-d-secure/sandbox-three-d-secure.ts';
import { pageFolder, pagePrefix } from '#features/hosted-sessions/server/session/page-html.ts';
import { createApp } from '#server/http/create-app.ts';
import type { Metrics } from '#server/metrics.ts';
import { registerRoutes } from '#server/register-routes.ts';
import type { Services } from '#server/services.ts';
import { handlers } from '../handlers.ts';
import { accessControlRoutes } from './sandbox-access-control.ts';
import { type ApiDocument, buildApiDocument } from '#features/api-docs/openapi/build-document.ts';
import { renderApiPage } from '#features/api-docs/page/render-api-page.ts';

/** The gateway: merchant API and hosted pages, the only server that handles card numbers. */
export async function createGateway(services: Services, metrics: Metrics): Promise<FastifyInstance> {
  const app = await createApp('gateway', services);
  registerRoutes(app, 'gateway', handlers, services, metrics);
  mountApiPage(
    app,
    buildApiDocument(
      handlers.map(({ call }) => call),
      services.config,
    ),
  );
  if (existsSync(pageFolder)) await servePages(app);
  if ('accessControl' in services.threeDSecure)
    accessControlRoutes(app, services.threeDSecure as SandboxThreeDSecure);
  return app;
}

/** Scripts, styles, fonts and texts of the hosted pages. The documents themselves are endpoints. */
async function servePages(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: pageFolder,
    prefix: pagePrefix,
    index: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => path === '/icon.svg' || /^\/(?:assets|locales)\//.test(path),
    setHeaders: (reply, path) => {
      // File names contain a content hash; texts are revalidated.
      const isHashed = path.startsWith(join(pageFolder, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** For a browser that opens the gateway's root. */
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

/** The documentation at /docs and its OpenAPI document, without third parties, from two files. */
function mountApiPage(app: FastifyInstance, document: ApiDocument): void {
  const page = renderApiPage(document);
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

/** The page works without it. With it, the search box filters and opens sections. */
const pageScript = `'use strict';
const search = document.getElementById('search');
const none = document.getElementById('none');
const parts = [...document.querySelectorAll('main details, main section:last-of-type tbody tr')].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
}));
const sections = [...document.querySelectorAll('main section')];
search.parentElement.hidden = false;
function find() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const { element, text } of parts) element.hidden = !words.every((word) => text.includes(word));
  for (const section of sections) {
    const inside = [...section.querySelectorAll('details, tbody tr')].filter((one) => parts.some((part) => part.element === one));
    section.hidden = words.length > 0 && !inside.some((one) => !one.hidden);
  }
  none.hidden = !sections.every((section) => section.hidden);
}
search.addEventListener('input', find);
function open() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener('hashchange', open);
open();
`;

const pageStyle = `:root { color-scheme: light dark; font: 15px/1.5 Inter, system-ui, sans-serif; color: light-dark(#161a22, #e7e9ee); background: light-dark(#fafafb, #111318); }
body { margin: 0 auto; max-width: 960px; padding: 24px; }
h1 { font-size: 22px; margin: 0; }
h2 { font-size: 17px; margin: 32px 0 8px; overflow-wrap: anywhere; }
h3 { font-size: 15px; margin: 16px 0 4px; }
a { color: light-dark(#4340ad, #b3b2f1); }
code, pre { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 12px; border-radius: 8px; background: light-dark(#f0f1f4, #1e222b); }
pre code { overflow-wrap: normal; }
label { display: block; }
input { font: inherit; color: inherit; width: min(100%, 360px); box-sizing: border-box; padding: 6px 10px; border: 1px solid light-dark(#858c99, #6b7280); border-radius: 8px; background: light-dark(#fff, #171a21); }
details { border: 1px solid light-dark(#e9ebef, #2b303b); border-radius: 8px; padding: 8px 12px; margin: 8px 0; background: light-dark(#fff, #171a21); }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary span, em { color: light-dark(#5f6775, #9aa0ae); }
summary span { display: block; font-size: 13px; }
em { font-size: 12px; }
b[data-method] { font-size: 12px; padding: 1px 6px; border-radius: 6px; color: light-dark(#4340ad, #c4c3f6); background: light-dark(#edecfc, #26264a); }
b[data-method="DELETE"] { color: light-dark(#a8221c, #ff9f97); background: light-dark(#fdecea, #3a1b1b); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: start; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid light-dark(#e9ebef, #2b303b); }
th { font-weight: 600; }
:focus-visible { outline: 2px solid light-dark(#625fd8, #8f8df0); outline-offset: 2px; }
`;
