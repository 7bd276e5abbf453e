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

/** What the programs hand to every handler and job; tests replace what they need. */
export interface Services {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  state: ProcessState;
  keys: Keys;
  processor: Processor;
  threeDSecure: ThreeDSecure;
  /** Undefined when no mail server is configured: mails stay in the outbox. */
  mailSender: MailSender | undefined;
  /** The one way out to addresses that others named. */
  webClient: WebClient;
  /** Undefined without one: PostgreSQL answers reports too. */
  warehouse: Warehouse | undefined;
  /** Undefined when no feed is configured: the product tells its own news. */
  newsSource: NewsSource | undefined;
}
