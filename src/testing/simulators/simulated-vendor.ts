import type { ProcessorAdapter, ProcessorEvent, RawEvents } from '#integrations/processors/adapter.ts';
import { faultyClient } from '#integrations/processors/kit/faulty-client.ts';
import type {
  DisputeMessage,
  EventSource,
  KitSubject,
  KitTriggers,
  Movement,
  PaidOperation,
} from '#integrations/processors/kit/subject.ts';
import type { SettlementReportRef } from '#integrations/processors/settlements.ts';
import { fromProcessorMinor } from '#integrations/processors/processor-amount.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import type { BookEntry } from './books.ts';
import { startLoopbackServer } from './loopback-server.ts';

/** No check waits for it. */
const timeoutMs = 9000;

/** The clock of a simulator and its adapter, which the kit moves forward. */
export class RunningClock {
  #aheadMs = 0;
  now = (): Date => new Date(Date.now() + this.#aheadMs);
  pass(ms: number): void {
    this.#aheadMs += ms;
  }
}

interface Vendor {
  clock: RunningClock;
  name: string;
  url: string;
  adapter: ProcessorAdapter;
  settings?: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  account: Readonly<Record<string, string>>;
  triggers: KitTriggers;
  /** Of the vendor's amounts. */
  digits: Readonly<Record<string, number>>;
  events: EventSource;
  /** Amounts in the vendor's minor units that moved under the reference. */
  movements(reference: string): Movement[];
  violations(): readonly string[];
  /** Everything that the simulator keeps. */
  rows(): string;
  /** Reports to the kit from now on. */
  listen(url: string): void;
  passTime(): Promise<unknown>;
  openDispute(payment: PaidOperation): void;
  /** Makes a report of what was paid; its announcement follows. */
  makeReport(damage?: 'exchanged columns' | 'cut'): void;
  /** Whether reports are files, which can be damaged. */
  hasFiles: boolean;
  close(): Promise<void>;
}

/** A connection of the vendor's adapter to its simulator, whose events are stored as the gateway stores them. */
export async function simulatedSubject(vendor: Vendor): Promise<KitSubject> {
  const { client, faults } = faultyClient(
    safeWebClient({ isInsecureAllowed: false, privateHosts: [new URL(vendor.url).host] }),
  );
  const stored: ProcessorEvent[] = [];
  const logs: string[] = [];
  const connection = vendor.adapter.connect({
    mode: 'TEST',
    settings: vendor.settings ?? {},
    secrets: vendor.secrets,
    eventUrl: 'https://gateway.example/processor/kit/events',
    http: client,
    clock: vendor.clock,
    log: { warn: (facts, message) => logs.push(JSON.stringify(facts) + message) },
    events: {
      find: async (reference) =>
        stored.filter((event) => 'reference' in event && event.reference === reference),
    },
    timeoutMs,
  });
  const messages: DisputeMessage[] = [];
  const receiver = await startLoopbackServer(0, async ({ headers, body }) => {
    const raw = toRaw(headers, body);
    const events = connection.readEvents?.(raw) ?? 'rejected';
    if (events === 'rejected') return { status: 401, body: {} };
    if (events.some(({ kind }) => kind === 'dispute')) messages.push({ raw, events });
    stored.push(...events.filter(({ eventId }) => stored.every((known) => known.eventId !== eventId)));
    return { status: 200, body: {} };
  });
  vendor.listen(receiver.url);
  // Adyen captures a sale after an hour, and refunds captured sales only.
  const send: typeof connection.send = (operation) => {
    if (operation.kind === 'REFUND') vendor.clock.pass(2 * hourMs);
    return connection.send(operation);
  };
  const inOurs = ({ amountMinor, currency }: Movement): Movement => {
    const ours = fromProcessorMinor(amountMinor, currency, vendor.digits[currency] ?? 2);
    return { amountMinor: ours ?? Number.NaN, currency };
  };
  const reportAfter = async (damage?: 'exchanged columns' | 'cut'): Promise<SettlementReportRef[]> => {
    vendor.clock.pass(10 * dayMs);
    await vendor.passTime();
    vendor.makeReport(damage);
    await vendor.passTime();
    return stored.flatMap((event) =>
      event.kind === 'report-ready' ? [{ name: event.reference, address: event.address ?? '' }] : [],
    );
  };
  return {
    name: vendor.name,
    connection: { ...connection, send },
    account: vendor.account,
    timeoutMs,
    faults,
    triggers: vendor.triggers,
    events: vendor.events,
    disputes: {
      open(payment) {
        vendor.clock.pass(2 * hourMs);
        vendor.openDispute(payment);
      },
      async reports() {
        await vendor.passTime();
        return messages;
      },
      passDeadline: () => vendor.clock.pass(30 * dayMs),
    },
    settlement: {
      settle: async () => (await reportAfter()).toReversed(),
      ...(vendor.hasFiles
        ? { damaged: async (damage) => (await reportAfter(damage)).at(-1) ?? { name: 'none' } }
        : {}),
    },
    violations: () => (process.env.COUNTINGHOUSE_VENDOR_DOCS === undefined ? undefined : vendor.violations()),
    movements: async (reference) => vendor.movements(reference).map(inOurs),
    now: vendor.clock.now,
    async passTime() {
      vendor.clock.pass(20 * minuteMs);
      await vendor.passTime();
    },
    logged: () => logs.join('\n'),
    rows: async () => `${vendor.rows()}\n${JSON.stringify(stored)}`,
    close: async () => {
      await vendor.close();
      await receiver.close();
    },
  };
}

function toRaw(headers: Readonly<Record<string, unknown>>, body: string | Buffer): RawEvents {
  const texts = Object.entries(headers).filter((one): one is [string, string] => typeof one[1] === 'string');
  return { headers: Object.fromEntries(texts), body: Buffer.from(body) };
}

export const card = (pan: string, more: { cv2?: string; holderName?: string } = {}) => ({
  pan,
  expiry: '0330',
  cv2: '737',
  holderName: 'Kit',
  ...more,
});
export const visa = '4111111111111111';

/** Signs with the webhook's key, or with that of another account. */
export const eventSource = (
  sign: (event: ProcessorEvent, key: string) => RawEvents,
  key: string,
  anotherKey: () => string,
): EventSource => ({
  sign: (event) => sign(event, key),
  signForAnother: (event) => sign(event, anotherKey()),
});

/** The approvals of a reference that were not released. */
export const listPayments = (books: readonly BookEntry[], reference: string): Movement[] =>
  books
    .filter((entry) => entry.reference === reference && entry.cancelled < entry.authorised)
    .flatMap(({ approvals, authorised, currency }) =>
      Array.from({ length: approvals }, () => ({ amountMinor: authorised / approvals, currency })),
    );
