import { settingsScreens } from './settings-screens.ts';
import { publicScreens } from './start/public-screens.ts';
import type { Screen } from './screen.ts';
import { readHomeSearch } from '#features/setup/home/home-period.ts';
import { readApprovalsSearch } from '#features/access/approvals/approvals-search.ts';
import { readConnectSearch } from '#features/access/single-sign-on/sign-on-search.ts';
import { readSearchParams } from '#features/reports/transactions/search-params.ts';
import { readReviewSearch } from '#features/review/queue/review-search.ts';
import { readAuditParams } from '#features/record/audit/audit-params.ts';
import { readLinksSearch } from '#features/payments/smart-links/links-search.ts';
import { readUsersSearch } from '#features/access/users/users-search.ts';
import { readStatementAddress } from '#features/reports/transactions/web/statement-address.ts';
import { readDisputesSearch } from '#features/payments/disputes/disputes-search.ts';
import { readCustomersSearch } from '#features/reports/customers/customers-search.ts';
import { readScheduledFilesSearch } from '#features/reports/scheduled-files/scheduled-files-search.ts';
import {
  readDifferencesSearch,
  readPayoutSearch,
  readPayoutsSearch,
  readReportsSearch,
} from '#features/payments/settlement/settlement-search.ts';
import { flatText } from '#web/search-codec.ts';
import { readRiskControlsSearch } from '#features/fraud/risk-controls/risk-controls-search.ts';
import { readFiguresSearch } from '#features/review/queue-figures/figures-search.ts';
import { readQueueSearch } from '#features/review/queue/queue-search.ts';
import { caseScreens, riskControlsListScreens, riskScreens } from './risk-screens.ts';
import { readScheduleAddress } from '#features/payments/schedules/web/find/list-address.ts';
import { detailsSearch } from '#features/reports/transaction-details/details-search.ts';

