import { type JsonWebKey, hash } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import * as z from 'zod/mini';
import type { ProcessorConnection, ProcessorOperation, SentOperation } from '../adapter.ts';
import { parseJson } from './channel.ts';
import { decryptCard } from './encrypt-card.ts';
import {
  type CapabilitiesReply,
  acceptDisputeRequest,
  authenticationRequest,
  cardPayload,
  cardRequest,
  completionRequest,
  continuationRequest,
  cv2Payload,
  walletPayload,
  disputeFormRequest,
  invalidateRequest,
  operationRequest,
  panPayload,
  protocolVersion,
  submitEvidenceRequest,
} from './protocol.ts';
import { appleSessionRequest } from './wallet-messages.ts';
import { isIdOf, isSigned, readSigningSecret, signedHeaders } from './sign-message.ts';

/** What the service keeps of each reference: enough to recognise another body, and nothing of the card. */
export interface ReferenceStore {
  /**
   * Stores the first body of a reference in one step and returns what is stored then. `digest` is null for an
   * invalidation: what arrives afterwards is late, not different.
   */
  claim(reference: string, body: KnownReference): Promise<KnownReference>;
  find(reference: string): Promise<KnownReference | undefined>;
}

export interface KnownReference {
  digest: string | null;
  amountMinor: number;
  currency: string;
}

interface ServiceOptions {
  /** The processor that answers. */
  connection: ProcessorConnection;
  store: ReferenceStore;
  name: string;
  mode: 'TEST' | 'LIVE';
  signingSecret: string;
  /** The private key for cards, a JWK. */
  cardKey: JsonWebKey;
  clock?: { now(): Date };
  /** Never gets a body. */
  onError(error: unknown): void;
}

/** An answer, or 'silence': the connection is cut, as the result is not certain. */
type Answer = { status: number; body: object } | 'silence';

const maxBodyBytes = 65_536;
/** Files of a dispute. */
const maxEvidenceBytes = 150_000_000;

/**
 * The adapter's side of the protocol (docs/processors.md#adapter-protocol), in front of any connection: an example for
 * authors of adapters. Every answer to a signed call is signed, refusals too.
 */
export function serveProtocol(options: ServiceOptions): Server {
  const { signingSecret, clock = { now: () => new Date() }, onError } = options;
  const key = readSigningSecret(signingSecret);
  if (!key) throw new Error('the signing secret must be whsec_ and at least 24 bytes in base64');
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const most = url.startsWith('/v1/disputes/') ? maxEvidenceBytes : maxBodyBytes;
    const body = await readBody(request, most);
    const id = String(headers['webhook-id'] ?? '');
    if (body === undefined || !isSigned(key, headers, body, clock.now()) || !isIdOf(id, method, url)) {
      // Never signed: the sender could choose what. Its time shows a wrong clock in the connection test.
      const timestamp = String(Math.floor(clock.now().getTime() / 1000));
      send(response, 401, '{"kind":"unauthorised"}', { 'webhook-timestamp': timestamp });
      return;
    }
    const answer = await answerCall(options, method, url, body);
    if (answer === 'silence') {
      request.socket.destroy();
      return;
    }
    const text = JSON.stringify(answer.body);
    send(response, answer.status, text, signedHeaders(key, id, text, clock.now()));
  };
  return createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      onError(error);
      // The operation may have been made, so that no answer is right.
      request.socket.destroy();
    });
  });
}

/** With its length, so that headers and body leave in one piece. */
function send(response: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  const length = String(Buffer.byteLength(body));
  response
    .writeHead(status, { ...headers, 'content-type': 'application/json', 'content-length': length })
    .end(body);
}

