import type { BrowserData } from '#shared/payments/authentication.ts';
import type { ProcessorEvent, RawEvents } from '../adapter.ts';
import type { AuthenticationRequest, AuthenticationResult } from '../three-d-secure.ts';
import type { KitCheck } from './check-operations.ts';
import { type Driver, NotTestable, require } from './driver.ts';
import type { EventSource } from './subject.ts';

function threeDSecureOf({ connection, subject }: Driver) {
  const server = connection.threeDSecure;
  if (!server) throw new NotTestable('the connection has no 3-D Secure');
  const triggers = subject.triggers.threeDSecure;
  if (!triggers) throw new NotTestable('no test cards of 3-D Secure are known');
  return { server, triggers };
}

async function authenticate(
  driver: Driver,
  which: 'frictionless' | 'challenge' | 'notEnrolled' | 'unavailable' | 'fingerprint',
): Promise<{ reference: string; result: AuthenticationResult }> {
  const { server, triggers } = threeDSecureOf(driver);
  const trigger = triggers[which];
  if (!trigger) throw new NotTestable('no test card has an issuer that identifies the browser');
  const { pan, amountMinor } = trigger;
  driver.noteNumber(pan);
  const { reference, currency } = driver.operation('SALE');
  const request: AuthenticationRequest = {
    reference,
    source: { pan, expiry: '1239', holderName: 'Kit' },
    scheme: triggers.scheme,
    lastFour: pan.slice(-4),
    amountMinor,
    currency,
    account: driver.subject.account,
    merchantName: 'Kit',
    channel: 'ECOM',
    browser,
    notificationUrl: 'https://gateway.example/return',
    fingerprintUrl: 'https://gateway.example/method',
  };
  const result = await driver.run('authenticate', () => server.begin(request));
  return { reference, result };
}

const browser: BrowserData = {
  acceptHeader: '*/*',
  userAgent: 'Mozilla/5.0',
  ip: '192.0.2.1',
  language: 'en-GB',
  javaScriptEnabled: true,
  javaEnabled: false,
  colorDepth: 24,
  screenHeight: 844,
  screenWidth: 390,
  timeZoneOffset: 0,
};

async function challenged(driver: Driver) {
  const { server, triggers } = threeDSecureOf(driver);
  const { reference, result } = await authenticate(driver, 'challenge');
  const { scheme } = triggers;
  // Where the issuer identifies every browser, the challenge follows.
  const after =
    result.kind === 'fingerprint'
      ? await driver.run('continue', () => server.continue({ ...result, reference, scheme, completed: 'Y' }))
      : result;
  require(after.kind === 'challenge', 'there is no challenge');
  const { fields, form, state } = after;
  const complete = async (response: Awaited<ReturnType<typeof triggers.answer>>, of = reference) =>
    driver.run('complete', () => server.complete({ reference: of, scheme, fields, state, response }));
  return { complete, answer: (how: 'authenticate' | 'fail') => triggers.answer(form, how) };
}

async function identified(driver: Driver) {
  const { server, triggers } = threeDSecureOf(driver);
  const { reference, result } = await authenticate(driver, 'fingerprint');
  require(result.kind === 'fingerprint', `it is ${result.kind}`);
  const { fields, form, state } = result;
  const proceed = (completed: 'Y' | 'N', of = reference, withState = state) =>
    driver.run('continue', () =>
      server.continue({ reference: of, scheme: triggers.scheme, fields, state: withState, completed }),
    );
  return { fields, form, proceed };
}

/** Authentication of the card holder. */
export const threeDSecureChecks: readonly KitCheck[] = [
  {
    name: '3-D Secure without a challenge has a proof',
    async run(driver) {
      const { result } = await authenticate(driver, 'frictionless');
      const { status, eci, avv } = result.fields;
      require(result.kind === 'proceed' && status === 'AUTHENTICATED', `it is ${result.kind} ${status}`);
      require(eci !== undefined && avv !== undefined, 'without ECI and AVV no liability shifts');
    },
  },
  {
    name: '3-D Secure with a challenge that is passed',
    async run(driver) {
      const { complete, answer } = await challenged(driver);
      const response = await answer('authenticate');
      const done = await complete(response);
      require(done.kind === 'done' && done.fields.status === 'AUTHENTICATED', 'it is not authenticated');
      require(done.fields.avv !== undefined, 'without AVV no liability shifts');
      require((await complete(response)).kind === 'done', 'its result cannot be read again');
    },
  },
  {
    name: '3-D Secure with a challenge that fails',
    async run(driver) {
      const { complete, answer } = await challenged(driver);
      const done = await complete(await answer('fail'));
      require(done.kind === 'done' && done.fields.status === 'FAILED', 'a failed challenge is authenticated');
      require(done.fields.avv === undefined, 'a failed challenge has a proof');
    },
  },
  {
    name: '3-D Secure with a fingerprint of the browser',
    async run(driver) {
      const { fields, form, proceed } = await identified(driver);
      require(fields.status === 'NOT_ATTEMPTED' && fields.avv === undefined, 'it has a result already');
      require(URL.canParse(form.methodUrl), 'the method page has no address');
      const after = await proceed('Y');
      require(after.kind === 'proceed' || after.kind === 'challenge', `it is ${after.kind}`);
      const again = await proceed('N');
      require(JSON.stringify(again) === JSON.stringify(after), 'its first answer is not repeated');
    },
  },
  {
    name: '3-D Secure without the fingerprint that the issuer asked for',
    async run(driver) {
      const { proceed } = await identified(driver);
      const after = await proceed('N');
      require(after.kind === 'proceed' || after.kind === 'challenge', `it is ${after.kind}`);
    },
  },
  {
    name: '3-D Secure accepts no state of another payment, and no forged one',
    async run(driver) {
      const { proceed } = await identified(driver);
      const { reference } = driver.operation('SALE');
      const kindOf = async (...request: Parameters<typeof proceed>) => (await proceed(...request)).kind;
      require((await kindOf('Y', reference)) === 'invalid', 'it counts for another payment');
      require((await kindOf('Y', undefined, 'forged')) === 'invalid', 'a forged state counts');
    },
  },
  {
    name: '3-D Secure of a card that is not enrolled, and of an issuer that is unavailable',
    async run(driver) {
      const { result: notEnrolled } = await authenticate(driver, 'notEnrolled');
      require(notEnrolled.fields.status === 'NOT_ENROLLED', `it is ${notEnrolled.fields.status}`);
      const { result: unavailable } = await authenticate(driver, 'unavailable');
      require(unavailable.fields.status === 'UNAVAILABLE', `it is ${unavailable.fields.status}`);
    },
  },
  {
    name: '3-D Secure accepts no response of another payment, and no forged one',
    async run(driver) {
      const { complete, answer } = await challenged(driver);
      const response = await answer('authenticate');
      const { reference } = driver.operation('SALE');
      require((await complete(response, reference)).kind === 'invalid', 'it counts for another payment');
      const forged = await complete({ cres: Buffer.from('{"transStatus":"Y"}').toString('base64url') });
      require(forged.kind === 'invalid', 'a forged response counts');
    },
  },
];

