import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Program } from '#shared/define-endpoint.ts';
import { Problem, problems } from '#shared/problem.ts';
import { refuseUndeclaredRoutes } from './declared-routes.ts';
import { limitRequests } from './limit-requests.ts';
import { readJson } from './read-json.ts';
import { gatewayProblem, portalProblem, toProblem } from './problem-reply.ts';
import type { Services } from '../services.ts';

/** Largest JSON body of an ordinary call; uploads have a limit of their own. */
const bodyLimit = 1024 * 1024;
/** The address of a statement may name thousands of merchants; Node's own 16 kB would refuse to open it again. */
const headerLimit = 64 * 1024;

/** A Fastify instance with the limits, headers and error replies that every program shares. */
export async function createApp(program: Program, services: Services): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit,
    // Node looks for slow requests at this interval only, 30 seconds by default: they lived up to 78 seconds.
    http: {
      connectionsCheckingInterval: 2500,
      headersTimeout: 20_000,
      ...(program === 'portal' ? { maxHeaderSize: headerLimit } : {}),
    },
    requestTimeout: 25_000,
    connectionTimeout: 60_000,
    trustProxy: trustedHops(services.config),
    genReqId: () => randomUUID(),
    // Keep-alive connections are closed while draining, answers under way are finished.
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // An address that cannot be decoded ('/setup/%E0%A4%A') reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(program, services.config));
      const wantsPage = program === 'portal' && (request.headers.accept ?? '').includes('text/html');
      if (wantsPage) void reply.redirect('/error?errorCode=404');
      else sendProblem(fromFastify(error), request.id, reply as FastifyReply);
    },
  });
  refuseUndeclaredRoutes(app, program);
  await app.register(cookie);
  await app.register(formbody);
  readJson(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders(program, services.config));
  });
  limitRequests(app);
  if (program === 'gateway') rejectUnknownRoutes();
  app.setErrorHandler((error, request, reply) => {
    const problem = fromFastify(error);
    if (problem.status === 500) services.log.error({ err: error, requestId: request.id }, 'request failed');
    sendProblem(problem, request.id, reply, request.url);
  });
  return app;

  /** Says which methods a known path takes: a client's PUT for a POST is no unknown transaction. */
  function rejectUnknownRoutes(): void {
    const routes: { method: string; path: RegExp; names: number }[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      const path = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
      const names = url.split(':').length;
      routes.push(...[method].flat().map((one) => ({ method: one, path, names })));
    });
    app.setNotFoundHandler((request, reply) => {
      const [path = ''] = request.url.split('?');
      const known = routes.filter((route) => route.path.test(path));
      // `…/payment` is also a transaction's path with an odd id: the most literal one is meant.
      const fewest = Math.min(...known.map(({ names }) => names));
      const methods = known.filter(({ names }) => names === fewest).map(({ method }) => method);
      const problem = methods.length > 0 ? problems.methodNotAllowed(methods) : problems.unknownPath();
      sendProblem(problem, request.id, reply, request.url);
    });
  }

  function sendProblem(problem: Problem, requestId: string, reply: FastifyReply, url = ''): void {
    const { status, body, headers } =
      program === 'gateway' ? gatewayProblem(problem, url) : portalProblem(problem, requestId);
    reply
      .status(status)
      .headers({ 'x-request-id': requestId, ...headers })
      .send(body);
  }
}

/** Fastify takes addresses, or a function for a number of proxies in a row. */
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
  // The hosted payment page stands in the terminal's frame, and comes back to a page of our own in it.
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
