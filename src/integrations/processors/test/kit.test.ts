import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { freshDatabase } from '#testing/start-app.ts';
import type { DisputeCalls, ProcessorConnection, ProcessorEvent } from '../adapter.ts';
import type { SettlementPart } from '../settlements.ts';
import { type KitLine, printLine, runKit } from '../kit/run-kit.ts';
import { protocolSubject, sandboxSubject } from '../kit/sandbox-subject.ts';
import { adyenSubject } from '#testing/simulators/adyen-subject.ts';
import { hyperswitchSubject } from '#testing/simulators/hyperswitch-subject.ts';
import { stripeSubject } from '#testing/simulators/stripe-subject.ts';

let sql: Database;
beforeAll(async () => {
  sql = openDatabase(await freshDatabase(), { as: 'owner', max: 4 });
});
afterAll(() => sql.end());

type Change = (connection: ProcessorConnection, log: (text: string) => void) => ProcessorConnection;
async function run(open: typeof sandboxSubject, only = '', change?: Change): Promise<KitLine[]> {
  const subject = await open({ sql, change });
  const lines: KitLine[] = [];
  for await (const line of runKit(subject, only)) lines.push(line);
  await subject.close();
  return lines;
}
const failures = (lines: readonly KitLine[]) => lines.filter(({ result }) => result === 'failed');
const failed = (lines: readonly KitLine[]) => failures(lines).map(printLine).join('\n');

test('the sandbox in this process passes', async () => {
  const lines = await run(sandboxSubject);
  expect(failures(lines)).toEqual([]);
  expect(lines.filter(({ result }) => result === 'not-testable').length).toBe(19);
  expect(lines.filter(({ result }) => result === 'passed').length).toBeGreaterThan(25);
});

test('the sandbox over the protocol passes, with every fault of a network', async () => {
  const lines = await run(protocolSubject);
  expect(failures(lines)).toEqual([]);
  expect(lines.filter(({ result }) => result === 'not-testable').map(({ name }) => name)).toEqual([
    'no refund above what was charged',
    'what is prepared and not sent moves no money',
    'a settlement report with exchanged columns is refused',
  ]);
});

test.each([
  [
    'Adyen',
    adyenSubject,
    [
      'an authorisation and its capture',
      'a token of each wallet is charged',
      'a payment page gets a session at Apple',
      'the gateway for the tokens of Google is named',
      'an operation that never arrived is forbidden, for good',
      'a settlement report with exchanged columns is refused',
      'a settlement report that is cut off is not read as a whole one',
      'a forged, changed or unsigned report of a dispute is rejected',
      'a response to a dispute after the deadline is refused',
    ],
  ],
  [
    'Stripe',
    stripeSubject,
    [
      'what is prepared and not sent moves no money',
      'a token of each wallet is charged',
      'the gateway for the tokens of Google is named',
      'no refund above what was charged',
      'the net lines of each settlement batch sum to the bank payout',
      'evidence of a dispute is sent once, also when it is repeated',
      'a response to a dispute whose answer is lost is certain when it is repeated',
    ],
  ],
  [
    'Hyperswitch',
    hyperswitchSubject,
    ['a result that is pending becomes final', 'a stored card is charged again, until it is forgotten'],
  ],
])('the adapter of %s passes with its simulator', async (_name, open, passed) => {
  const subject = await open();
  const lines: KitLine[] = [];
  for await (const line of runKit(subject)) lines.push(line);
  const violations = subject.violations?.() ?? [];
  await subject.close();
  expect(failures(lines)).toEqual([]);
  expect(violations).toEqual([]);
  const names = lines.filter(({ result }) => result === 'passed').map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(passed));
  expect(names.length).toBeGreaterThan(35);
});

/** As Stripe has it: a payment is prepared, then confirmed; what follows is repeated under its key. */
const prepared: Change = (honest) => ({
  ...honest,
  capabilities: {
    currencies: 'ISO',
    operations: {
      SALE: 'handle',
      AUTHORISE: 'handle',
      VERIFY: 'handle',
      CAPTURE: 'replay',
      VOID: 'replay',
      REFUND: 'replay',
    },
  },
  prepare: async ({ reference }) => ({ kind: 'prepared', handle: `pi_${reference}` }),
  send: async (operation) => {
    if (operation.source && operation.handle !== `pi_${operation.reference}`)
      return { kind: 'not-sent', why: 'unavailable' };
    return honest.send(operation);
  },
});

test('an adapter that prepares its payments passes', async () => {
  const lines = await run(sandboxSubject, '', prepared);
  expect(failures(lines)).toEqual([]);
  expect(lines).toContainEqual({
    name: 'what is prepared and not sent moves no money',
    result: 'passed',
    detail: '',
  });
  expect(lines.find(({ name }) => name === 'a payout')?.result).toBe('not-testable');
});

