import type { Database } from '#database/connection.ts';
import type { MailSender } from '#integrations/mail/mail-sender.ts';
import type { NewsSource } from '#integrations/news/news-source.ts';
import type { Processor } from '#integrations/processor.ts';
import type { WebClient } from '#integrations/web/web-client.ts';
import type { ThreeDSecure } from '#integrations/three-d-secure.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import type { ProcessState } from './process-state.ts';

/** The services of every handler and job. Tests replace some of them. */
export interface Services {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  state: ProcessState;
  keys: Keys;
  processor: Processor;
  threeDSecure: ThreeDSecure;
  /** Undefined without a mail server: emails stay in the outbox. */
  mailSender: MailSender | undefined;
  /** Sends requests to URLs that merchants configure. */
  webClient: WebClient;
  /** Undefined without a warehouse: PostgreSQL serves reports. */
  warehouse: Warehouse | undefined;
  /** Undefined without a feed: the product shows its own news. */
  newsSource: NewsSource | undefined;
}
