import * as account from '#features/access/account/server/handlers.ts';
import * as apiKeys from '#features/access/api-keys/server/handlers.ts';
import * as approvals from '#features/access/approvals/server/handlers.ts';
import * as audit from '#features/record/audit/server/handlers.ts';
import * as bell from '#features/setup/bell/server/handlers.ts';
import * as bulk from '#features/payments/bulk/server/handlers.ts';
import * as cases from '#features/review/cases/server/handlers.ts';
import * as connections from '#features/processing/connections/server/handlers.ts';
import * as disputes from '#features/payments/disputes/server/handlers.ts';
import * as customers from '#features/reports/customers/server/handlers.ts';
import * as customFields from '#features/payments/custom-fields/server/handlers.ts';
import * as customerCards from '#features/payments/customer-cards/server/handlers.ts';
import * as episodes from '#features/payments/episodes/server/handlers.ts';
import * as exports from '#features/reports/exports/server/handlers.ts';
import * as feedback from '#features/record/feedback/server/handlers.ts';
import * as fraudEngine from '#features/fraud/fraud-engine/server/handlers.ts';
import * as fraudImpact from '#features/fraud/fraud-impact/server/handlers.ts';
import * as fraudLists from '#features/fraud/fraud-lists/server/handlers.ts';
import * as fraudRules from '#features/fraud/fraud-rules/server/handlers.ts';
import * as home from '#features/setup/home/server/handlers.ts';
import * as hostedSessions from '#features/payments/hosted-sessions/server/handlers.ts';
import * as installations from '#features/company/installations/server/handlers.ts';
import * as legalHolds from '#features/record/legal-holds/server/handlers.ts';
import * as merchantSchedules from '#features/payments/merchant-schedules/server/handlers.ts';
import * as notifications from '#features/outbound/notifications/server/handlers.ts';
import * as organisations from '#features/company/organisations/server/handlers.ts';
import * as payments from '#features/payments/payments/server/handlers.ts';
import * as personalData from '#features/setup/personal-data/server/handlers.ts';
import * as receipts from '#features/payments/receipts/server/handlers.ts';
import * as queue from '#features/review/queue/server/handlers.ts';
import * as queueFigures from '#features/review/queue-figures/server/handlers.ts';
import * as requestLog from '#features/integration/request-log/server/handlers.ts';
import * as riskControls from '#features/fraud/risk-controls/server/handlers.ts';
import * as roles from '#features/access/roles/server/handlers.ts';
import * as scheduledFiles from '#features/reports/scheduled-files/server/handlers.ts';
import * as schedules from '#features/payments/schedules/server/handlers.ts';
import * as scim from '#features/access/scim/server/handlers.ts';
import * as secondFactor from '#features/access/second-factor/server/handlers.ts';
import * as session from '#features/access/session/server/handlers.ts';
import * as settlement from '#features/payments/settlement/server/handlers.ts';
import * as setup from '#features/setup/setup/server/handlers.ts';
import * as singleSignOn from '#features/access/single-sign-on/server/handlers.ts';
import * as smartLinks from '#features/payments/smart-links/server/handlers.ts';
import * as testClock from '#features/integration/test-clock/server/handlers.ts';
import * as transactionDetails from '#features/reports/transaction-details/server/handlers.ts';
import * as transactions from '#features/reports/transactions/server/handlers.ts';
import * as users from '#features/access/users/server/handlers.ts';
import * as views from '#features/reports/views/server/handlers.ts';
import * as virtualTerminal from '#features/payments/virtual-terminal/server/handlers.ts';
import * as webhooks from '#features/outbound/webhooks/server/handlers.ts';
import type { Handler } from '#server/handler.ts';

/** Each feature with endpoints. Its handlers.ts exports nothing but handlers. */
const features = [
  approvals,
  bell,
  bulk,
  cases,
  customers,
  customFields,
  customerCards,
  disputes,
  episodes,
  exports,
  fraudEngine,
  fraudImpact,
  fraudLists,
  fraudRules,
  home,
  hostedSessions,
  merchantSchedules,
  notifications,
  payments,
  queue,
  receipts,
  queueFigures,
  riskControls,
  scheduledFiles,
  schedules,
  settlement,
  smartLinks,
  transactionDetails,
  transactions,
  views,
  virtualTerminal,
  webhooks,
];

/** As above, where a test clock changes nothing (docs/domain.md#test-clocks). */
const featuresOnRealTime = [
  account,
  apiKeys,
  audit,
  connections,
  feedback,
  installations,
  legalHolds,
  organisations,
  personalData,
  requestLog,
  roles,
  scim,
  secondFactor,
  session,
  setup,
  singleSignOn,
  testClock,
  users,
];

const handlersOf = (list: readonly object[]): Handler[] =>
  list.flatMap((feature): Handler[] => Object.values(feature));

/** Every handler of the processes. An endpoint that none handles does not exist. */
export const handlers: readonly Handler[] = [
  ...handlersOf(features),
  ...handlersOf(featuresOnRealTime).map((handler) => ({ ...handler, keepsRealTime: true })),
];
