import { currencies, currencyDigits } from '#shared/currencies.ts';
import { type Driver, KitFailure, NotTestable, require } from './driver.ts';

/** A requirement of the contract. Throws KitFailure, or NotTestable with the reason. */
export interface KitCheck {
  name: string;
  run(driver: Driver): Promise<void>;
}

/** Of the right form, and encrypted for no key of this processor. */
const brokenTokens = {
  'APPLE-PAY': JSON.stringify({
    paymentData: { version: 'EC_v1', data: 'AAAA', signature: 'AAAA', header: { transactionId: '00' } },
    transactionIdentifier: '00',
  }),
  'GOOGLE-PAY': JSON.stringify({ protocolVersion: 'ECv1', signature: 'AAAA', signedMessage: '{}' }),
} as const;

const failedPayments: KitCheck[] = [
  {
    name: 'an approval with a wrong security code names it',
    async run(driver) {
      const { wrongCode } = driver.subject.triggers;
      if (!wrongCode) throw new NotTestable('no card with a wrong code is known');
      const response = await driver.final(driver.operation('SALE', { source: { card: wrongCode } }));
      require(response.cv2Check === 'NOT_MATCHED', `the check is ${response.cv2Check}`);
    },
  },
  {
    name: 'an unknown credential is declined',
    async run(driver) {
      const credential = driver.subject.triggers.unknownCredential;
      if (credential === undefined) throw new NotTestable('no such credential is known');
      const { result } = await driver.final(driver.operation('SALE', { source: { credential } }));
      require(result === 'DECLINED', `it is ${result}`);
    },
  },
  {
    name: 'every group of declines has its code',
    async run(driver) {
      const { declines } = driver.subject.triggers;
      if (declines.length === 0) throw new NotTestable('no declines are known');
      for (const { group, card, amountMinor, ...expected } of declines) {
        const operation = driver.operation('SALE', {
          ...(card ? { source: { card } } : {}),
          ...(amountMinor === undefined ? {} : { amountMinor }),
        });
        const { result, statusCode } = await driver.final(operation);
        require(result === expected.result &&
          statusCode ===
            expected.statusCode, `${group}: ${result} ${statusCode}, not ${expected.result} ${expected.statusCode}`);
        await driver.expectMovements(operation, 0);
      }
    },
  },
];

