import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Endpoint, type Program, parseRoute, programForUrl } from '#shared/define-endpoint.ts';
import { downloadBegun, downloadCookie } from '#shared/form-post.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { isIpAddress } from '#shared/patterns.ts';
import { problems } from '#shared/problem.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { type AuditContext, withAuditContext } from './audit/audit-context.ts';
import { AuditLogger } from './audit/audit-logger.ts';
import { ApiAttempts } from './http/api-attempts.ts';
import { limitSearches } from './auth/search-limit.ts';
import { authenticateApi, authenticateUser, checkAntiForgery } from './auth/authenticate.ts';
import { authoriseRequest } from './guard.ts';
import { Download, type Handler, Reply, type RequestInfo } from './handler.ts';
import { minuteMs } from './clock.ts';
import type { Metrics } from './metrics.ts';
import { toFieldFault } from './http/field-fault.ts';
import { gatewayProblem, isOverload, portalProblem, toProblem } from './http/problem-reply.ts';
import { bodyOfForm, readDownloadId, readForm } from './http/read-form.ts';
import type { Services } from './services.ts';

/** What a stranger may send: sign-in, passwords, card forms. Parsing more costs before anything is checked. */
const publicBodyLimit = 64 * 1024;

/** Mounts every handler that belongs to the program, at its own place and its merchant API place. */
export function mount(
  app: FastifyInstance,
  program: Program,
  handlers: readonly Handler[],
  services: Services,
  metrics: Metrics,
): void {
  const lines = new AuditLogger(services);
  const attempts = new ApiAttempts(services);
  const timer = setInterval(() => void lines.flush(), minuteMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await lines.flush(true);
  });
  for (const handler of handlers) {
    const { route: at, merchantRoute: merchantApi, auth: needs } = handler.call;
    for (const place of merchantApi ? [at, merchantApi] : [at]) {
      const { method, url } = parseRoute(place);
      if (programForUrl(url) !== program) continue;
      app.route({
        method,
        url: url.replaceAll(/\{(\w+)\}/g, ':$1'),
        config: { needs },
        ...(handler.kind === 'public' ? { bodyLimit: publicBodyLimit } : {}),
        handler: (request, reply) =>
          serve(handler, program, request, reply, { services, metrics, lines, attempts }),
      });
    }
  }
}

interface RouteDeps {
  services: Services;
  metrics: Metrics;
  lines: AuditLogger;
  attempts: ApiAttempts;
}

