import { type Span, type SpanKind, type SpanSink, type TraceParent, withRootSpan } from './span.ts';

interface TracerOptions {
  /** Of an OTLP/HTTP collector: http://collector:4318. */
  url: string;
  /** The share of traces that are recorded, 0 to 1. */
  sample: number;
  version: string;
  /** Called when the collector stops accepting spans, and when it accepts them again. */
  onChange?(isReachable: boolean): void;
  random?(): number;
}

/** Ended spans that wait for the collector. More are dropped. */
const maxWaiting = 4096;
const maxBatch = 512;
const everyMs = 2000;
const timeoutMs = 5000;

/**
 * Records traces and sends them to a collector (decision 0280). A request never waits for the collector: spans wait in a
 * bounded buffer, and what it does not take is dropped and counted.
 */
export class Tracer implements SpanSink {
  readonly #options: TracerOptions;
  readonly #timer: NodeJS.Timeout;
  #waiting: Span[] = [];
  #sending: Promise<void> | undefined;
  #isReachable = true;
  sent = 0;
  dropped = 0;

  constructor(options: TracerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.flush(), everyMs).unref();
  }

  /** Runs `work` in a trace of its own, or in the caller's, unless sampling leaves it out. */
  trace<T>(
    start: { name: string; kind?: SpanKind; attributes?: Readonly<Record<string, string>> },
    parent: TraceParent | undefined,
    work: (span: Span | undefined) => Promise<T>,
  ): Promise<T> {
    const { sample, random = Math.random } = this.#options;
    // A caller can leave its request out, and cannot have more recorded than the share of the operator.
    if (parent?.isSampled === false || random() >= sample) return work(undefined);
    return withRootSpan(this, start, parent, work);
  }

  end(span: Span): void {
    if (this.#waiting.length >= maxWaiting) {
      this.dropped += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length === maxBatch) void this.flush();
  }

  /** Sends what waits, one batch at a time. */
  flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
    await this.flush();
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch);
      const isReachable = await this.#post(batch);
      if (isReachable) this.sent += batch.length;
      else this.dropped += batch.length;
      if (isReachable !== this.#isReachable) this.#options.onChange?.(isReachable);
      this.#isReachable = isReachable;
      if (!isReachable) return;
    }
  }

  async #post(batch: readonly Span[]): Promise<boolean> {
    const { url, version } = this.#options;
    try {
      const response = await fetch(`${url.replace(/\/$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toOtlp(batch, version)),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}

const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };

/** The JSON form of OTLP: ids are hexadecimal, times strings of nanoseconds. */
function toOtlp(spans: readonly Span[], version: string): object {
  const service = { 'service.name': 'countinghouse', 'service.version': version };
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes(service) },
        scopeSpans: [{ scope: { name: 'countinghouse', version }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  };
}

function toOtlpSpan(span: Span): object {
  const { traceId, spanId, parentId, name, kind, startedAt, durationMs, attributes, isFailed } = span;
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(startedAt + durationMs),
    attributes: toAttributes(attributes),
    status: { code: isFailed ? 2 : 0 },
  };
}

const toNanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);

const toAttributes = (attributes: Readonly<Record<string, string | number | boolean>>): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'number'
        ? { intValue: String(Math.round(value)) }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : { stringValue: value },
  }));
