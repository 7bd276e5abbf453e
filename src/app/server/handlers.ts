import { caseHandlers } from '#app/server/case-handlers.ts';
import { webhookHandlers } from '#app/server/webhook-handlers.ts';
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
import { approvalHandlers } from '#features/approvals/server/handlers.ts';
import { apiKeyHandlers } from '#features/api-keys/server/handlers.ts';
import { exportAudit, getHistory, searchAudit } from '#features/audit/server/handlers.ts';
import {
  listCustomerCards,
  readCustomer,
  readCustomerByRef,
  readCustomerCard,
  removeCustomerCard,
} from '#features/customer-cards/server/handlers.ts';
import { setupHandlers } from '#features/setup/server/handlers.ts';
import { customFieldHandlers } from '#features/custom-fields/server/handlers.ts';
import { installationHandlers } from '#features/installations/server/handlers.ts';
import { organisationHandlers } from '#features/organisations/server/handlers.ts';
import { addSchedule } from '#features/episodes/server/add-schedule.ts';
import { exportSameCard, exportTransactions } from '#features/exports/server/handlers.ts';
import { explainRule } from '#features/fraud-engine/server/explain-rule.ts';
import { sendFeedback } from '#features/feedback/server/send-feedback.ts';
import {
  activateList,
  addCardListItem,
  addListItem,
  addListItems,
  changeListItems,
  createList,
  editList,
  getAllowLists,
  getAutoAdd,
  getBlockLists,
  getCardListItems,
  getExtendedAllowLists,
  getExtendedBlockLists,
  getLinkedRules,
  getList,
  getListDataFields,
  getListHistory,
  getListItems,
  getParameterLists,
  getRemainingValues,
  removeListItem,
  removeListItems,
  saveAutoAdd,
  searchParameterLists,
} from '#features/fraud-lists/server/handlers.ts';
import { exportListHistory } from '#features/fraud-lists/server/export-list-history.ts';
import { exportListItems } from '#features/fraud-lists/server/export-list-items.ts';
import { uploadListItems } from '#features/fraud-lists/server/upload-list-items.ts';
import { ruleHandlers } from '#app/server/rule-handlers.ts';
import { countListFileMatches } from '#features/fraud-impact/server/count-list-file-matches.ts';
import { getRecentMatches, getRuleEffect, measureImpact } from '#features/fraud-impact/server/handlers.ts';
import { getActivity, getNews, getNewsFeed } from '#features/home/server/handlers.ts';
import {
  beginSession,
  createCardSession,
  createPaymentSession,
  createPayoutSession,
  finishChallenge,
  getSessionStatus,
  getWebOrigins,
  listSkins,
  pingSessions,
  saveWebOrigins,
  startChallenge,
  submitSession,
  viewLogo,
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
import { getQueueFigures, listCountedTasks } from '#features/queue-figures/server/handlers.ts';
import {
  actOnTask,
  actOnTasks,
  assignTasks,
  claimReview,
  commentTasks,
  countTasks,
  holdDecision,
  listQueueUsers,
  releaseReview,
  retryTasks,
  searchTasks,
  undoDecision,
} from '#features/queue/server/handlers.ts';
import { getReviewContext } from '#features/queue/server/get-review-context.ts';
import { getReview } from '#features/queue/server/get-review.ts';
import {
  cancelTransaction,
  captureTransaction,
  pingPayments,
  readPayment,
  readPaymentByRef,
  repeatTransaction,
  resumeTransaction,
  takePayment,
  takePayout,
  verifyCard,
} from '#features/payments/server/handlers.ts';
import { refundTransaction } from '#features/payments/server/refund-transaction.ts';
import { roleHandlers } from '#features/roles/server/handlers.ts';
import {
  cancelInstallationSchedule,
  listInstallationSchedules,
  resumeInstallationSchedule,
  suspendInstallationSchedule,
} from '#features/merchant-schedules/server/handlers.ts';
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
import { scimHandlers } from '#features/scim/server/handlers.ts';
import { secondFactorHandlers } from '#features/second-factor/server/handlers.ts';
import { singleSignOnHandlers } from '#features/single-sign-on/server/handlers.ts';
import { getPasskeyOptions } from '#features/session/server/get-passkey-options.ts';
import { secondFactor } from '#features/session/server/second-factor.ts';
import { signInWithPasskey } from '#features/session/server/sign-in-with-passkey.ts';
import { stepUp } from '#features/session/server/step-up.ts';
import {
  createFirstAdministrator,
  finishEnrolment,
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
  listInstallationLinks,
  readSmartLink,
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
  getUserFactors,
  getUserOrganisationHierarchy,
  searchUsers,
  sendInvitation,
  sendUsernameChange,
} from '#features/users/server/handlers.ts';
import { resetSecondFactor } from '#features/users/server/reset-second-factor.ts';
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
  secondFactor,
  getPasskeyOptions,
  signInWithPasskey,
  stepUp,
  finishEnrolment,
  ...scimHandlers,
  ...secondFactorHandlers,
  ...singleSignOnHandlers,
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
  pingPayments,
  searchTasks,
  countTasks,
  listQueueUsers,
  actOnTask,
  getQueueFigures,
  listCountedTasks,
  actOnTasks,
  retryTasks,
  commentTasks,
  assignTasks,
  getReview,
  getReviewContext,
  claimReview,
  releaseReview,
  holdDecision,
  undoDecision,
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
  readCustomer,
  readCustomerByRef,
  listCustomerCards,
  readCustomerCard,
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
  listSkins,
  beginSession,
  viewLogo,
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
  listInstallationLinks,
  readSmartLink,
  openSmartLink,
  searchSmartLinks,
  reportSmartLinks,
  sendSmartLink,
  measureImpact,
  countListFileMatches,
  getRecentMatches,
  getRuleEffect,
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
  explainRule,
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
  listInstallationSchedules,
  suspendInstallationSchedule,
  resumeInstallationSchedule,
  cancelInstallationSchedule,
  activateList,
  addCardListItem,
  addListItem,
  addListItems,
  changeListItems,
  createList,
  editList,
  getAllowLists,
  getAutoAdd,
  getBlockLists,
  getCardListItems,
  getExtendedAllowLists,
  getExtendedBlockLists,
  getLinkedRules,
  getList,
  getListDataFields,
  getListHistory,
  getListItems,
  getParameterLists,
  getRemainingValues,
  removeListItem,
  removeListItems,
  saveAutoAdd,
  searchParameterLists,
  exportListHistory,
  exportListItems,
  uploadListItems,
  searchUsers,
  getOrganisationUsers,
  getUserOrganisationHierarchy,
  createUser,
  getUser,
  updateUser,
  getUserFactors,
  resetSecondFactor,
  deleteUser,
  sendInvitation,
  sendUsernameChange,
  getExposedRoles,
  ...apiKeyHandlers,
  ...approvalHandlers,
  ...organisationHandlers,
  ...installationHandlers,
  ...customFieldHandlers,
  ...roleHandlers,
  ...webhookHandlers,
  ...setupHandlers,
  ...ruleHandlers,
  ...caseHandlers,
];
