import * as z from 'zod/mini';
import { currencyDigits } from '#shared/currencies.ts';
import type { Capabilities, ConnectRequest, ConnectionCheck } from '../adapter.ts';
import { type Channel, type RawAnswer, parseJson } from './channel.ts';
import { type CapabilitiesReply, capabilitiesReply } from './protocol.ts';
import { maxClockDifferenceMs } from './sign-message.ts';

/** How old capabilities may be, and the pause after a failure to read them. */
const freshMs = 5 * 60_000;
const pauseMs = 5000;

const path = '/v1/capabilities';
const none: Capabilities = { operations: {}, currencies: {} };

/** The capabilities of an adapter, as it stated them last. Until it has, the connection offers no operation. */
export function cachedCapabilities(channel: Channel, { mode, clock, log }: ConnectRequest) {
  let known: CapabilitiesReply | undefined;
  let offered = none;
  let nextAt = 0;
  let reading: Promise<void> | undefined;
  let hasFailed = false;

  async function read(): Promise<void> {
    const answer = await channel.fetch('GET', path);
    const capabilities = readCapabilities(answer);
    if (capabilities?.mode === mode) {
      known = capabilities;
      offered = offeredBy(capabilities);
      nextAt = clock.now().getTime() + freshMs;
      return;
    }
    fail();
  }

  function fail(): void {
    nextAt = clock.now().getTime() + pauseMs;
    hasFailed = true;
    log.warn({ isKnown: known !== undefined }, 'the capabilities of the adapter cannot be read');
  }

  const ready = async (): Promise<void> => {
    if (channel.fault !== undefined || clock.now().getTime() < nextAt) return;
    reading ??= read()
      .catch(fail)
      .finally(() => (reading = undefined));
    // What is known is used meanwhile, and an adapter that is down delays no payment of others again.
    if (known === undefined && !hasFailed) await reading;
  };
  return {
    ready,
    capabilities: () => offered,
    opensAppleSessions: () => known?.applePay ?? false,
    googlePay: () => known?.googlePay,
    hasThreeDSecure: () => known?.threeDSecure ?? false,
    hasDisputes: () => known?.disputes ?? false,
    hasSettlements: () => known?.settlements ?? false,
  };
}

/** Every operation of the protocol is found by its reference. A currency with other digits than ours is not offered. */
function offeredBy({ operations, currencies, schemes, wallets }: CapabilitiesReply): Capabilities {
  const sameDigits = ([code, digits]: [string, number]) => currencyDigits(code) === digits;
  return {
    operations: Object.fromEntries(operations.map((kind) => [kind, 'reference'])),
    currencies:
      currencies === 'ISO' ? 'ISO' : Object.fromEntries(Object.entries(currencies).filter(sameDigits)),
    ...(schemes === undefined ? {} : { schemes }),
    ...(wallets === undefined ? {} : { wallets }),
  };
}

function readCapabilities({ response, isGenuine }: RawAnswer): CapabilitiesReply | undefined {
  if (!isGenuine || response.kind !== 'response' || response.status !== 200) return undefined;
  const parsed = z.safeParse(capabilitiesReply, parseJson(response.body));
  return parsed.success ? parsed.data : undefined;
}

/** The connection test: address, signature and clock, mode, currencies. It moves no money. */
export async function checkConnection(
  channel: Channel,
  { mode, clock }: ConnectRequest,
): Promise<ConnectionCheck[]> {
  const failed = (name: string, detail: string): ConnectionCheck => ({ name, result: 'failed', detail });
  const passed = (name: string, detail: string): ConnectionCheck => ({ name, result: 'passed', detail });
  if (channel.fault !== undefined) return [failed('account', channel.fault)];
  if (typeof channel.encrypt({}) !== 'string') return [failed('account', 'The key for cards cannot be used')];
  const answer = await channel.fetch('GET', path);
  const { response, isGenuine } = answer;
  if (response.kind === 'refused') {
    const why = 'The address is private or not https; the operator permits hosts with --processor-hosts';
    return [failed('connection', why)];
  }
  if (response.kind === 'failed') return [failed('connection', `No answer: ${response.why}`)];
  const reached = passed('connection', `The adapter answers with status ${response.status}`);
  const differenceMs = Math.abs(
    Number(response.headers?.['webhook-timestamp'] ?? Number.NaN) * 1000 - clock.now().getTime(),
  );
  if (differenceMs > maxClockDifferenceMs)
    return [
      reached,
      failed('clock', `The clocks differ by ${Math.round(differenceMs / 1000)} seconds; at most 300`),
    ];
  if (!isGenuine) return [reached, failed('credentials', 'The answer is not signed with the signing secret')];
  const signed = passed('credentials', 'The adapter signs with the secret, and accepts our signature');
  const capabilities = readCapabilities(answer);
  if (!capabilities)
    return [reached, failed('credentials', `The adapter refused the call with status ${response.status}`)];
  return [
    reached,
    signed,
    capabilities.mode === mode
      ? passed('account', `${capabilities.name}, mode ${mode}`)
      : failed('account', `The adapter has mode ${capabilities.mode}, the connection ${mode}`),
    checkCurrencies(capabilities),
    { name: 'events', result: 'not-testable', detail: 'The protocol has no test event' },
  ];
}

function checkCurrencies({ currencies }: CapabilitiesReply): ConnectionCheck {
  if (currencies === 'ISO') return { name: 'currencies', result: 'passed', detail: 'Every currency' };
  const differing = Object.entries(currencies).filter(([code, digits]) => currencyDigits(code) !== digits);
  const detail = differing.map(([code, digits]) => `${code} (${digits} digits)`).join(', ');
  return differing.length === 0
    ? { name: 'currencies', result: 'passed', detail: Object.keys(currencies).join(', ') }
    : {
        name: 'currencies',
        result: 'failed',
        detail: `Not offered, for other digits than ISO 4217: ${detail}`,
      };
}
