import * as account from '#features/account/server/handlers.ts';
import * as apiKeys from '#features/api-keys/server/handlers.ts';
import * as approvals from '#features/approvals/server/handlers.ts';
import * as audit from '#features/audit/server/handlers.ts';
import * as cases from '#features/cases/server/handlers.ts';
import * as customFields from '#features/custom-fields/server/handlers.ts';
import * as customerCards from '#features/customer-cards/server/handlers.ts';
import * as episodes from '#features/episodes/server/handlers.ts';
import * as exports from '#features/exports/server/handlers.ts';
import * as feedback from '#features/feedback/server/handlers.ts';
import * as fraudEngine from '#features/fraud-engine/server/handlers.ts';
import * as fraudImpact from '#features/fraud-impact/server/handlers.ts';
import * as fraudLists from '#features/fraud-lists/server/handlers.ts';
import * as fraudRules from '#features/fraud-rules/server/handlers.ts';
import * as home from '#features/home/server/handlers.ts';
import * as hostedSessions from '#features/hosted-sessions/server/handlers.ts';
import * as installations from '#features/installations/server/handlers.ts';
import * as merchantSchedules from '#features/merchant-schedules/server/handlers.ts';
import * as notifications from '#features/notifications/server/handlers.ts';
import * as organisations from '#features/organisations/server/handlers.ts';
import * as payments from '#features/payments/server/handlers.ts';
import * as queue from '#features/queue/server/handlers.ts';
import * as queueFigures from '#features/queue-figures/server/handlers.ts';
import * as riskControls from '#features/risk-controls/server/handlers.ts';
import * as roles from '#features/roles/server/handlers.ts';
import * as schedules from '#features/schedules/server/handlers.ts';
import * as scim from '#features/scim/server/handlers.ts';
import * as secondFactor from '#features/second-factor/server/handlers.ts';
import * as session from '#features/session/server/handlers.ts';
import * as setup from '#features/setup/server/handlers.ts';
import * as singleSignOn from '#features/single-sign-on/server/handlers.ts';
import * as smartLinks from '#features/smart-links/server/handlers.ts';
import * as transactionDetails from '#features/transaction-details/server/handlers.ts';
import * as transactions from '#features/transactions/server/handlers.ts';
import * as users from '#features/users/server/handlers.ts';
import * as virtualTerminal from '#features/virtual-terminal/server/handlers.ts';
import * as webhooks from '#features/webhooks/server/handlers.ts';
import type { Handler } from '#server/handler.ts';

/** Each feature with endpoints. Its handlers.ts exports nothing but handlers. */
const features = [
  account,
  apiKeys,
  approvals,
  audit,
  cases,
  customFields,
  customerCards,
  episodes,
  exports,
  feedback,
  fraudEngine,
  fraudImpact,
  fraudLists,
  fraudRules,
  home,
  hostedSessions,
  installations,
  merchantSchedules,
  notifications,
  organisations,
  payments,
  queue,
  queueFigures,
  riskControls,
  roles,
  schedules,
  scim,
  secondFactor,
  session,
  setup,
  singleSignOn,
  smartLinks,
  transactionDetails,
  transactions,
  users,
  virtualTerminal,
  webhooks,
];

/** Every handler of the processes. An endpoint that none handles does not exist. */
export const handlers: readonly Handler[] = features.flatMap((feature): Handler[] => Object.values(feature));
