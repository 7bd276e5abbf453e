import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Program, Auth } from '#shared/define-endpoint.ts';
import { Problem, problems } from '#shared/problem.ts';
import { readProxyHeader } from './client-address.ts';
import { readJson, readToEnd, readUploads } from './read-body.ts';
import { problemReply, toProblem } from './problem-reply.ts';
import type { Services } from '../services.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The maximum JSON body. Uploads have their own limit. */
const bodyLimit = 1024 * 1024;
/** URLs of statements can list thousands of merchants, which exceeds Node's default of 16 kB. */
const headerLimit = 64 * 1024;

/** Creates a Fastify instance with the limits, headers and error responses of every program. */
export async function createApp(program: Program, services: Services): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit,
    // Node checks for slow requests at this interval. With the default of 30 s they lived up to 78 s.
    http: {
      connectionsCheckingInterval: 2500,
      headersTimeout: 20_000,
      ...(program === 'portal' ? { maxHeaderSize: headerLimit } : {}),
    },
    requestTimeout: 25_000,
    connectionTimeout: 60_000,
    trustProxy: trustedHops(services.config),
    // The first that sees a request.
    rewriteUrl(request) {
      const { trustProxy, proxyHeader } = services.config;
      if (trustProxy !== false) readProxyHeader(request, proxyHeader);
      return request.url ?? '/';
    },
    genReqId: () => randomUUID(),
    // Draining closes keep-alive connections and completes open responses.
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // A URL that cannot be decoded ('/setup/%E0%A4%A') reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(program, services.config));
      const wantsPage = program === 'portal' && (request.headers.accept ?? '').includes('text/html');
      if (wantsPage) void reply.redirect('/error?errorCode=404');
      else sendProblem(fromFastify(error), request.id, reply as FastifyReply, request.url);
    },
  });
  refuseUndeclaredRoutes(app, program);
  await app.register(cookie);
  await app.register(formbody);
  readJson(app, program);
  if (program === 'portal') readUploads(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders(program, services.config));
  });
  app.addHook('onRequest', async (request) => {
    // Its statements may need what a newer release has removed.
    if (services.state.databaseRelease.exclusion !== undefined && !always.has(request.url))
      throw problems.programExcluded();
  });
  limitRequests(app);
  compressTexts(app);
  if (program === 'gateway') rejectUnknownRoutes();
  app.setErrorHandler(async (error, request, reply) => {
    const problem = fromFastify(error);
    if (problem.status === 413 && (await readToEnd(request.raw))) reply.removeHeader('connection');
    if (problem.status === 500) services.log.error({ err: error, requestId: request.id }, 'request failed');
    sendProblem(problem, request.id, reply, request.url);
    return reply;
  });
  return app;

  /** Responds 405 with the allowed methods for a known path, and 404 otherwise. */
  function rejectUnknownRoutes(): void {
    const routes: { method: string; path: RegExp; names: number }[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      const path = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
      const names = url.split(':').length;
      routes.push(...[method].flat().map((httpMethod) => ({ method: httpMethod, path, names })));
    });
    app.setNotFoundHandler((request, reply) => {
      const [path = ''] = request.url.split('?');
      const matching = routes.filter((route) => route.path.test(path));
      // `…/payment` also matches a transaction's path. The most literal route wins.
      const minNames = Math.min(...matching.map(({ names }) => names));
      const methods = matching.filter(({ names }) => names === minNames).map(({ method }) => method);
      const problem = methods.length > 0 ? problems.methodNotAllowed(methods) : problems.unknownPath();
      sendProblem(problem, request.id, reply, request.url);
    });
  }

  function sendProblem(problem: Problem, requestId: string, reply: FastifyReply, url = ''): void {
    const { status, body, headers } = problemReply(problem, { program, url, requestId });
    reply
      .status(status)
      .headers({ 'x-request-id': requestId, ...headers })
      .send(body);
  }
}