/** Every URL of the portal, in the order of the menu. A new screen is one entry here. */
export const screens: readonly Screen[] = [
  ...publicScreens,
  {
    name: 'error',
    path: '/error',
    place: 'shell',
    hasFirstTexts: true,
    load: async () => (await import('./pages/error-screen.tsx')).ErrorScreen,
  },
  {
    name: 'home',
    path: '/home',
    place: 'shell',
    hasFirstTexts: true,
    menu: [],
    search: (raw) => ({ ...readHomeSearch(flatText(raw)) }),
    remembered: { keys: ['period', 'money', 'by', 'unit'] },
    load: async () => (await import('#features/setup/home/web/home-screen.tsx')).HomeScreen,
  },
  {
    name: 'sessions',
    path: '/sessions',
    place: 'shell',
    load: async () => (await import('#features/access/account/web/sessions-screen.tsx')).SessionsScreen,
  },
  {
    name: 'mySecurity',
    path: '/profile/security',
    place: 'shell',
    search: (raw) => ({ ...readConnectSearch(flatText(raw)) }),
    load: async () => (await import('#features/access/account/web/my-security-screen.tsx')).MySecurityScreen,
  },
  {
    name: 'changePassword',
    path: '/changePassword',
    place: 'shell',
    load: async () =>
      (await import('#features/access/account/web/change-password-screen.tsx')).ChangePasswordScreen,
  },
  {
    name: 'transactionSearch',
    path: '/search',
    place: 'shell',
    hasFirstTexts: true,
    permission: { kind: 'ANY', permissions: ['P_VIEW_TRANSACTIONS_NGPORTAL'] },
    isRemembered: true,
    menu: ['transactions'],
    search: (raw) => ({ ...readSearchParams(flatText(raw)) }),
    remembered: { keys: ['searchRange', 'pageSize', 'field', 'direction'] },
    load: async () =>
      (await import('#features/reports/views/web/viewed-search-screen.tsx')).ViewedSearchScreen,
  },
  {
    name: 'statements',
    path: '/statements',
    place: 'shell',
    hasFirstTexts: true,
    permission: { kind: 'ALL', permissions: ['P_VIEW_TRANSACTIONS_NGPORTAL'] },
    isRemembered: true,
    menu: ['transactions'],
    search: (raw) => ({ ...readStatementAddress(flatText(raw)) }),
    remembered: {
      keys: ['status', 'type', 'optimize360Outcome', 'selectedNodes', 'pageSize', 'field', 'direction'],
      days: ['date'],
    },
    load: async () =>
      (await import('#features/reports/transactions/web/statements-screen.tsx')).StatementsScreen,
  },
  {
    name: 'customers',
    path: '/customers',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_TRANSACTIONS_NGPORTAL'] },
    menu: ['transactions'],
    search: (raw) => ({ ...readCustomersSearch(flatText(raw)) }),
    load: async () => (await import('#features/reports/customers/web/customers-screen.tsx')).CustomersScreen,
  },
  {
    name: 'customer',
    path: '/customers/$customerId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_TRANSACTIONS_NGPORTAL'] },
    menuUnder: 'customers',
    load: async () => (await import('#features/reports/customers/web/customer-screen.tsx')).CustomerScreen,
  },
  {
    name: 'customerOfTransaction',
    path: '/customers/transaction/$transactionId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_TRANSACTIONS_NGPORTAL'] },
    menuUnder: 'customers',
    load: async () =>
      (await import('#features/reports/customers/web/customer-of-transaction.tsx')).CustomerOfTransaction,
  },
  {
    name: 'disputes',
    path: '/disputes',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES'] },
    menu: ['transactions'],
    search: (raw) => ({ ...readDisputesSearch(flatText(raw)) }),
    remembered: { keys: ['status', 'stage', 'fraud', 'pageSize', 'field', 'direction'] },
    load: async () => (await import('#features/payments/disputes/web/disputes-screen.tsx')).DisputesScreen,
  },
  {
    name: 'dispute',
    path: '/disputes/$disputeId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES'] },
    menuUnder: 'disputes',
    load: async () => (await import('#features/payments/disputes/web/dispute-screen.tsx')).DisputeScreen,
  },
  {
    name: 'transactionExport',
    path: '/export',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_TRANSACTIONS_NGPORTAL'] },
    menu: ['transactions'],
    load: async () => (await import('#features/reports/exports/web/export-screen.tsx')).ExportScreen,
  },
  {
    name: 'scheduledFiles',
    path: '/scheduledFiles',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_TRANSACTIONS_NGPORTAL'] },
    menu: ['transactions'],
    search: (raw) => ({ ...readScheduledFilesSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/reports/scheduled-files/web/scheduled-files-screen.tsx')).ScheduledFilesScreen,
  },
  {
    name: 'payouts',
    path: '/payouts',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_PAYOUTS'] },
    menu: ['transactions'],
    search: (raw) => ({ ...readPayoutsSearch(flatText(raw)) }),
    load: async () => (await import('#features/payments/settlement/web/payouts-screen.tsx')).PayoutsScreen,
  },
  {
    name: 'payout',
    path: '/payouts/$payoutId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_PAYOUTS'] },
    menuUnder: 'payouts',
    search: (raw) => ({ ...readPayoutSearch(flatText(raw)) }),
    load: async () => (await import('#features/payments/settlement/web/payout-screen.tsx')).PayoutScreen,
  },
  {
    name: 'settlement',
    path: '/settlement',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_SETTLEMENTS', 'P_MANAGE_SETTLEMENTS'] },
    menu: ['transactions'],
    search: (raw) => ({ ...readDifferencesSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/payments/settlement/web/differences-screen.tsx')).DifferencesScreen,
  },
  {
    name: 'settlementReports',
    path: '/settlement/reports',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_SETTLEMENTS', 'P_MANAGE_SETTLEMENTS'] },
    menuUnder: 'settlement',
    search: (raw) => ({ ...readReportsSearch(flatText(raw)) }),
    load: async () => (await import('#features/payments/settlement/web/reports-screen.tsx')).ReportsScreen,
  },
  {
    name: 'transactionDetails',
    path: '/transactionDetails/$transactionId',
    place: 'shell',
    hasFirstTexts: true,
    permission: { kind: 'ANY', permissions: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'] },
    isRemembered: true,
    search: (raw) => ({ ...detailsSearch(raw) }),
    load: async () =>
      (await import('#features/reports/transaction-details/web/details-screen.tsx')).DetailsScreen,
  },
  {
    name: 'queueReview',
    path: '/queue/review',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_ACCESS_QUEUE_MANAGEMENT'], features: ['QUEUE'] },
    isRestricted: true,
    isFullScreen: true,
    search: (raw) => ({ ...readReviewSearch(flatText(raw)) }),
    load: async () => (await import('#features/review/queue/web/review/review-screen.tsx')).ReviewScreen,
  },
  ...riskScreens,
  {
    name: 'queueManagement',
    path: '/queueManagement',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_ACCESS_QUEUE_MANAGEMENT'], features: ['QUEUE'] },
    isRestricted: true,
    isRemembered: true,
    menu: ['risk_management', 'investigation_centre'],
    search: (raw) => ({ ...readQueueSearch(flatText(raw)) }),
    remembered: { keys: ['assignee', 'status', 'type', 'min', 'max', 'sortField', 'direction', 'pageSize'] },
    load: async () => (await import('#features/review/queue/web/queue-screen.tsx')).QueueScreen,
  },
  {
    name: 'queueFigures',
    path: '/queueManagement/figures',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_ACCESS_QUEUE_MANAGEMENT'], features: ['QUEUE'] },
    isRestricted: true,
    menu: ['risk_management', 'investigation_centre'],
    search: (raw) => ({ ...readFiguresSearch(flatText(raw)) }),
    load: async () => (await import('#features/review/queue-figures/web/figures-screen.tsx')).FiguresScreen,
  },
  ...caseScreens,
  {
    name: 'smartLinkList',
    path: '/smartlinks',
    place: 'shell',
    permission: { kind: 'ALL', permissions: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] },
    menuPermission: { kind: 'ANY', permissions: ['P_CREATE_SMART_LINK'] },
    menu: ['smartLinks'],
    search: (raw) => ({ ...readLinksSearch(flatText(raw)) }),
    remembered: { keys: ['status', 'state', 'pageSize'], days: ['createdFrom', 'createdTo'] },
    load: async () => (await import('#features/payments/smart-links/web/links-screen.tsx')).LinksScreen,
  },
  {
    name: 'smartLinkCreate',
    path: '/smartlinks/create',
    place: 'shell',
    permission: { kind: 'ALL', permissions: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] },
    menuPermission: { kind: 'ANY', permissions: ['P_CREATE_SMART_LINK'] },
    menu: ['smartLinks'],
    load: async () =>
      (await import('#features/payments/smart-links/web/create-links-screen.tsx')).CreateLinksScreen,
  },
  {
    name: 'smartLinkImport',
    path: '/smartlinks/import',
    place: 'shell',
    permission: { kind: 'ALL', permissions: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] },
    menuUnder: 'smartLinkCreate',
    load: async () =>
      (await import('#features/payments/smart-links/web/import-links-screen.tsx')).ImportLinksScreen,
  },
  {
    name: 'smartLinkView',
    path: '/smartlinks/view',
    place: 'shell',
    permission: { kind: 'ALL', permissions: ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] },
    menuUnder: 'smartLinkCreate',
    load: async () =>
      (await import('#features/payments/smart-links/web/view-links-screen.tsx')).ViewLinksScreen,
  },
  {
    name: 'virtualTerminal',
    path: '/virtual-terminal',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIRTUAL_TERMINAL'] },
    isRestricted: true,
    isRemembered: true,
    menu: [],
    load: async () =>
      (await import('#features/payments/virtual-terminal/web/terminal-screen.tsx')).TerminalScreen,
  },
  {
    name: 'transactionRedirect',
    path: '/virtual-terminal/transaction-redirect',
    place: 'public',
    load: async () =>
      (await import('#features/payments/virtual-terminal/web/transaction-redirect-screen.tsx'))
        .TransactionRedirectScreen,
  },
  {
    name: 'scheduleDetails',
    path: '/scheduleDetails/$scheduleId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_SCHEDULE'] },
    menuUnder: 'scheduleList',
    load: async () =>
      (await import('#features/payments/schedules/web/details/schedule-screen.tsx')).ScheduleScreen,
  },
  {
    name: 'scheduleList',
    path: '/scheduleList',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_SCHEDULE'] },
    isRestricted: true,
    isRemembered: true,
    menu: ['schedules'],
    search: (raw) => ({ ...readScheduleAddress(flatText(raw)) }),
    remembered: {
      keys: ['status', 'selectedNodes', 'sortOrder', 'pageSize'],
      days: ['startDate', 'endDate'],
    },
    load: async () =>
      (await import('#features/payments/schedules/web/find/schedule-list-screen.tsx')).ScheduleListScreen,
  },
  {
    name: 'scheduleSearch',
    path: '/scheduleSearch',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_SCHEDULE'] },
    isRestricted: true,
    isRemembered: true,
    menu: ['schedules'],
    load: async () =>
      (await import('#features/payments/schedules/web/find/schedule-search-screen.tsx')).ScheduleSearchScreen,
  },
  {
    name: 'riskControls',
    path: '/risk-controls',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS'] },
    isRestricted: true,
    isRemembered: true,
    menu: ['configuration'],
    search: (raw) => ({ ...readRiskControlsSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud/risk-controls/web/risk-controls-screen.tsx')).RiskControlsScreen,
  },
  ...riskControlsListScreens,
  {
    name: 'users',
    path: '/users',
    place: 'shell',
    permission: { kind: 'ALL', permissions: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'] },
    menuPermission: { kind: 'ANY', permissions: ['P_VIEW_MI_MERCHANT_ADMIN'] },
    isRemembered: true,
    menu: [],
    search: (raw) => ({ ...readUsersSearch(flatText(raw)) }),
    remembered: { keys: ['status', 'field', 'direction', 'pageSize'] },
    load: async () => (await import('#features/access/users/web/users-screen.tsx')).UsersScreen,
  },
  {
    name: 'createUser',
    path: '/user/new',
    place: 'shell',
    permission: { kind: 'ALL', permissions: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_CREATE_PORTAL_USER'] },
    isRestricted: true,
    menuUnder: 'users',
    load: async () => (await import('#features/access/users/web/create-user-screen.tsx')).CreateUserScreen,
  },
  {
    name: 'viewUser',
    path: '/user/$id',
    place: 'shell',
    permission: { kind: 'ALL', permissions: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'] },
    menuUnder: 'users',
    load: async () => (await import('#features/access/users/web/view/user-screen.tsx')).UserScreen,
  },
  {
    name: 'editUser',
    path: '/user/$id/edit',
    place: 'shell',
    permission: { kind: 'ALL', permissions: ['P_VIEW_MI_MERCHANT_ADMIN'] },
    menuUnder: 'users',
    load: async () => (await import('#features/access/users/web/edit-user-screen.tsx')).EditUserScreen,
  },
  ...settingsScreens,
  {
    name: 'approvals',
    path: '/approvals',
    place: 'shell',
    // Every user sees their own requests. The entry of the settings is for approvers.
    menuPermission: { kind: 'ANY', permissions: ['P_APPROVE'] },
    menu: ['settings'],
    search: (raw) => ({ ...readApprovalsSearch(flatText(raw)) }),
    load: async () => (await import('#features/access/approvals/web/approvals-screen.tsx')).ApprovalsScreen,
  },
  {
    name: 'audit',
    path: '/audit',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_AUDIT'] },
    menu: ['settings'],
    search: (raw) => ({ ...readAuditParams(flatText(raw)) }),
    load: async () => (await import('#features/record/audit/web/audit-screen.tsx')).AuditScreen,
  },
  {
    name: 'feedback',
    path: '/feedback',
    place: 'shell',
    menu: [],
    load: async () => (await import('#features/record/feedback/web/feedback-screen.tsx')).FeedbackScreen,
  },
];

/** In development only: every part of src/ui in every state. */
export const developmentScreens: readonly Screen[] = import.meta.env.DEV
  ? [
      {
        name: 'gallery',
        path: '/gallery',
        place: 'shell',
        load: async () => (await import('./gallery/gallery-screen.tsx')).GalleryScreen,
      },
    ]
  : [];
