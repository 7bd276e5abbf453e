import type { Handler } from '#server/handler.ts';
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
import { exportAudit, getHistory, searchAudit } from '#features/audit/server/handlers.ts';
import { listCustomerCards, removeCustomerCard } from '#features/customer-cards/server/handlers.ts';
import { addSchedule } from '#features/episodes/server/add-schedule.ts';
import { exportSameCard, exportTransactions } from '#features/exports/server/handlers.ts';
import { sendFeedback } from '#features/feedback/server/send-feedback.ts';
import { getActivity, getNews, getNewsFeed } from '#features/home/server/handlers.ts';
import {
  beginSession,
  createCardSession,
  createPaymentSession,
  createPayoutSession,
  finishChallenge,
  getSessionStatus,
  getWebOrigins,
  pingSessions,
  saveWebOrigins,
  startChallenge,
  submitSession,
  viewSession,
} from '#features/hosted-sessions/server/handlers.ts';
import { invalidateSession } from '#features/hosted-sessions/server/invalidate-session.ts';
import { leaveSession } from '#features/hosted-sessions/server/leave-session.ts';
import {
  getNotificationSecret,
  getSecretStatus,
  listNotifications,
  rotateNotificationSecret,
  sendNotificationAgain,
} from '#features/notifications/server/handlers.ts';
import {
  getCustomFieldMappings,
  getOrganisationFeatures,
  getOrganisationHierarchy,
  getRuleCustomFields,
} from '#features/organisations/server/handlers.ts';
import { cancelTransaction } from '#features/payments/server/cancel-transaction.ts';
import { captureTransaction } from '#features/payments/server/capture-transaction.ts';
import { pingPayments } from '#features/payments/server/ping-payments.ts';
import { readPaymentByRef } from '#features/payments/server/read-payment-by-ref.ts';
import { readPayment } from '#features/payments/server/read-payment.ts';
import { refundTransaction } from '#features/payments/server/refund-transaction.ts';
import { repeatTransaction } from '#features/payments/server/repeat-transaction.ts';
import { resumeTransaction } from '#features/payments/server/resume-transaction.ts';
import { takePayment } from '#features/payments/server/take-payment.ts';
import { takePayout } from '#features/payments/server/take-payout.ts';
import { verifyCard } from '#features/payments/server/verify-card.ts';
import {
  getInstallationList,
  getRiskControls,
  saveRiskControls,
} from '#features/risk-controls/server/handlers.ts';
import {
  cancelSchedule,
  getInstallationSchedule,
  getNextEpisode,
  getNextEpisodes,
  getSchedule,
  getScheduleAudit,
  listRelatedSchedules,
  resumeSchedule,
  resumeSchedules,
  searchSchedules,
  skipNextEpisode,
  suspendSchedule,
} from '#features/schedules/server/handlers.ts';
import { reportSchedules } from '#features/schedules/server/report-schedules.ts';
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
import { cancelSmartLink } from '#features/smart-links/server/cancel-smart-link.ts';
import {
  createPaymentLink,
  createPayoutLink,
  createSmartLinkBatch,
  listEmailPayInstallations,
  searchSmartLinks,
} from '#features/smart-links/server/handlers.ts';
import { openSmartLink } from '#features/smart-links/server/open-smart-link.ts';
import { reportSmartLinks } from '#features/smart-links/server/report-smart-links.ts';
import { sendSmartLink } from '#features/smart-links/server/send-smart-link.ts';
import { getCountries, getTransaction } from '#features/transaction-details/server/handlers.ts';
import {
  countTransactions,
  getMetadata,
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
import {
  getTerminalConfiguration,
  isQueueEnabled,
  listTerminalInstallations,
} from '#features/virtual-terminal/server/handlers.ts';

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