async function readBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function answerCall(
  options: ServiceOptions,
  method: string,
  url: string,
  body: string,
): Promise<Answer> {
  const [path = '', query] = url.split('?');
  const [, version, resource, name, action, ...rest] = path.split('/').map(decodePart);
  const call = [method, resource, name === undefined ? '' : ':name', action ?? ''].filter(Boolean).join(' ');
  if (version !== 'v1' || rest.length > 0) return invalid;
  const json = parseJson(body);
  switch (call) {
    case 'GET capabilities':
      return { status: 200, body: describeCapabilities(options) };
    case 'POST operations':
      return runOperation(options, json);
    case 'GET operations :name':
      return lookUp(options, name ?? '');
    case 'POST operations :name invalidate':
      return invalidate(options, name ?? '', json);
    case 'POST cards':
      return keepCard(options, json);
    case 'DELETE cards :name':
      return forgetCard(options, name ?? '');
    case 'POST apple-pay-sessions':
      return openAppleSession(options, json);
    case 'POST disputes :name form':
    case 'POST disputes :name accept':
    case 'POST disputes :name submit':
      return answerDispute(options, name ?? '', action ?? '', json);
    case 'POST authentications':
      return authenticate(options, json);
    case 'POST authentications :name continuation':
      return continueAuthentication(options, name ?? '', json);
    case 'POST authentications :name completion':
      return complete(options, name ?? '', json);
    case 'GET settlements':
      return listSettlements(options, query);
    case 'GET settlements :name':
      return pageOfSettlement(options, name ?? '', query);
    default:
      return invalid;
  }
}

const invalid: Answer = { status: 400, body: { kind: 'invalid' } };

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function describeCapabilities({ connection, name, mode }: ServiceOptions): CapabilitiesReply {
  const google = connection.googlePay?.({});
  const { operations, currencies, schemes, wallets } = connection.capabilities;
  return {
    protocol: protocolVersion,
    contract: 2,
    name,
    mode,
    operations: Object.keys(operations) as CapabilitiesReply['operations'],
    currencies: currencies === 'ISO' ? 'ISO' : { ...currencies },
    ...(schemes === undefined ? {} : { schemes: [...schemes] }),
    ...(wallets === undefined ? {} : { wallets: [...wallets] }),
    applePay: connection.applePay !== undefined,
    ...(google && {
      googlePay: { gateway: google.gateway, gatewayMerchantId: google.gatewayMerchantId },
    }),
    threeDSecure: connection.threeDSecure !== undefined,
    disputes: connection.disputes !== undefined,
    settlements: connection.settlements?.list !== undefined,
  };
}

async function runOperation({ connection, store, cardKey }: ServiceOptions, json: unknown): Promise<Answer> {
  const parsed = z.safeParse(operationRequest, json);
  if (!parsed.success) return invalid;
  const { source: encrypted, ...facts } = parsed.data;
  const source = readSource(encrypted, cardKey);
  if (source === 'unreadable') return invalid;
  const operation: ProcessorOperation = { ...facts, source };
  const { reference, amountMinor, currency } = facts;
  // The card's JWE differs each time, and a digest of its number would be one.
  const digest = hash('sha256', JSON.stringify(facts), 'hex');
  const stored = await store.claim(reference, { digest, amountMinor, currency });
  if (stored.digest !== null && stored.digest !== digest) return { status: 422, body: { kind: 'different' } };
  return toAnswer(await connection.send(operation), reference, stored);
}

async function lookUp({ connection, store }: ServiceOptions, reference: string): Promise<Answer> {
  const stored = await store.find(reference);
  if (!stored) return { status: 404, body: { kind: 'unknown', reference } };
  const operation = sentOperation({ reference, ...stored });
  return toAnswer(await connection.lookup(operation), reference, stored);
}

async function invalidate(
  { connection, store }: ServiceOptions,
  reference: string,
  json: unknown,
): Promise<Answer> {
  const parsed = z.safeParse(invalidateRequest, json);
  if (!parsed.success || parsed.data.reference !== reference) return invalid;
  const { sentAt, amountMinor, currency, ...facts } = parsed.data;
  const stored = await store.claim(reference, { digest: null, amountMinor, currency });
  const operation = { ...facts, amountMinor, currency, sentAt: new Date(sentAt) };
  return toAnswer(await connection.invalidate(operation), reference, stored);
}