/** As Adyen has it: an unknown payment is cancelled, and one that comes later is released. */
test('an adapter that cancels and watches passes', async () => {
  const lines = await run(sandboxSubject, 'arrive', (honest) => ({
    ...honest,
    capabilities: {
      ...honest.capabilities,
      operations: { ...honest.capabilities.operations, SALE: 'cancel-and-watch' },
    },
    invalidate: async () => ({ kind: 'forbidden', watched: true }),
  }));
  expect(failures(lines)).toEqual([]);
  expect(lines.length).toBeGreaterThan(3);
});

test('a wrong adapter is caught: one whose preparation charges', async () => {
  const lines = await run(sandboxSubject, 'prepared', (honest, log) => ({
    ...prepared(honest, log),
    async prepare(operation) {
      await honest.send(operation);
      return { kind: 'prepared', handle: `pi_${operation.reference}` };
    },
  }));
  expect(failed(lines)).toMatch(/prepared and not sent moves no money: it is approved/);
});

describe.each([
  ['in this process', sandboxSubject],
  ['over the protocol', protocolSubject],
])('a wrong adapter is caught %s:', (_where, open) => {
  test('one that approves after it has forbidden', async () => {
    const lines = await run(open, 'after its invalidation', (honest) => {
      const forbidden = new Set<string>();
      return {
        ...honest,
        async invalidate(operation) {
          const result = await honest.invalidate(operation);
          if (result.kind === 'forbidden') forbidden.add(operation.reference);
          return result;
        },
        send: (operation) =>
          forbidden.has(operation.reference)
            ? honest.send({ ...operation, reference: `${operation.reference}-x` })
            : honest.send(operation),
      };
    });
    expect(failed(lines)).toMatch(/arrives after its invalidation is refused: it is approved/);
  });

  test('one that calls what it has unknown', async () => {
    const lines = await run(open, 'answer is lost is found', (honest) => ({
      ...honest,
      lookup: async () => ({ kind: 'unknown' }),
      invalidate: async () => ({ kind: 'forbidden' }),
    }));
    expect(failed(lines)).toMatch(/answer is lost is found: it is forbidden/);
  });

  test('one that charges a repetition again', async () => {
    let repeated = 0;
    const lines = await run(open, 'operation', (honest) => ({
      ...honest,
      send: (operation) => {
        repeated += 1;
        return honest.send({ ...operation, reference: `${operation.reference}-${repeated}` });
      },
    }));
    expect(failed(lines)).toMatch(/operation twice is one/);
    expect(failed(lines)).toMatch(/five times at once is one/);
  });

  test('one that puts the card into its message', async () => {
    const lines = await run(open, 'a sale', (honest) => ({
      ...honest,
      async send(operation) {
        const sent = await honest.send(operation);
        const pan = operation.source && 'card' in operation.source ? operation.source.card.pan : '';
        return sent.kind === 'response'
          ? { ...sent, response: { ...sent.response, authCode: pan.slice(0, 16) } }
          : sent;
      },
    }));
    expect(failed(lines)).not.toBe('');
  });

  test('one that logs the card', async () => {
    const lines = await run(open, 'a sale', (honest, log) => ({
      ...honest,
      send: (operation) => {
        log(JSON.stringify(operation));
        return honest.send(operation);
      },
    }));
    expect(failed(lines)).toBe(
      '✗ card numbers are in no log, error, answer or row: a card number is in a log',
    );
  });

  test('one that sends amounts with other digits', async () => {
    const lines = await run(open, 'every currency', (honest) => ({
      ...honest,
      send: (operation) =>
        honest.send(
          operation.currency === 'JPY'
            ? { ...operation, amountMinor: operation.amountMinor * 100 }
            : operation,
        ),
    }));
    expect(failed(lines)).toMatch(/every currency .* JPY/);
  });
});

