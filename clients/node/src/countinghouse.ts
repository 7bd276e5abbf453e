import {
  customerCalls,
  linkCalls,
  disputeCalls,
  notificationCalls,
  paymentCalls,
  reportingCalls,
  scheduleCalls,
  sessionCalls,
  testClockCalls,
} from './groups.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { createCall } from './transport.ts';
import type { Operations } from './types.ts';

export { type Advice, CountinghouseError } from './error.ts';
export type { CallOptions, ClientOptions } from './options.ts';
export { type ListenOptions, type ListenReport, listen } from './listen.ts';
export {
  type MessageHeaders,
  SignatureError,
  type VerifyOptions,
  verifyNotification,
  verifySignature,
  verifyWebhook,
} from './webhooks.ts';
export type * from './types.ts';

/** The merchant API for one installation. */
export class Countinghouse {
  readonly payments: ReturnType<typeof paymentCalls>;
  readonly customers: ReturnType<typeof customerCalls>;
  readonly sessions: ReturnType<typeof sessionCalls>;
  readonly links: ReturnType<typeof linkCalls>;
  readonly schedules: ReturnType<typeof scheduleCalls>;
  readonly disputes: ReturnType<typeof disputeCalls>;
  readonly notifications: ReturnType<typeof notificationCalls>;
  readonly testClock: ReturnType<typeof testClockCalls>;
  readonly reporting: ReturnType<typeof reportingCalls>;
  /** The permissions and installations of the key. */
  readonly account: (options?: CallOptions) => Promise<Operations['getAccount']['response']>;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
    const call = createCall(options);
    this.account = (options) => call('getAccount', {}, options);
    this.payments = paymentCalls(call);
    this.customers = customerCalls(call);
    this.sessions = sessionCalls(call);
    this.links = linkCalls(call);
    this.schedules = scheduleCalls(call);
    this.disputes = disputeCalls(call);
    this.notifications = notificationCalls(call);
    this.testClock = testClockCalls(call);
    this.reporting = reportingCalls(call);
  }

  /** The same key for another installation. */
  forInstallation(installationId: number): Countinghouse {
    return new Countinghouse({ ...this.#options, installationId });
  }
}