/** A look-up names the reference only. */
const sentOperation = ({
  reference,
  amountMinor,
  currency,
}: { reference: string } & KnownReference): SentOperation => ({
  reference,
  kind: 'SALE',
  amountMinor,
  currency,
  account: {},
  sentAt: new Date(0),
});

/** The protocol's form of a result. The stored amount is repeated, never the one of the request. */
function toAnswer(
  result: { kind: string; response?: object; why?: string },
  reference: string,
  { amountMinor, currency }: KnownReference,
): Answer {
  const { kind, response, why } = result;
  switch (kind) {
    case 'response':
      return { status: 200, body: { kind, reference, amountMinor, currency, response } };
    case 'pending':
      return { status: 202, body: { kind, reference } };
    case 'unknown':
      return { status: 404, body: { kind, reference } };
    case 'forbidden':
      return { status: 200, body: { kind, reference } };
    case 'not-sent':
      return { status: why === 'busy' ? 429 : 503, body: { kind, why } };
    default:
      return 'silence';
  }
}

function readSource(
  source: z.infer<typeof operationRequest>['source'],
  cardKey: JsonWebKey,
): ProcessorOperation['source'] | 'unreadable' {
  if (!source) return undefined;
  if ('card' in source) {
    const card = decrypt(source.card, cardKey, cardPayload);
    return card ? { card } : 'unreadable';
  }
  if ('wallet' in source) {
    const wallet = decrypt(source.wallet, cardKey, walletPayload);
    return wallet ? { wallet } : 'unreadable';
  }
  if (source.cv2 === undefined) return { credential: source.credential };
  const code = decrypt(source.cv2, cardKey, cv2Payload);
  return code ? { credential: source.credential, cv2: code.cv2 } : 'unreadable';
}

