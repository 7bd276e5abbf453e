import type { KitCheck } from './check-operations.ts';
import { NotTestable, require } from './driver.ts';

/** What payment pages need to offer the wallets. */
export const walletChecks: readonly KitCheck[] = [
  {
    name: 'a payment page gets a session at Apple',
    async run(driver) {
      const { applePay } = driver.connection;
      const page = driver.subject.triggers.applePay;
      if (!applePay) throw new NotTestable('no sessions at Apple are opened');
      if (!page) throw new NotTestable('no identifier of a merchant at Apple is known');
      const { account } = driver.subject;
      const opened = await driver.run('open a session at Apple', () => applePay.open({ ...page, account }));
      if (opened.kind !== 'opened') return require(false, `it is ${opened.kind}`);
      const session = parseObject(opened.session);
      require(session !== undefined, 'the session is no JSON object');
      // The payer must see the merchant for which the page was opened.
      const { displayName } = session as { displayName?: unknown };
      require(displayName === undefined ||
        displayName === page.displayName, 'the session is of another merchant');
    },
  },
  {
    name: 'the gateway for the tokens of Google is named',
    async run(driver) {
      const { googlePay, capabilities } = driver.connection;
      if (!googlePay || !capabilities.wallets?.includes('GOOGLE-PAY'))
        throw new NotTestable('payment pages offer no Google Pay');
      const parameters = googlePay(driver.subject.account);
      if (!parameters) throw new NotTestable('a setting or the account of the installation is missing');
      require((parameters.gateway ?? '') !== '', 'the gateway has no name');
    },
  },
];

function parseObject(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
