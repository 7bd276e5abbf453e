import { exportAudit, getHistory, searchAudit } from '#features/audit/server/handlers.ts';
import { sendFeedback } from '#features/feedback/server/send-feedback.ts';
import {
  changeForgottenPassword,
  changePassword,
  checkNewPassword,
  checkPasswordToken,
  endOtherSessions,
  endSession,
  forgottenPassword,
  listSessions,
} from '#features/account/server/handlers.ts';
import {
  getCustomFieldMappings,
  getRuleCustomFields,
  getOrganisationFeatures,
  getOrganisationHierarchy,
} from '#features/organisations/server/handlers.ts';
import { addSchedule } from '#features/episodes/server/add-schedule.ts';
import { listCustomerCards } from '#features/customer-cards/server/list-customer-cards.ts';
import { removeCustomerCard } from '#features/customer-cards/server/remove-customer-card.ts';
import { getNotificationSecret } from '#features/notifications/server/get-notification-secret.ts';
import { listNotifications } from '#features/notifications/server/list-notifications.ts';
import { sendNotificationAgain } from '#features/notifications/server/send-notification-again.ts';
import { cancelTransaction } from '#features/payments/server/cancel-transaction.ts';
import { captureTransaction } from '#features/payments/server/capture-transaction.ts';
import { pingPayments } from '#features/payments/server/ping-payments.ts';
import { readPayment } from '#features/payments/server/read-payment.ts';
import { readPaymentByRef } from '#features/payments/server/read-payment-by-ref.ts';
import { refundTransaction } from '#features/payments/server/refund-transaction.ts';
import { repeatTransaction } from '#features/payments/server/repeat-transaction.ts';
import { resumeTransaction } from '#features/payments/server/resume-transaction.ts';
import { takePayment } from '#features/payments/server/take-payment.ts';
import { takePayout } from '#features/payments/server/take-payout.ts';
import { verifyCard } from '#features/payments/server/verify-card.ts';
import { cancelSchedule } from '#features/schedules/server/cancel-schedule.ts';
import { getInstallationSchedule } from '#features/schedules/server/get-installation-schedule.ts';
import { getNextEpisode } from '#features/schedules/server/get-next-episode.ts';
import { getNextEpisodes } from '#features/schedules/server/get-next-episodes.ts';
import { getSchedule } from '#features/schedules/server/get-schedule.ts';
import { getScheduleAudit } from '#features/schedules/server/get-schedule-audit.ts';
import { listRelatedSchedules } from '#features/schedules/server/list-related-schedules.ts';
import { reportSchedules } from '#features/schedules/server/report-schedules.ts';
import { resumeSchedule } from '#features/schedules/server/resume-schedule.ts';
import { resumeSchedules } from '#features/schedules/server/resume-schedules.ts';
import { searchSchedules } from '#features/schedules/server/search-schedules.ts';
import { skipNextEpisode } from '#features/schedules/server/skip-next-episode.ts';
import { suspendSchedule } from '#features/schedules/server/suspend-schedule.ts';
import { getInstallationList } from '#features/risk-controls/server/get-installation-list.ts';
import { getRiskControls } from '#features/risk-controls/server/get-risk-controls.ts';
import { saveRiskControls } from '#features/risk-controls/server/save-risk-controls.ts';
import { getWebOrigins } from '#features/hosted-sessions/server/get-web-origins.ts';
import { saveWebOrigins } from '#features/hosted-sessions/server/save-web-origins.ts';
import { getSecretStatus } from '#features/notifications/server/get-secret-status.ts';
import { rotateNotificationSecret } from '#features/notifications/server/rotate-notification-secret.ts';
import {
  createFirstAdministrator,
  getAuthenticatedUser,
  getConfig,
  getInitiation,
  getMe,
  login,
  logout,
  touchSession,
} from '#features/session/server/handlers.ts';
import { getCountries, getTransaction } from '#features/transaction-details/server/handlers.ts';
import { beginSession } from '#features/hosted-sessions/server/begin-session.ts';
import { createCardSession } from '#features/hosted-sessions/server/create-card-session.ts';
import { createPaymentSession } from '#features/hosted-sessions/server/create-payment-session.ts';
import { createPayoutSession } from '#features/hosted-sessions/server/create-payout-session.ts';
import { finishChallenge } from '#features/hosted-sessions/server/finish-challenge.ts';
import { getSessionStatus } from '#features/hosted-sessions/server/get-session-status.ts';
import { invalidateSession } from '#features/hosted-sessions/server/invalidate-session.ts';
import { leaveSession } from '#features/hosted-sessions/server/leave-session.ts';
import { pingSessions } from '#features/hosted-sessions/server/ping-sessions.ts';
import { startChallenge } from '#features/hosted-sessions/server/start-challenge.ts';
import { submitSession } from '#features/hosted-sessions/server/submit-session.ts';
import { viewSession } from '#features/hosted-sessions/server/view-session.ts';
import { cancelSmartLink } from '#features/smart-links/server/cancel-smart-link.ts';
import { createPaymentLink } from '#features/smart-links/server/create-payment-link.ts';
import { createPayoutLink } from '#features/smart-links/server/create-payout-link.ts';
import { createSmartLinkBatch } from '#features/smart-links/server/create-smart-link-batch.ts';
import { listEmailPayInstallations } from '#features/smart-links/server/list-email-pay-installations.ts';
import { openSmartLink } from '#features/smart-links/server/open-smart-link.ts';
import { reportSmartLinks } from '#features/smart-links/server/report-smart-links.ts';
import { searchSmartLinks } from '#features/smart-links/server/search-smart-links.ts';
import { sendSmartLink } from '#features/smart-links/server/send-smart-link.ts';
import { getTerminalConfiguration } from '#features/virtual-terminal/server/get-terminal-configuration.ts';
import { isQueueEnabled } from '#features/virtual-terminal/server/is-queue-enabled.ts';
import { listTerminalInstallations } from '#features/virtual-terminal/server/list-terminal-installations.ts';
import { getActivity, getNews, getNewsFeed } from '#features/home/server/handlers.ts';
import { exportSameCard, exportTransactions } from '#features/exports/server/handlers.ts';
import {
  getMetadata,
  countTransactions,
  searchSameCard,
  searchSameCardStatements,
  searchStatements,
  searchTransactions,
} from '#features/transactions/server/handlers.ts';
import { createUser } from '#features/users/server/create-user.ts';
import {
  deleteUser,
  getExposedRoles,
  getOrganisationUsers,
  getUser,
  getUserOrganisationHierarchy,
  searchUsers,
  sendInvitation,
  sendUsernameChange,
} from '#features/users/server/handlers.ts';
import { updateUser } from '#features/users/server/update-user.ts';
import type { Handler } from '#server/handler.ts';

