import type { RouteMisfit } from '#shared/payments/route-misfits.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import type { Wallet } from '#shared/payments/wallets.ts';
import type { ConnectionMode, ProcessorConnection, ProcessorEvent, RawEvents } from './adapter.ts';

/** A connection that can be used now. */
export interface OpenConnection extends ProcessorConnection {
  id: number;
  name: string;
  /** Shown where the processor's response names no acquirer. */
  acquirerName: string;
  mode: ConnectionMode;
  /** What the administrator entered for an installation. */
  account: Readonly<Record<string, string>>;
}

/** What routes decide by. */
export interface RoutedPayment {
  installationId: number;
  /** Of the installation in the organisation tree. */
  path: string;
  /** Decides about shares: the same payment always takes the same route. */
  rootId: number;
  amountMinor: number;
  currency: string;
  /** Null where only the processor can read it: the card of a wallet. */
  scheme: string | null;
  /** Its token is bound to one processor: no share decides, and no other connection is tried. */
  wallet?: Wallet;
  kind: 'SALE' | 'AUTHORISE' | 'VERIFY' | 'PAYOUT';
  channel: 'ECOM' | 'MOTO' | 'STORED';
  /** Of the API key that requests it; undefined in the portal and on our pages: any. */
  mode?: ConnectionMode;
}

/** Why a payment went where it went. */
export interface RouteReason {
  connectionId: number;
  /** The rule; null where none decided. */
  routeId: number | null;
  /** RULE; CARD: the card is stored there; ORIGINAL: a follow-up; FAILOVER: nothing could be sent to the first one. */
  why: 'RULE' | 'CARD' | 'ORIGINAL' | 'FAILOVER';
}

export interface ChosenRoute {
  connection: OpenConnection;
  reason: RouteReason;
}

interface EventSource {
  id: number;
  readEvents(raw: RawEvents): ProcessorEvent[] | 'rejected';
}

/** A route that covers a payment, and why it does not take it: the words are those of docs/processors.md#routes. */
export interface RouteStep {
  routeId: number;
  /** Percent. */
  share: number;
  /** Empty: it fits. */
  misfits: RouteMisfit[];
}

/** A connection whose processor is asked for its reports. */
interface Reporter {
  id: number;
  readReports(since: Date): Promise<ProcessorEvent[]>;
}

/** The connections and routes at one moment; nothing here reads the database. */
export interface ProcessorSetup {
  /**
   * The first route that fits a new payment, one that is up before one that is not. X201: no route; A102: none for the
   * currency or the wallet. `except`: connections that could not be reached.
   */
  choose(payment: RoutedPayment, except?: readonly number[]): Result<ChosenRoute, { code: 'X201' | 'A102' }>;
  /** The modes of active connections that a route names. */
  readonly routedModes: readonly ConnectionMode[];
  /** Every route that covers a payment, in their order, with what each lacks. */
  explain(payment: Omit<RoutedPayment, 'rootId'>): RouteStep[];
  /**
   * The connection of a stored operation or card. Null: of before connections, when only the sandbox could be charged.
   * Undefined: it is closed, of another mode, or its adapter is not loaded. `isNew`: for a new charge, which DRAINING takes none of.
   */
  open(
    connectionId: number | null,
    use: { installationId: number; isNew?: boolean; mode?: ConnectionMode },
  ): OpenConnection | undefined;
  readonly reporters: readonly Reporter[];
  /** The connection of an event address, which checks signatures against the current secrets and the next ones. */
  findByEventKey(key: string): EventSource | undefined;
}

/** The processors that are connected, and the routes to them (docs/processors.md#routes). */
export interface Processors {
  /** At most a second old. Call it outside of transactions: it may need a connection to the database. */
  current(): Promise<ProcessorSetup>;
}

/** The id of the sandbox's connection, which a start with `--sandbox true` creates. */
export const sandboxConnectionId = 1;

/** One connection for everything: the sandbox at a time of the demo, and in tests. */
export function onlyProcessor(connection: ProcessorConnection): Processors {
  const open: OpenConnection = {
    ...connection,
    id: sandboxConnectionId,
    name: 'Sandbox',
    acquirerName: 'Example Acquirer',
    mode: 'TEST',
    account: {},
  };
  const reason = { connectionId: open.id, routeId: null, why: 'RULE' } as const;
  const setup: ProcessorSetup = {
    choose: () => ok({ connection: open, reason }),
    routedModes: ['TEST'],
    explain: () => [],
    open: () => open,
    reporters: connection.readReports ? [{ id: open.id, readReports: connection.readReports }] : [],
    findByEventKey: () => undefined,
  };
  return { current: async () => setup };
}

/** While no processor is connected: payments are refused before they reach one (docs/domain.md#sandbox). */
export const noProcessors: Processors = {
  current: async () => ({
    choose: () => refuse('X201'),
    routedModes: [],
    explain: () => [],
    open: () => undefined,
    reporters: [],
    findByEventKey: () => undefined,
  }),
};