function decrypt<T>(jwe: string, cardKey: JsonWebKey, schema: z.ZodMiniType<T>): T | undefined {
  try {
    const parsed = z.safeParse(schema, decryptCard(jwe, cardKey));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function keepCard({ connection, cardKey }: ServiceOptions, json: unknown): Promise<Answer> {
  const parsed = z.safeParse(cardRequest, json);
  const card = parsed.success && decrypt(parsed.data.card, cardKey, cardPayload);
  if (!card) return invalid;
  const result = await connection.tokenize?.(card, parsed.data.owner);
  if (!result) return invalid;
  return result.kind === 'kept' ? { status: 200, body: result } : withoutReference(result);
}

async function forgetCard({ connection }: ServiceOptions, credential: string): Promise<Answer> {
  const result = await connection.forget?.(credential);
  if (!result) return invalid;
  return result.kind === 'forgotten' ? { status: 200, body: result } : withoutReference(result);
}

async function openAppleSession({ connection }: ServiceOptions, json: unknown): Promise<Answer> {
  const parsed = z.safeParse(appleSessionRequest, json);
  const result = parsed.success && (await connection.applePay?.open(parsed.data));
  if (!result) return invalid;
  return result.kind === 'opened' || result.kind === 'refused'
    ? { status: 200, body: { ...result, domain: parsed.data.domain } }
    : withoutReference(result);
}

async function answerDispute(
  { connection: { disputes }, clock = { now: () => new Date() } }: ServiceOptions,
  dispute: string,
  action: string,
  json: unknown,
): Promise<Answer> {
  if (!disputes) return invalid;
  const reply = (result: { kind: string; why?: string }): Answer =>
    result.kind === 'not-sent' || result.kind === 'no-response'
      ? withoutReference(result)
      : { status: 200, body: { ...result, dispute } };
  // The processor behind the service has the key.
  const sent = (key: string) => ({ key, sentAt: clock.now(), isRepeated: false });
  if (action === 'form') {
    const parsed = z.safeParse(disputeFormRequest, json);
    return parsed.success ? reply(await disputes.evidence({ dispute, ...parsed.data })) : invalid;
  }
  if (action === 'accept') {
    const parsed = z.safeParse(acceptDisputeRequest, json);
    if (!parsed.success) return invalid;
    const { key, account } = parsed.data;
    return reply(await disputes.accept({ dispute, account }, sent(key)));
  }
  const parsed = z.safeParse(submitEvidenceRequest, json);
  if (!parsed.success) return invalid;
  const { key, account, files, ...evidence } = parsed.data;
  const decoded = files.map(({ content, ...file }) => ({ ...file, body: Buffer.from(content, 'base64') }));
  return reply(await disputes.submit({ dispute, account }, sent(key), { ...evidence, files: decoded }));
}

const withoutReference = (result: { kind: string; why?: string }): Answer =>
  toAnswer(result, '', { digest: null, amountMinor: 0, currency: '' });

async function authenticate({ connection, cardKey }: ServiceOptions, json: unknown): Promise<Answer> {
  const parsed = z.safeParse(authenticationRequest, json);
  if (!parsed.success || !connection.threeDSecure) return invalid;
  const { source: encrypted, ...facts } = parsed.data;
  const source = 'card' in encrypted ? decrypt(encrypted.card, cardKey, panPayload) : encrypted;
  if (!source) return invalid;
  const result = await connection.threeDSecure.begin({ ...facts, source });
  return { status: 200, body: { ...result, reference: facts.reference } };
}

async function continueAuthentication(
  { connection }: ServiceOptions,
  reference: string,
  json: unknown,
): Promise<Answer> {
  const parsed = z.safeParse(continuationRequest, json);
  if (!parsed.success || parsed.data.reference !== reference || !connection.threeDSecure) return invalid;
  return stepAnswer(await connection.threeDSecure.continue(parsed.data), reference);
}

async function complete({ connection }: ServiceOptions, reference: string, json: unknown): Promise<Answer> {
  const parsed = z.safeParse(completionRequest, json);
  if (!parsed.success || parsed.data.reference !== reference || !connection.threeDSecure) return invalid;
  return stepAnswer(await connection.threeDSecure.complete(parsed.data), reference);
}

function stepAnswer(result: { kind: string }, reference: string): Answer {
  if (result.kind === 'no-response') return 'silence';
  const body = result.kind === 'invalid' ? { kind: 'invalid-response' } : result;
  return { status: 200, body: { ...body, reference } };
}

const afterOf = (query = ''): string | undefined => new URLSearchParams(query).get('after') ?? undefined;

async function listSettlements({ connection }: ServiceOptions, query: string | undefined): Promise<Answer> {
  const found = await connection.settlements?.list?.(afterOf(query));
  if (!found) return invalid;
  if (found.kind !== 'listed') return { status: 503, body: { kind: 'not-sent', why: 'unavailable' } };
  const reports = found.reports.map(({ name }) => name);
  const { cursor } = found;
  return { status: 200, body: { kind: 'reports', reports, ...(cursor === undefined ? {} : { cursor }) } };
}

/** The cursor is the number of the part, so that a page is read from the beginning: a real service starts at a line of its store. */
async function pageOfSettlement(
  { connection }: ServiceOptions,
  report: string,
  query: string | undefined,
): Promise<Answer> {
  const settlements = connection.settlements;
  if (!settlements) return invalid;
  const wanted = Number(afterOf(query) ?? 0);
  let number = 0;
  for await (const part of settlements.read({ name: report })) {
    if (part.kind === 'refused') return invalid;
    if (part.kind === 'unavailable') return { status: 503, body: { kind: 'not-sent', why: 'unavailable' } };
    if (part.kind === 'end') break;
    number += 1;
    if (number <= wanted) continue;
    const lines = part.lines.map(({ asRead: _text, ...line }) => line);
    return { status: 200, body: { kind: 'lines', report, lines, cursor: String(number) } };
  }
  return { status: 200, body: { kind: 'lines', report, lines: [] } };
}