/** Every handler of the processes. An endpoint that is not listed does not exist. */
export const handlers: readonly Handler[] = [
  getConfig,
  getInitiation,
  login,
  createFirstAdministrator,
  forgottenPassword,
  checkPasswordToken,
  checkNewPassword,
  changeForgottenPassword,
  changePassword,
  logout,
  getMe,
  getAuthenticatedUser,
  touchSession,
  listSessions,
  endSession,
  endOtherSessions,
  getOrganisationHierarchy,
  getOrganisationFeatures,
  getCustomFieldMappings,
  getRuleCustomFields,
  pingPayments,
  takePayment,
  takePayout,
  verifyCard,
  captureTransaction,
  cancelTransaction,
  refundTransaction,
  repeatTransaction,
  addSchedule,
  resumeTransaction,
  readPayment,
  readPaymentByRef,
  listCustomerCards,
  removeCustomerCard,
  listNotifications,
  sendNotificationAgain,
  getNotificationSecret,
  getInstallationList,
  getRiskControls,
  saveRiskControls,
  getWebOrigins,
  saveWebOrigins,
  getSecretStatus,
  rotateNotificationSecret,
  createPaymentSession,
  createPayoutSession,
  createCardSession,
  getSessionStatus,
  invalidateSession,
  pingSessions,
  beginSession,
  viewSession,
  listTerminalInstallations,
  getTerminalConfiguration,
  isQueueEnabled,
  submitSession,
  leaveSession,
  startChallenge,
  finishChallenge,
  cancelSmartLink,
  createPaymentLink,
  createPayoutLink,
  createSmartLinkBatch,
  listEmailPayInstallations,
  openSmartLink,
  searchSmartLinks,
  reportSmartLinks,
  sendSmartLink,
  getActivity,
  getNews,
  getNewsFeed,
  getMetadata,
  searchStatements,
  exportTransactions,
  exportSameCard,
  searchSameCard,
  searchSameCardStatements,
  countTransactions,
  searchTransactions,
  getTransaction,
  getCountries,
  searchAudit,
  exportAudit,
  getHistory,
  sendFeedback,
  getSchedule,
  getScheduleAudit,
  getNextEpisodes,
  suspendSchedule,
  resumeSchedule,
  resumeSchedules,
  cancelSchedule,
  searchSchedules,
  listRelatedSchedules,
  reportSchedules,
  getInstallationSchedule,
  getNextEpisode,
  skipNextEpisode,
  searchUsers,
  getOrganisationUsers,
  getUserOrganisationHierarchy,
  createUser,
  getUser,
  updateUser,
  deleteUser,
  sendInvitation,
  sendUsernameChange,
  getExposedRoles,
];
