import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ServedEndpoint,
  type Program,
  parseRoute,
  programForUrl,
  protocolForUrl,
} from '#shared/define-endpoint.ts';
import { downloadBegun, downloadCookie } from '#shared/form-post.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { problems } from '#shared/problem.ts';
import { compareReleases } from '#shared/release.ts';
import { oldestPage } from './config.ts';
import { parseTraceparent } from '#tracing/span.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { type AuditContext, rememberAuditContext, withAuditContext } from './audit/audit-context.ts';
import { AuditLogger } from './audit/audit-logger.ts';
import { ApiKeyUse } from './auth/api-key-use.ts';
import { limitCalls, limitSearches } from './auth/throttle.ts';
import { clientAddress } from './http/client-address.ts';
import { ApprovalNeeded, type RequireApproval } from './auth/require-approval.ts';
import {
  type Attempts,
  authenticate,
  authenticateUser,
  checkAntiForgery,
  countAttempts,
} from './auth/authenticate.ts';
import type { Caller } from './auth/caller.ts';
import { requireStepUp } from './auth/step-up.ts';
import { authoriseRequest } from './guard.ts';
import { Download, type Handler, Reply, type RequestInfo } from './handler.ts';
import { minuteMs, secondMs } from './clock.ts';
import { CallsInFlight } from './http/calls-in-flight.ts';
import { type LimitState, rateLimitHeaders } from './http/rate-limit-headers.ts';
import type { Metrics } from './metrics.ts';
import { isOverload, problemReply, toProblem } from './http/problem-reply.ts';
import { parsePart, parseRequest } from './http/parse-request.ts';
import { parseFormBody, readForm, rejectUpload, uploadBodyLimit, readDownloadId } from './http/read-body.ts';
import type { Services } from './services.ts';
import { atClockOfRequest, describeTestClocks } from './time/test-clock.ts';

/** How late the requests of API keys are counted. */
const keyUseMs = 10 * secondMs;

/** The body limit of public endpoints, which parse bodies before authentication. */
const publicBodyLimit = 64 * 1024;

/** Registers the handlers of a program at their route and their merchant API route. */
export function registerRoutes(
  app: FastifyInstance,
  program: Program,
  handlers: readonly Handler[],
  services: Services,
  metrics: Metrics,
): void {
  const auditLogger = new AuditLogger(services);
  const attempts = countAttempts(services);
  const keyUse = new ApiKeyUse(services);
  const inFlight = new CallsInFlight();
  const timers = [
    setInterval(() => void auditLogger.flush(), minuteMs).unref(),
    setInterval(() => void keyUse.flush(), keyUseMs).unref(),
  ];
  app.addHook('onClose', async () => {
    timers.forEach(clearInterval);
    await Promise.all([auditLogger.flush(true), keyUse.flush()]);
  });
  for (const handler of handlers) {
    const { route: mainRoute, merchantRoute: merchantApi, auth } = handler.endpoint;
    for (const route of merchantApi ? [mainRoute, merchantApi] : [mainRoute]) {
      const { method, url } = parseRoute(route);
      if (programForUrl(url) !== program) continue;
      requireTokenForScim(handler.endpoint, url);
      app.route({
        method,
        url: url.replaceAll(/\{(\w+)\}/g, ':$1'),
        config: { auth },
        bodyLimit: handler.kind === 'public' ? publicBodyLimit : undefined,
        ...limitUpload(handler.endpoint, program, services),
        handler: (request, reply) =>
          serveTraced(handler, program, request, reply, {
            services,
            metrics,
            auditLogger,
            attempts,
            keyUse,
            inFlight,
          }),
      });
    }
  }
}

/** Fails the start for a SCIM call without a token, and for a token outside SCIM. */
function requireTokenForScim({ name, auth }: ServedEndpoint, url: string): void {
  const takesToken = 'access' in auth && auth.access === 'scim-token';
  if (takesToken !== (protocolForUrl(url) === 'scim'))
    throw new Error(`${name} is not a call for SCIM tokens`);
}

/** A larger body is read for a signed-in caller only. */
function limitUpload({ uploadBytes }: ServedEndpoint, program: Program, services: Services) {
  if (uploadBytes === undefined) return {};
  return {
    bodyLimit: uploadBodyLimit(uploadBytes),
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      await authenticateUser(requestInfo(program, request, reply, services), services, services.clock.now());
    },
  };
}

interface RouteDeps {
  services: Services;
  metrics: Metrics;
  auditLogger: AuditLogger;
  attempts: Attempts;
  keyUse: ApiKeyUse;
  inFlight: CallsInFlight;
}