describe('a wrong adapter is caught:', () => {
  const withDisputes =
    (calls: Partial<DisputeCalls>): Change =>
    (honest) => {
      if (!honest.disputes) throw new Error('the sandbox takes responses');
      return { ...honest, disputes: { ...honest.disputes, ...calls } };
    };

  test('one that takes every response to a dispute', async () => {
    const lines = await run(
      sandboxSubject,
      'dispute',
      withDisputes({ submit: async () => ({ kind: 'done' }), accept: async () => ({ kind: 'done' }) }),
    );
    expect(failed(lines)).toMatch(/sent once, also when it is repeated: another response is done/);
    expect(failed(lines)).toMatch(/takes no evidence afterwards: evidence after it is done/);
    expect(failed(lines)).toMatch(/after the deadline is refused: it is done/);
  });

  test('one whose repetition of a response is another response', async () => {
    let number = 0;
    const lines = await run(sandboxSubject, 'accepted once', (honest, log) => {
      const { disputes } = honest;
      if (!disputes) throw new Error('the sandbox takes responses');
      return withDisputes({
        accept: (named, request) =>
          disputes.accept(named, { ...request, key: `${request.key}-${(number += 1)}` }),
      })(honest, log);
    });
    expect(failed(lines)).toMatch(/accepted once.*: its repetition is refused/);
  });

  test('one that reports a dispute without its money or deadline', async () => {
    const lines = await run(sandboxSubject, 'dispute', (honest) => ({
      ...honest,
      async readReports(since) {
        const events = (await honest.readReports?.(since)) ?? [];
        return events.map((event) => {
          if (event.kind !== 'dispute') return event;
          const { deadline: _deadline, chargedBackMinor: _taken, ...report } = event.report;
          return { ...event, report };
        });
      },
    }));
    expect(failed(lines)).toMatch(/its deadline is missing or over/);
    expect(failed(lines)).toMatch(/undefined of 2588 is taken/);
  });

  test('one that reads reports of disputes unsigned', async () => {
    const subject = await protocolSubject({ sql });
    await subject.connection.ready?.();
    const trusting: ProcessorConnection = {
      ...subject.connection,
      capabilities: subject.connection.capabilities,
      readEvents: ({ body }) => (JSON.parse(body.toString('utf8')) as { events: ProcessorEvent[] }).events,
    };
    const lines: KitLine[] = [];
    for await (const line of runKit({ ...subject, connection: trusting }, 'report of a dispute'))
      lines.push(line);
    await subject.close();
    expect(failed(lines)).toMatch(
      /unsigned report of a dispute is rejected: a report of another dispute is read/,
    );
  });

  test('one that opens the session of another merchant at Apple', async () => {
    const lines = await run(sandboxSubject, 'session at Apple', (honest) => ({
      ...honest,
      applePay: {
        open: async () => ({ kind: 'opened', session: JSON.stringify({ displayName: 'Another' }) }),
      },
    }));
    expect(failed(lines)).toMatch(/gets a session at Apple: the session is of another merchant/);
  });

  const withParts =
    (change: (part: SettlementPart) => SettlementPart[]): Change =>
    (honest) => {
      const { settlements } = honest;
      if (!settlements) throw new Error('the sandbox has settlement reports');
      return {
        ...honest,
        settlements: {
          ...settlements,
          async *read(report) {
            for await (const part of settlements.read(report)) yield* change(part);
          },
        },
      };
    };

  test('one that adds a unit to what is settled', async () => {
    const lines = await run(
      sandboxSubject,
      'settlement',
      withParts((part) => {
        if (part.kind !== 'lines') return [part];
        const more = part.lines.map((line) =>
          line.kind === 'PAYMENT'
            ? { ...line, grossMinor: line.grossMinor + 1, netMinor: line.netMinor + 1 }
            : line,
        );
        return [{ ...part, lines: more }];
      }),
    );
    expect(failed(lines)).toMatch(/has the payment and its refund.*: it is 2501 GBP/);
    expect(failed(lines)).toMatch(/sum to the bank payout: .* went to the bank/);
  });

  test('one that shows a report before its end, and invents unknown ones', async () => {
    const lines = await run(
      sandboxSubject,
      'settlement',
      withParts((part) => (part.kind === 'refused' ? [{ kind: 'end', sha256: '0'.repeat(64) }] : [part])),
    );
    expect(failed(lines)).toMatch(/does not exist is not read: it is read as a whole report/);
  });

  test('one whose lines differ when a report is read again', async () => {
    let number = 0;
    const lines = await run(
      sandboxSubject,
      'read twice',
      withParts((part) =>
        part.kind === 'end' ? [{ ...part, sha256: String((number += 1)).padStart(64, '0') }] : [part],
      ),
    );
    expect(failed(lines)).toMatch(/read twice is the same: its SHA-256 differs/);
  });
});

test('a wrong adapter is caught: one that throws the card', async () => {
  const lines = await run(sandboxSubject, 'never arrived', (honest) => ({
    ...honest,
    send: async (operation) => {
      throw new Error(`cannot send ${JSON.stringify(operation)}`);
    },
  }));
  expect(failed(lines)).toMatch(/for good: send throws instead of returning a result/);
  expect(failed(lines)).toMatch(/a card number is in a result or error/);
});

test('a wrong adapter is caught: one that answers after its time', async () => {
  const subject = await sandboxSubject({ sql });
  const slow: ProcessorConnection = {
    ...subject.connection,
    check: () => new Promise(() => {}),
  };
  const lines: KitLine[] = [];
  for await (const line of runKit({ ...subject, connection: slow, timeoutMs: 50 }, 'connection test'))
    lines.push(line);
  expect(failed(lines)).toMatch(/connection test passes: check did not return within 1050 ms/);
});

test('a wrong adapter is caught: one that takes a destroyed answer for “not sent”', async () => {
  const subject = await protocolSubject({ sql });
  const { send } = subject.connection;
  const guessing: ProcessorConnection = {
    ...subject.connection,
    capabilities: subject.connection.capabilities,
    async send(operation) {
      const sent = await send(operation);
      return sent.kind === 'no-response' ? { kind: 'not-sent', why: 'unavailable' } : sent;
    },
  };
  await subject.connection.ready?.();
  Object.assign(guessing, { capabilities: subject.connection.capabilities });
  const lines: KitLine[] = [];
  for await (const line of runKit({ ...subject, connection: guessing }, 'html')) lines.push(line);
  await subject.close();
  expect(failed(lines)).toMatch(/html instead of an answer is no answer: it is reported as not sent/);
});