async function serve(
  handler: Handler,
  program: Program,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<FastifyReply> {
  const { services, metrics, lines } = deps;
  const started = performance.now();
  const facts = requestInfo(program, request, reply);
  const act: AuditContext = { call: handler.call, request: facts, line: 'none' };
  if (!services.config.production) reply.header('x-answered-by', handler.call.name);
  reply.header('x-request-id', facts.id);
  try {
    const result = await withAuditContext(act, () => run(handler, program, request, act, deps));
    if (handler.call.takesForm) announceForm(request, reply, downloadBegun, services);
    send(handler.call, reply, result, services);
  } catch (error) {
    const problem = toProblem(error);
    await withAuditContext(act, () => lines.refused(act, error));
    if (isOverload(error)) {
      // One line a request would bury the line that says why (prepare-database.ts).
      services.log.debug({ err: error, call: handler.call.name, requestId: facts.id }, 'call refused');
    } else if (problem !== error) {
      services.log.error({ err: error, call: handler.call.name, requestId: facts.id }, 'call failed');
    }
    const { status, body, headers } =
      program === 'gateway' ? gatewayProblem(problem, request.url) : portalProblem(problem, facts.id);
    if (handler.call.takesForm) announceForm(request, reply, String(status), services);
    reply.status(status).headers(headers).send(body);
  }
  const seconds = (performance.now() - started) / 1000;
  metrics.observe(handler.call.name, reply.statusCode, seconds);
  services.log.debug(
    {
      call: handler.call.name,
      status: reply.statusCode,
      ms: Math.round(seconds * 1000),
      requestId: facts.id,
    },
    'answered',
  );
  return reply;
}

async function run(
  handler: Handler,
  program: Program,
  request: FastifyRequest,
  act: AuditContext,
  { services, lines, attempts }: RouteDeps,
): Promise<unknown> {
  const now = services.clock.now();
  const { call } = handler;
  const facts = act.request;
  const form = program === 'portal' ? readForm(call, request) : undefined;
  const told = async (result: unknown): Promise<unknown> => {
    const status = result instanceof Reply ? result.status : 200;
    await lines.allowed(services.database, act, status < 400 ? 'allowed' : `refused: ${status}`);
    return result;
  };
  if (handler.kind === 'public') {
    if (isUnsafe(request) && program === 'portal') checkAntiForgery(facts, services);
    return told(await handler.run({ ...parse(call, request), request: facts, services, now }));
  }
  const caller =
    program === 'gateway'
      ? await authenticateApi(facts, services, attempts)
      : await authenticateUser(facts, services, now);
  act.caller = caller;
  if (program === 'portal') {
    if (isUnsafe(request)) checkAntiForgery(facts, services, { caller, formValue: form?.antiForgery });
    checkVersion(facts, services.config.version);
  }
  // Ids first: a caller who may not see the organisation learns nothing of the body's rules either.
  const path = parsePart(call.path, request.params, 'path') as Record<string, unknown>;
  act.path = path;
  const sent = form ? bodyOfForm(form) : request.body;
  const resource = await authoriseRequest(call, path, caller, services, sent);
  act.resource = resource;
  if (call.rateLimit === 'search') await limitSearches(services, caller, now);
  const parts = parse(call, request, sent);
  act.query = parts.query;
  const ctx = { ...parts, caller, resource, request: facts, services, now };
  const tenant = <T>(work: (sql: TenantSql) => Promise<T>) =>
    inTenant(services.database, caller.tenantIds, work);
  if (handler.kind === 'steps') return told(await handler.run({ ...ctx, inTenant: tenant }));
  return tenant(async (sql) => {
    const result = await handler.run({ ...ctx, inTenant: tenant, sql });
    // In the transaction of the change, so that neither exists without the other (docs/domain.md#audit).
    await lines.allowed(sql, act);
    return result;
  });
}

function isUnsafe(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD';
}

/** A page of another version must reload before its calls mean something else (docs/domain.md#failed-requests). */
function checkVersion(facts: RequestInfo, version: string): void {
  const sent = facts.header('x-product-version');
  if (sent !== undefined && sent !== version) throw problems.versionMismatch();
}

function parse(call: Endpoint, request: FastifyRequest, sent = request.body) {
  return {
    path: parsePart(call.path, request.params, 'path') as never,
    query: parsePart(call.query, request.query, 'query') as never,
    body: parsePart(call.body, sent, 'body') as never,
  };
}

function parsePart(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const { path, detail } = toFieldFault(result.error, value ?? {});
  throw problems.invalid([part, ...path].join('.'), detail);
}

/**
 * A form's answer is a file, or nothing that a page could read: how it went stands in a cookie of this download. The
 * page shows the answer in a frame of its own.
 */
function announceForm(
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

function send(call: Endpoint, reply: FastifyReply, result: unknown, services: Services): void {
  if (result instanceof Download) {
    reply
      .header('content-type', result.contentType)
      .header('content-disposition', `attachment; filename="${result.fileName}"`)
      .send(Readable.from(result.rows));
    return;
  }
  const answer = result instanceof Reply ? result : new Reply(result === undefined ? 204 : 200, result);
  reply.status(answer.status).headers(answer.headers);
  const secure = services.config.portalUrl.startsWith('https:');
  for (const { name, value, httpOnly, maxAgeSeconds: maxAge } of answer.cookies) {
    const options = { path: '/', sameSite: 'strict', secure, httpOnly, maxAge } as const;
    if (value === undefined) reply.clearCookie(name, options);
    else reply.setCookie(name, value, options);
  }
  if (!services.config.production && answer.body !== undefined) {
    const checked = call.response.safeParse(answer.body);
    if (!checked.success) {
      throw new Error(`${call.name} answers what its contract does not say: ${checked.error.message}`);
    }
  }
  reply.send(answer.body);
}

function requestInfo(program: Program, request: FastifyRequest, reply: FastifyReply): RequestInfo {
  const over = new AbortController();
  // Whoever has had the whole answer needs nothing stopped.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) over.abort();
  });
  return {
    signal: over.signal,
    id: request.id,
    // A proxy that forwards what clients send may name anything.
    ip: isIpAddress(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''),
    // Free text like any other: sign-ins store it with the session.
    userAgent: maskCardNumbers((request.headers['user-agent'] ?? '').slice(0, 300)),
    program,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    cookie: (name) => request.cookies[name],
  };
}