/** In a trace: of its own, or of the caller where a trusted proxy has forwarded the request. */
async function serveTraced(
  handler: Handler,
  program: Program,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<FastifyReply> {
  const { tracer } = deps.services;
  if (!tracer) return serve(handler, program, request, reply, deps);
  const route = routeUrl(request);
  // Fastify names more than one address when the peer is a trusted proxy that named its client.
  const isForwarded = (request.ips?.length ?? 0) > 1;
  const header = isForwarded ? request.headers.traceparent : undefined;
  const start = {
    name: `${request.method} ${route}`,
    kind: 'server',
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'countinghouse.call': handler.endpoint.name,
      'countinghouse.request_id': request.id,
    },
  } as const;
  return tracer.trace(
    start,
    parseTraceparent(typeof header === 'string' ? header : undefined),
    async (span) => {
      await serve(handler, program, request, reply, deps);
      if (span) {
        span.attributes['http.response.status_code'] = reply.statusCode;
        span.isFailed = reply.statusCode >= 500;
      }
      return reply;
    },
  );
}

async function serve(
  handler: Handler,
  program: Program,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<FastifyReply> {
  const { services, metrics, auditLogger } = deps;
  const started = performance.now();
  const info = requestInfo(program, request, reply, services);
  const act: AuditContext = { endpoint: handler.endpoint, request: info, line: 'none' };
  rememberAuditContext(request, act);
  if (!services.config.production) reply.header('x-answered-by', handler.endpoint.name);
  reply.header('x-request-id', info.id);
  // A page of the previous release works on, and offers to reload.
  if (program === 'portal') reply.header('x-product-version', services.config.version);
  try {
    const result = await withAuditContext(act, () => run(handler, program, { request, reply }, act, deps));
    if (handler.endpoint.takesForm) announceForm(request, reply, downloadBegun, services);
    send(handler.endpoint, reply, result, services);
  } catch (error) {
    const problem = toProblem(error);
    await withAuditContext(act, () => auditLogger.refused(act, error));
    if (isOverload(error)) {
      // A line a request at a higher level would hide the cause, which prepare-database.ts logs.
      services.log.debug({ err: error, call: handler.endpoint.name, requestId: info.id }, 'call refused');
    } else if (problem !== error) {
      services.log.error({ err: error, call: handler.endpoint.name, requestId: info.id }, 'call failed');
    }
    const { status, body, headers } = problemReply(problem, {
      program,
      url: routeUrl(request),
      requestId: info.id,
    });
    if (handler.endpoint.takesForm) announceForm(request, reply, String(status), services);
    reply.status(status).headers(headers).send(body);
  } finally {
    deps.inFlight.leave(request);
  }
  const seconds = (performance.now() - started) / 1000;
  metrics.observe(handler.endpoint.name, reply.statusCode, seconds);
  services.log.debug(
    {
      call: handler.endpoint.name,
      status: reply.statusCode,
      ms: Math.round(seconds * 1000),
      requestId: info.id,
    },
    'request completed',
  );
  return reply;
}

async function run(
  handler: Handler,
  program: Program,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  act: AuditContext,
  { services, auditLogger, attempts, keyUse, inFlight }: RouteDeps,
): Promise<unknown> {
  const now = services.clock.now();
  const { endpoint } = handler;
  const info = act.request;
  rejectUpload(endpoint, request);
  const form = program === 'portal' ? readForm(endpoint, request) : undefined;
  const audited = async (result: unknown): Promise<unknown> => {
    const status = result instanceof Reply ? result.status : 200;
    await auditLogger.allowed(services.database, act, status < 400 ? 'allowed' : `refused: ${status}`);
    return result;
  };
  if (handler.kind === 'public') {
    if (isUnsafe(request) && program === 'portal') checkAntiForgery(info, services);
    const parts = parse(endpoint, request);
    await limitCalls(services.database, endpoint, info.ip, now);
    return audited(await handler.run({ ...parts, request: info, services, now }));
  }
  const protocol = protocolForUrl(routeUrl(request));
  const caller = await authenticate(protocol, info, { services, attempts, now });
  act.caller = caller;
  const limits: LimitState[] = [];
  if (protocol === 'merchant-api') {
    keyUse.count(caller);
    const { transactionId } = request.params as { transactionId?: string };
    limits.push(inFlight.enter(request, caller.id, isUnsafe(request) ? transactionId : undefined));
    reply.headers(rateLimitHeaders(limits));
  }
  if (protocol === 'portal') {
    if (isUnsafe(request)) checkAntiForgery(info, services, { caller, formValue: form?.antiForgery });
    checkPage(endpoint, caller, info);
    if (caller.testClocks) reply.header('x-test-clocks', describeTestClocks(caller));
  }
  // Authorises by ids before it validates the body, so that refused callers learn nothing about the schema.
  const path = parsePart(endpoint.path, request.params, 'path') as Record<string, unknown>;
  act.path = path;
  const requestBody = form ? parseFormBody(form) : request.body;
  const resource = await authoriseRequest(endpoint, path, caller, services, requestBody);
  act.resource = resource;
  if (endpoint.stepUp !== undefined) await requireStepUp(endpoint.stepUp, { caller, services, now });
  if (endpoint.rateLimit === 'search') {
    const left = await limitSearches(services, caller, now);
    if (left !== undefined && protocol === 'merchant-api') reply.headers(rateLimitHeaders([...limits, left]));
  }
  const parts = parse(endpoint, request, requestBody);
  await limitCalls(services.database, endpoint, caller.id, now);
  act.query = parts.query as Record<string, unknown>;
  const tenant = <T>(work: (sql: TenantSql) => Promise<T>) =>
    inTenant(services.database, caller.tenantIds, work);
  const requireApproval: RequireApproval = (sql, summary) =>
    services.approvalGate.require(sql, { endpoint, caller, resource }, summary);
  const companyServices = handler.keepsRealTime ? services : atClockOfRequest(services, caller, resource);
  const ctx = {
    ...parts,
    caller,
    resource,
    request: info,
    services: companyServices,
    now: companyServices === services ? now : companyServices.clock.now(),
    inTenant: tenant,
    requireApproval,
  };
  const runHandler = async (): Promise<unknown> => {
    if (handler.kind === 'steps') return audited(await handler.run(ctx));
    return tenant(async (sql) => {
      const result = await handler.run({ ...ctx, sql });
      // Writes the audit event in the transaction of the change (docs/domain.md#audit).
      await auditLogger.allowed(sql, act);
      return result;
    });
  };
  return runHandler().catch((error: unknown) => {
    if (!(error instanceof ApprovalNeeded)) throw error;
    const raw = { path: request.params, query: request.query, body: requestBody };
    return services.approvalGate.store(ctx, error, raw);
  });
}

/** The address of the route: that of the request may be encoded in several ways. */
const routeUrl = (request: FastifyRequest): string => request.routeOptions.url ?? request.url;

function isUnsafe(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD';
}

/**
 * Rejects requests of a page that is too old, which must reload (docs/domain.md#failed-requests), and of a user who must add a second
 * factor first.
 */
function checkPage(endpoint: ServedEndpoint, { session }: Caller, info: RequestInfo): void {
  const sentVersion = info.header('x-product-version');
  if (sentVersion !== undefined && compareReleases(sentVersion, oldestPage) < 0)
    throw problems.versionMismatch();
  if (session?.isEnrolling && !endpoint.duringEnrolment) throw problems.enrolmentRequired();
}

function parse(endpoint: ServedEndpoint, request: FastifyRequest, input = request.body) {
  return parseRequest(endpoint, { path: request.params, query: request.query, body: input });
}

function send(endpoint: ServedEndpoint, reply: FastifyReply, result: unknown, services: Services): void {
  if (result instanceof Download) {
    reply
      .header('content-type', result.contentType)
      .header('content-disposition', `attachment; filename="${result.fileName}"`)
      .send(Readable.from(result.rows));
    return;
  }
  const response = result instanceof Reply ? result : new Reply(result === undefined ? 204 : 200, result);
  reply.status(response.status).headers(response.headers);
  const secure = services.config.portalUrl.startsWith('https:');
  for (const { name, value, httpOnly, maxAgeSeconds: maxAge, sameSite = 'strict' } of response.cookies) {
    const options = { path: '/', sameSite, secure, httpOnly, maxAge } as const;
    if (value === undefined) reply.clearCookie(name, options);
    else reply.setCookie(name, value, options);
  }
  const isPending = endpoint.approval !== undefined && response.status === 202;
  if (!services.config.production && response.body !== undefined && !isPending) {
    const checked = endpoint.response.safeParse(response.body);
    if (!checked.success) {
      throw new Error(`${endpoint.name} sends a response that violates its schema: ${checked.error.message}`);
    }
  }
  reply.send(response.body);
}

function requestInfo(
  program: Program,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Pick<Services, 'log'>,
): RequestInfo {
  const aborter = new AbortController();
  // Don't abort if the response was fully sent.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) aborter.abort();
  });
  return {
    signal: aborter.signal,
    id: request.id,
    ip: clientAddress(request, services),
    // Sign-in stores this free text with the session.
    userAgent: maskCardNumbers((request.headers['user-agent'] ?? '').slice(0, 300)),
    program,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    cookie: (name) => request.cookies[name],
  };
}

/**
 * Sets the result of a form post in a cookie of its download, because a page cannot read the response of a form.
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