/** Converts a number of proxies to Fastify's function. */
function trustedHops({ trustProxy }: Services['config']) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
}

function fromFastify(error: unknown): Problem {
  const status = (error as { statusCode?: number }).statusCode;
  if (status === 413) return new Problem(413, 'TOO_LARGE', 'too_large');
  if (status === 415) return new Problem(415, 'UNSUPPORTED_TYPE', 'unsupported_type');
  if (status !== undefined && status >= 400 && status < 500) return problems.invalid('body');
  return toProblem(error);
}

function securityHeaders(program: Program, config: Services['config']): Record<string, string> {
  const https = config.portalUrl.startsWith('https:');
  // The terminal embeds the hosted payment page, which returns to our own redirect page.
  const frames = program === 'portal' ? ` frame-src 'self' ${new URL(config.checkoutUrl).origin};` : '';
  const policy =
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; ` +
    `font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; ` +
    `object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script';${frames}`;
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cache-control': 'no-store',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** The maximum of concurrent requests in one program. */
const maxAtOnce = 1000;
/** Health checks are always served. */
const always = new Set(['/health', '/ready']);

/** Responds 503 to requests above the limit. */
export function limitRequests(app: FastifyInstance, max = maxAtOnce): void {
  let openRequests = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (always.has(request.url)) return;
    if (openRequests >= max) throw problems.busy();
    openRequests += 1;
    let isOver = false;
    const leave = (): void => {
      if (!isOver) openRequests -= 1;
      isOver = true;
    };
    reply.raw.once('finish', leave).once('close', leave);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The authorisation of the route's endpoint. */
    auth?: Auth;
  }
  interface FastifyInstance {
    /** Of a gateway that logs requests: writes those that wait. */
    requestLog?: { flush(): Promise<void> };
  }
}

/** Public routes without an endpoint: files, documentation, and pages of a demo. */
const openRoutes: Readonly<Record<Program, readonly string[]>> = {
  portal: ['/health', '/ready', '/', '/*', '/debug/mail', '/debug/mail/:mailId', '/debug/mail/:mailId/html'],
  gateway: [
    '/health',
    '/ready',
    '/',
    '/hosted/page/*',
    '/hosted/sandbox-acs',
    '/hosted/sandbox-acs/answer',
    '/hosted/sandbox-acs/method',
  ],
};

/** Fails the start for a route without declared authorisation (docs/domain.md#permissions). */
function refuseUndeclaredRoutes(app: FastifyInstance, program: Program): void {
  const openPaths = new Set(openRoutes[program]);
  app.addHook('onRoute', ({ method, url, config }) => {
    const auth = config?.auth;
    const names = auth && 'anyOf' in auth ? auth.anyOf : auth && 'allOf' in auth ? auth.allOf : undefined;
    if (names?.length === 0) throw new Error(`${String(method)} ${url} needs an empty list of permissions`);
    if (auth || openPaths.has(url)) return;
    throw new Error(`${String(method)} ${url} declares no auth`);
  });
}

/** A smaller response fits into the first packets anyway. Most responses to merchants are smaller. */
const minBytes = 2048;

const encodings = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

/**
 * Compresses JSON and HTML responses. A page of another site cannot learn secrets from their length: the session cookie is not
 * sent with its requests (SameSite=Strict).
 */
export function compressTexts(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minBytes) return payload;
    if (!/^(?:application\/(?:\w+\+)?json|text\/html)\b/.test(String(reply.getHeader('content-type'))))
      return payload;
    reply.header('vary', 'accept-encoding');
    const encoding = acceptedEncoding(String(request.headers['accept-encoding'] ?? ''));
    if (encoding === undefined) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return encodings[encoding](payload);
  });
}

/** The first supported encoding that the client accepts. A quality of zero rejects an encoding. */
function acceptedEncoding(accepted: string): keyof typeof encodings | undefined {
  const names = accepted
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
}