function eventsOf({ connection, subject }: Driver): {
  read: (raw: RawEvents) => unknown;
  source: EventSource;
} {
  const { readEvents } = connection;
  if (!readEvents) throw new NotTestable('the connection has no events');
  if (!subject.events) throw new NotTestable('only a simulator can sign events');
  return { read: (raw) => readEvents(raw), source: subject.events };
}

/** As the processor would report the approval of an operation. */
const approvalOf = (reference: string, eventId: string): ProcessorEvent => ({
  kind: 'result',
  eventId,
  reference,
  amountMinor: 2500,
  currency: 'GBP',
  response: {
    result: 'APPROVED',
    statusCode: '00',
    message: 'OK',
    gatewayReference: 'kit',
    addressCheck: 'NOT_CHECKED',
    postcodeCheck: 'NOT_CHECKED',
    cv2Check: 'NOT_CHECKED',
  },
});

/** Events that the processor posts. */
export const eventChecks: readonly KitCheck[] = [
  {
    name: 'an event that comes twice has the same id',
    async run(driver) {
      const { read, source } = eventsOf(driver);
      const { reference } = driver.operation('SALE');
      const ids = [1, 2].map(() => {
        const events = read(source.sign(approvalOf(reference, 'kit-event-1')));
        require(Array.isArray(events), 'it is rejected');
        return (events as { eventId: string }[]).map(({ eventId }) => eventId).join();
      });
      require(ids[0] !== '' && ids[0] === ids[1], 'it has two ids');
    },
  },
  {
    name: 'events in another order are read as they come',
    async run(driver) {
      const { read, source } = eventsOf(driver);
      const references = [driver.operation('SALE'), driver.operation('SALE')].map(
        ({ reference }) => reference,
      );
      for (const reference of references.toReversed()) {
        const events = read(source.sign(approvalOf(reference, `kit-${reference}`)));
        require(JSON.stringify(events).includes(reference), 'it does not name its operation');
      }
    },
  },
  {
    name: 'a correction is read as one',
    async run(driver) {
      const { read, source } = eventsOf(driver);
      const { reference } = driver.operation('SALE');
      const correction = {
        kind: 'correction',
        eventId: 'kit-event-3',
        reference,
        reason: 'capture failed',
      } as const;
      const events = read(source.sign(correction));
      require(Array.isArray(events), 'it is rejected');
      const [event] = events as { kind: string; reference?: string }[];
      require(event?.kind === 'correction' && event.reference === reference, `it is read as ${event?.kind}`);
    },
  },
  {
    name: 'an event of another account is rejected',
    async run(driver) {
      const { read, source } = eventsOf(driver);
      const { reference } = driver.operation('SALE');
      const raw = source.signForAnother(approvalOf(reference, 'kit-event-4'));
      require(read(raw) === 'rejected', 'it is read');
    },
  },
  {
    name: 'a forged, changed or unsigned event is rejected',
    async run(driver) {
      const { read, source } = eventsOf(driver);
      const { reference } = driver.operation('SALE');
      const { headers, body } = source.sign(approvalOf(reference, 'kit-event-2'));
      const changed = Buffer.from(body.toString('utf8').replace(reference, 'another'));
      require(read({ headers, body: changed }) === 'rejected', 'a changed event is read');
      require(read({ headers: {}, body }) === 'rejected', 'an unsigned event is read');
      require(read({ headers, body: Buffer.from('<html>') }) === 'rejected', 'HTML is read as an event');
      require(read({ headers: {}, body: Buffer.alloc(0) }) === 'rejected', 'nothing is read as an event');
    },
  },
];

/** Runs last: it searches what all others have left. */
export const canaryCheck: KitCheck = {
  name: 'card numbers are in no log, error, answer or row',
  async run(driver) {
    const rows = (await driver.subject.rows?.()) ?? '';
    const places = { log: driver.subject.logged(), 'result or error': driver.seen.join('\n'), row: rows };
    for (const [place, text] of Object.entries(places))
      for (const pan of driver.cards) require(!text.includes(pan), `a card number is in a ${place}`);
    if (!driver.subject.rows)
      throw new NotTestable('logs, errors and answers are clean; its rows cannot be read');
  },
};
