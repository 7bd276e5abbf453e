import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export type SpanKind = 'internal' | 'server' | 'client';
/** Names, counts and states only: never values of a request, a statement or a person. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  name: string;
  kind: SpanKind;
  startedAt: number;
  /** Milliseconds. */
  durationMs: number;
  attributes: Record<string, string | number | boolean>;
  isFailed: boolean;
}

/** Receives every ended span. Must not block or throw. */
export interface SpanSink {
  end(span: Span): void;
}

interface Running {
  span: Span;
  sink: SpanSink;
}

const running = new AsyncLocalStorage<Running>();

/** The position in a trace that a caller has sent (W3C Trace Context). */
export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** Undefined for none and for one that is not valid. */
export function parseTraceparent(text: string | undefined): TraceParent | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(text ?? '') ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header for a service of ours; undefined outside a recorded trace. */
export function currentTraceparent(): string | undefined {
  const span = running.getStore()?.span;
  return span && `00-${span.traceId}-${span.spanId}-01`;
}

export const currentTraceId = (): string | undefined => running.getStore()?.span.traceId;

interface SpanStart {
  name: string;
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Begins a trace, or continues one of `parent`. */
export function withRootSpan<T>(
  sink: SpanSink,
  start: SpanStart,
  parent: TraceParent | undefined,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const traceId = parent?.traceId ?? newTraceId();
  return record(sink, newSpan(start, traceId, parent?.spanId), work);
}

/** A part of the trace that is recorded; outside one it only runs `work`. */
export function withSpan<T>(
  start: () => SpanStart,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const parent = running.getStore();
  if (!parent) return work(undefined);
  return record(parent.sink, newSpan(start(), parent.span.traceId, parent.span.spanId), work);
}

// Node keeps random bytes for many UUIDs: randomBytes() costs six times as much, and a payment has forty spans.
const newTraceId = (): string => randomUUID().replaceAll('-', '');
/** Of the digits that are all random. */
const newSpanId = (): string => {
  const uuid = randomUUID();
  return uuid.slice(0, 4) + uuid.slice(24);
};

function newSpan(
  { name, kind = 'internal', attributes }: SpanStart,
  traceId: string,
  parentId?: string,
): Span {
  return {
    traceId,
    spanId: newSpanId(),
    parentId,
    name,
    kind,
    startedAt: performance.timeOrigin + performance.now(),
    durationMs: 0,
    attributes: { ...attributes },
    isFailed: false,
  };
}

async function record<T>(sink: SpanSink, span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await running.run({ span, sink }, () => work(span));
  } catch (error) {
    // Not its message, which may contain values.
    span.isFailed = true;
    throw error;
  } finally {
    span.durationMs = performance.now() - started;
    sink.end(span);
  }
}
