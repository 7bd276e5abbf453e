import type { KitCheck } from './check-operations.ts';
import { NotTestable, describe, isApproved, require } from './driver.ts';
import type { FaultKind } from './subject.ts';

/** Repetition, and what becomes of an operation whose result is unknown. */
export const certaintyChecks: readonly KitCheck[] = [
  {
    name: 'what is prepared and not sent moves no money',
    async run(driver) {
      if (driver.methodOf('SALE') !== 'handle') throw new NotTestable('a sale is not prepared');
      const operation = await driver.prepare(driver.operation('SALE'));
      const found = await driver.lookup(operation);
      require(!isApproved(found), 'it is approved');
      const final = await driver.invalidate(operation);
      require(final.kind === 'forbidden', `it is ${describe(final)}`);
      await driver.expectForbidden(operation, final);
    },
  },
  {
    name: 'the same operation twice is one',
    async run(driver) {
      const { operation, sent } = await driver.send(driver.operation('SALE'));
      require(isApproved(sent), `the sale is ${describe(sent)}`);
      const { sent: again } = await driver.send(operation);
      require(sent.kind === 'response' && again.kind === 'response', `the repetition is ${describe(again)}`);
      require(sent.response.gatewayReference ===
        again.response.gatewayReference, 'the repetition is another payment');
      await driver.expectMovements(operation, 1);
    },
  },
  {
    name: 'the same operation five times at once is one',
    async run(driver) {
      const operation = driver.operation('SALE');
      const results = await Promise.all([1, 2, 3, 4, 5].map(() => driver.send(operation)));
      const references = new Set(
        results.flatMap(({ sent }) => (sent.kind === 'response' ? sent.response.gatewayReference : [])),
      );
      require(references.size <= 1, `it became ${references.size} payments`);
      const approved = results.find(({ sent }) => isApproved(sent));
      const final = approved?.sent ?? (await driver.settle(results[0]?.operation ?? operation));
      require(isApproved(final), `it is ${describe(final)}`);
      await driver.expectMovements(operation, 1);
    },
  },
  {
    name: 'the same reference with another amount is no second payment',
    async run(driver) {
      const { operation, sent } = await driver.send(driver.operation('SALE'));
      require(sent.kind === 'response', `the sale is ${describe(sent)}`);
      const changed = { ...operation, amountMinor: operation.amountMinor + 1 };
      const { sent: other } = await driver.send(changed);
      require(other.kind !== 'not-sent', 'another connection would be tried for a reference that is taken');
      const isSecond =
        other.kind === 'response' &&
        isApproved(other) &&
        other.response.gatewayReference !== sent.response.gatewayReference;
      require(!isSecond, 'it is a second payment');
      await driver.expectMovements(operation, 1);
    },
  },
  {
    name: 'an operation that never arrived is forbidden, for good',
    async run(driver) {
      const { operation, sent } = await driver.send(driver.operation('SALE'), 'lost-request');
      require(sent.kind === 'no-response', `a lost request is ${describe(sent)}`);
      const final = await driver.settle(operation);
      require(!isApproved(final), 'what never arrived is approved');
      await driver.expectForbidden(operation, final);
    },
  },
  {
    name: 'an operation whose answer is lost is found',
    async run(driver) {
      const { operation, sent } = await driver.send(driver.operation('SALE'), 'lost-answer');
      require(sent.kind !== 'not-sent', 'it is reported as not sent, so that another connection is tried');
      const final = await driver.settle(operation);
      const isReleased = final.kind === 'forbidden' && driver.methodOf('SALE') === 'cancel-and-watch';
      require(isApproved(final) || isReleased, `it is ${describe(final)}`);
      if (isApproved(final)) await driver.expectMovements(operation, 1);
    },
  },
  {
    name: 'an operation that arrives before its invalidation counts',
    async run(driver) {
      const { operation, sent, arrive } = await driver.send(driver.operation('SALE'), 'late');
      require(sent.kind === 'no-response', `a late request is ${describe(sent)}`);
      await arrive();
      const first = await driver.invalidate(operation);
      const isOpen = first.kind === 'requested' || first.kind === 'pending' || first.kind === 'no-response';
      const result = isOpen ? await driver.settle(operation, true) : first;
      const isReleased = result.kind === 'forbidden' && driver.methodOf('SALE') === 'cancel-and-watch';
      require(isApproved(result) || isReleased, `it is ${describe(result)}`);
    },
  },
  {
    name: 'an operation that arrives after its invalidation is refused',
    async run(driver) {
      const { operation, arrive } = await driver.send(driver.operation('SALE'), 'late');
      const final = await driver.settle(operation);
      require(final.kind === 'forbidden' || !isApproved(final), 'it is approved before it arrived');
      await arrive();
      await driver.expectForbidden(operation, final);
    },
  },
  {
    name: 'of an operation and its invalidation at once, one wins',
    async run(driver) {
      for (let round = 0; round < 5; round += 1) {
        const { operation, arrive } = await driver.send(driver.operation('SALE'), 'late');
        const [result] = await Promise.all([driver.invalidate(operation), arrive()]);
        const found = await driver.lookup(operation);
        const isWatched = result.kind === 'forbidden' && result.watched === true;
        require(result.kind !== 'forbidden' ||
          isWatched ||
          !isApproved(found), 'it is forbidden and approved');
        if (result.kind === 'forbidden' && !isWatched) await driver.expectMovements(operation, 0);
      }
    },
  },
  {
    name: 'a refund whose answer is lost is made once',
    async run(driver) {
      const sale = driver.operation('SALE');
      const response = await driver.approve(sale);
      const { operation, sent } = await driver.send(driver.followUp('REFUND', sale, response), 'lost-answer');
      require(sent.kind !== 'not-sent', 'it is reported as not sent');
      const final = await driver.settle(operation);
      require(isApproved(final), `it is ${describe(final)}`);
      await driver.expectMovements(operation, 1);
    },
  },
];

