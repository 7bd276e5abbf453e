import type { Replica } from '#database/replica.ts';
import type { MailSender } from '#integrations/mail-sender.ts';
import type { NewsSource } from '#integrations/news-source.ts';
import type { ProcessorAdapter } from '#integrations/processors/adapter.ts';
import type { Processors } from '#integrations/processors/processors.ts';
import type { SmsSender } from '#integrations/sms-sender.ts';
import type { TxtResolver } from '#integrations/web/txt-resolver.ts';
import type { StreamingClient, WebClient } from '#integrations/web/web-client.ts';
import type { SandboxThreeDSecure } from '#integrations/processors/sandbox/sandbox-three-d-secure.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import type { ApprovalGate } from './auth/approval-gate.ts';
import type { Handler } from './handler.ts';
import type { CoreServices } from './core-services.ts';
import type { PaymentFollowers } from './payment-followers.ts';

/** The services of every handler and job. Tests replace some of them. */
export interface Services extends CoreServices, PaymentFollowers {
  processors: Processors;
  /** The kinds of processors that the operator has listed, by name. */
  adapters: ReadonlyMap<string, ProcessorAdapter>;
  /** For adapters: it reaches the hosts of --processor-hosts, and otherwise public addresses by https only. */
  adapterClient: StreamingClient;
  /** The issuer's page of the sandbox; undefined without it. */
  accessControl: SandboxThreeDSecure['accessControl'] | undefined;
  /** Holds requests that need a second person. */
  approvalGate: ApprovalGate;
  /** The handler of an endpoint, for approvals and bulk work, which run requests later. */
  findHandler(endpoint: string): Handler | undefined;
  /** Undefined without a mail server: emails stay in the outbox. */
  mailSender: MailSender | undefined;
  /** Undefined without --sms-url: text messages are not offered. */
  smsSender: SmsSender | undefined;
  /** Sends requests to URLs that merchants configure. */
  webClient: WebClient;
  /** Looks up TXT records of domains that companies claim. */
  txtResolver: TxtResolver;
  /** Undefined without --replica-url. */
  replica: Replica | undefined;
  /** Undefined without a warehouse: PostgreSQL serves reports. */
  warehouse: Warehouse | undefined;
  /** Undefined without a feed: the product shows its own news. */
  newsSource: NewsSource | undefined;
}
