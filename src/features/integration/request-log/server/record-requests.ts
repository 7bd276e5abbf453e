import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maskCardNumbers } from '#shared/card-number.ts';
import { protocolForUrl } from '#shared/define-endpoint.ts';
import { pathIds } from '#shared/org-path.ts';
import { type AuditContext, auditContextOf } from '#server/audit/audit-context.ts';
import { readApiCredentials } from '#server/auth/api-secret.ts';
import type { Caller } from '#server/auth/caller.ts';
import { minuteMs } from '#server/clock.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { findSharedOrganisation } from './api-request-table.ts';
import type { LoggedRequest } from './logged-request.ts';
import { RequestBuffer, droppedRequests } from './request-buffer.ts';
import { redactAddress, redactBody } from './redact-body.ts';

/** How many refused requests of a minute are logged for a key that they do not prove. */
const maxUnproven = 20;

/**
 * Logs the merchant API's requests for the developers of a company (docs/domain.md#request-log). Everything happens after the
 * response has been sent. Call it before the routes are registered.
 */
export function recordRequests(app: FastifyInstance, services: Services, metrics: Metrics): void {
  if (services.config.requestLogDays === 0) return;
  const buffer = new RequestBuffer(services);
  const unproven = new UnprovenLimit();
  const responses = new WeakMap<FastifyRequest, unknown>();
  // Two gateways of one process have separate buffers, and the metrics those of the first.
  if (!metrics.registry.getSingleMetric(droppedRequests)) metrics.registry.registerMetric(buffer.dropped);
  app.decorate('requestLog', buffer);
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    responses.set(request, payload);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    try {
      const logged = describeRequest(request, reply, responses.get(request), services);
      if (logged === undefined) return;
      if (logged.isProven || unproven.allows(logged.apiId, services.clock.now())) buffer.add(logged);
      else buffer.dropped.inc({ why: 'unproven' });
    } catch (error) {
      services.log.warn({ err: error, requestId: request.id }, 'request not logged');
    } finally {
      done();
    }
  });
  app.addHook('onClose', () => buffer.close());
}

/** The row of a request; undefined for one that is not of an API key. */
function describeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  response: unknown,
  { clock }: Pick<Services, 'clock'>,
): LoggedRequest | undefined {
  const act = auditContextOf(request);
  const url = request.routeOptions.url ?? request.url;
  if (act && ('access' in act.endpoint.auth ? act.endpoint.auth.access === 'public' : false))
    return undefined;
  if (act && protocolForUrl(url) !== 'merchant-api') return undefined;
  // A listener asks every twenty seconds, which would hide what a developer looks for.
  if (act?.endpoint.name === 'listenToEvents' && reply.statusCode === 200) return undefined;
  const caller = act?.caller;
  const apiId = caller?.id ?? readApiCredentials(request.headers.authorization)?.apiId;
  if (apiId === undefined || apiId.length > 60) return undefined;
  const { 'idempotency-key': key, 'user-agent': userAgent = '' } = request.headers;
  return {
    isProven: caller !== undefined,
    apiId,
    companyId: caller?.tenantIds[0] ?? null,
    organisationId: caller === undefined ? null : findOrganisation(request, act, caller),
    at: clock.now().getTime() - reply.elapsedTime,
    call: act?.endpoint.name ?? '',
    method: request.method.slice(0, 10),
    path: redactAddress(request.url, request.params),
    status: reply.statusCode,
    reasonCode: readReasonCode(response),
    durationMs: Math.round(reply.elapsedTime),
    requestId: request.id,
    idempotencyKey: typeof key === 'string' ? maskCardNumbers(key.slice(0, 255)) : null,
    isReplay: reply.getHeader('idempotent-replayed') !== undefined,
    transactionId: caller === undefined ? null : findTransaction(request, response),
    ip: act?.request.ip ?? request.ip,
    userAgent: maskCardNumbers(userAgent.slice(0, 200)).replaceAll('\0', ''),
    // Without its secret a request could write into the log of any key whose id is known.
    requestBody: caller === undefined ? null : (redactBody(request.body) ?? null),
    responseBody: redactBody(response) ?? null,
  };
}

/** The installation of the request, or what all installations of the key are below. */
function findOrganisation(request: FastifyRequest, act: AuditContext | undefined, caller: Caller): number {
  const paths = [...new Set(caller.held.map(({ scope }) => scope))];
  // A refused request has no resource, and may name the installation of another key.
  const named = Number(act?.resource?.installationId ?? member(request.params, 'installationId'));
  const isOwn = paths.some((path) => pathIds(path).at(-1) === named);
  return isOwn ? named : findSharedOrganisation(caller.organisation.id, paths);
}

function readReasonCode(response: unknown): string | null {
  const code = member(member(response, 'outcome'), 'reasonCode') ?? member(response, 'reasonCode');
  return typeof code === 'string' && /^[A-Z]\d{3}$/.test(code) ? code : null;
}

/** The transaction of the path, or the one that the request created. */
function findTransaction(request: FastifyRequest, response: unknown): number | null {
  const named =
    member(request.params, 'transactionId') ?? member(member(response, 'transaction'), 'transactionId');
  return typeof named === 'string' && /^[1-9]\d{5,15}$/.test(named) ? Number(named) : null;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Requests that name a key without its secret, counted for each key and minute. */
class UnprovenLimit {
  #minute = 0;
  readonly #counts = new Map<string, number>();

  allows(apiId: string, now: Date): boolean {
    const minute = Math.floor(now.getTime() / minuteMs);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = (this.#counts.get(apiId) ?? 0) + 1;
    if (this.#counts.size < 10_000 || count > 1) this.#counts.set(apiId, count);
    return count <= maxUnproven;
  }
}