/** Every operation, and the amounts of each. */
export const operationChecks: readonly KitCheck[] = [
  {
    name: 'the connection test passes',
    async run(driver) {
      const lines = await driver.run('check', () => driver.connection.check());
      require(lines.length > 0, 'it has no lines');
      const failed = lines.filter(({ result }) => result === 'failed').map(({ name }) => name);
      require(failed.length === 0, `failed: ${failed.join(', ')}`);
    },
  },
  {
    name: 'capabilities are consistent',
    async run({ connection: { capabilities } }) {
      const { operations, currencies: offered } = capabilities;
      require(Object.keys(operations).length > 0, 'no operation is offered');
      for (const kind of ['SALE', 'AUTHORISE', 'VERIFY', 'PAYOUT'] as const)
        require(operations[kind] !== 'replay', `${kind} may never be repeated`);
      if (operations.AUTHORISE)
        require(operations.CAPTURE !== undefined &&
          operations.VOID !== undefined, 'an authorisation never ends');
      if (offered === 'ISO') return;
      const unknown = Object.keys(offered).filter((code) => currencyDigits(code) === undefined);
      require(unknown.length === 0, `unknown currencies: ${unknown.join(', ')}`);
    },
  },
  { name: 'a sale', run: async (driver) => void (await driver.approve(driver.operation('SALE'))) },
  { name: 'a verification', run: async (driver) => void (await driver.approve(driver.operation('VERIFY'))) },
  { name: 'a payout', run: async (driver) => void (await driver.approve(driver.operation('PAYOUT'))) },
  {
    name: 'an authorisation and its capture',
    async run(driver) {
      const operation = driver.operation('AUTHORISE');
      const response = await driver.approve(operation);
      await driver.approve(driver.followUp('CAPTURE', operation, response));
    },
  },
  {
    name: 'an authorisation and its release',
    async run(driver) {
      const operation = driver.operation('AUTHORISE');
      const response = await driver.approve(operation);
      await driver.approve(driver.followUp('VOID', operation, response));
    },
  },
  {
    name: 'refunds up to what was charged',
    async run(driver) {
      const sale = driver.operation('SALE');
      const response = await driver.approve(sale);
      const first = Math.floor(sale.amountMinor / 3);
      await driver.approve(driver.followUp('REFUND', sale, response, first));
      await driver.approve(driver.followUp('REFUND', sale, response, sale.amountMinor - first));
    },
  },
  {
    name: 'no refund above what was charged',
    async run(driver) {
      if (!driver.subject.triggers.limitsRefunds)
        throw new NotTestable('the processor leaves that to the gateway');
      const sale = driver.operation('SALE');
      const response = await driver.approve(sale);
      await driver.approve(driver.followUp('REFUND', sale, response));
      const above = await driver.final(driver.followUp('REFUND', sale, response, 1));
      require(above.result === 'DECLINED', `it is ${above.result}`);
    },
  },
  {
    name: 'a stored card is charged again, until it is forgotten',
    async run(driver) {
      const credential = await driver.tokenize(driver.subject.triggers.approved);
      const charge = () =>
        driver.operation('SALE', { source: { credential }, initiator: 'MERCHANT', channel: 'STORED' });
      await driver.approve(charge());
      const { forget } = driver.connection;
      if (!forget) return;
      const forgotten = await driver.run('forget', () => forget(credential));
      require(forgotten.kind === 'forgotten', 'the card is not forgotten');
      const { result } = await driver.final(charge());
      require(result === 'DECLINED', `a forgotten card is ${result}`);
    },
  },
  {
    name: 'a token of each wallet is charged',
    async run(driver) {
      const { wallets = [] } = driver.connection.capabilities;
      if (wallets.length === 0) throw new NotTestable('no wallet is offered');
      const tokens = driver.subject.triggers.wallets ?? [];
      if (tokens.length === 0) throw new NotTestable('no token of a wallet is known');
      for (const wallet of wallets) {
        const token = tokens.find(({ kind }) => kind === wallet);
        if (!token) throw new KitFailure(`${wallet} is offered, and there is no token of it`);
        const operation = driver.operation('SALE', { source: { wallet: token } });
        const { card } = await driver.approve(operation);
        require(card?.scheme !== undefined, `${wallet}: the scheme of the card is missing`);
        await driver.expectMovements(operation, 1);
        const broken = { kind: wallet, token: brokenTokens[wallet] };
        const { result } = await driver.final(driver.operation('SALE', { source: { wallet: broken } }));
        require(result === 'DECLINED', `${wallet}: a token of another processor is ${result}`);
      }
    },
  },
  {
    name: 'a result that is pending becomes final',
    async run(driver) {
      const amountMinor = driver.subject.triggers.pendingRefundMinor;
      if (amountMinor === undefined) throw new NotTestable('no amount is known that stays pending');
      const sale = driver.operation('SALE', {
        amountMinor: Math.max(amountMinor, driver.subject.triggers.amountMinor),
      });
      const response = await driver.approve(sale);
      const refund = driver.followUp('REFUND', sale, response, amountMinor);
      const { sent } = await driver.send(refund);
      require(sent.kind === 'pending', `the refund is ${sent.kind}, not pending`);
      const final = await driver.settle(refund);
      require(final.kind === 'response', 'a pending refund was forbidden');
    },
  },
  ...failedPayments,
  {
    name: 'every currency is charged with its own digits',
    async run(driver) {
      const offered = driver.connection.capabilities.currencies;
      const codes = offered === 'ISO' ? currencies() : Object.keys(offered);
      for (const currency of codes) {
        const operation = driver.operation('SALE', { currency, amountMinor: 1200 });
        const { result } = await driver.final(operation);
        if (result !== 'APPROVED') throw new KitFailure(`${currency} is ${result}`);
        await driver.expectMovements(operation, 1);
      }
    },
  },
];