/** Answers of proxies, before the request arrives: nothing moved, whatever the adapter makes of it. */
const unreached: readonly FaultKind[] = ['status-429', 'status-503'];
/** Answers that are destroyed on the way: money may have moved. */
const destroyed: readonly FaultKind[] = ['status-500', 'html', 'cut-json', 'empty'];

/** What comes instead of an answer. */
export const transportChecks: readonly KitCheck[] = [
  ...unreached.map(
    (fault) =>
      ({
        name: `${fault} settles nothing`,
        async run(driver) {
          const { operation, sent } = await driver.send(driver.operation('SALE'), fault);
          require(!isApproved(sent), 'it is an approval');
          if (sent.kind === 'response') return;
          const final = await driver.settle(operation);
          require(!isApproved(final), 'what never arrived is approved');
        },
      }) satisfies KitCheck,
  ),
  ...destroyed.map(
    (fault) =>
      ({
        name: `${fault} instead of an answer is no answer`,
        async run(driver) {
          const { operation, sent } = await driver.send(driver.operation('SALE'), fault);
          require(sent.kind !==
            'not-sent', 'it is reported as not sent, so that another connection is tried');
          const final = sent.kind === 'response' ? sent : await driver.settle(operation);
          const isReleased = final.kind === 'forbidden' && driver.methodOf('SALE') === 'cancel-and-watch';
          require(isApproved(final) || isReleased, `it is ${describe(final)}`);
          if (isApproved(final)) await driver.expectMovements(operation, 1);
        },
      }) satisfies KitCheck,
  ),
  {
    name: 'a look-up without an answer is not unknown',
    async run(driver) {
      const { faults } = driver.subject;
      if (driver.methodOf('SALE') === 'cancel-and-watch')
        throw new NotTestable('payments are looked up among stored events');
      for (const fault of ['lost-answer', 'status-503', 'html'] as const) {
        if (!faults.supported.includes('html')) throw new NotTestable(faults.why);
        const { operation } = await driver.send(driver.operation('SALE'));
        faults.next(fault);
        const found = await driver.lookup(operation);
        require(found.kind !== 'unknown', `${fault} is taken as unknown`);
      }
    },
  },
  {
    name: 'no request may take longer than the connection was given',
    async run({ subject: { faults, timeoutMs } }) {
      const longestMs = faults.longestMs?.();
      if (longestMs === undefined) throw new NotTestable(faults.why);
      require(longestMs <= timeoutMs, `a request has ${longestMs} ms, the connection ${timeoutMs}`);
    },
  },
];
