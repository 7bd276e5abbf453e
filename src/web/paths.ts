/** Where a link leads: the props of the router's <Link>, and the argument of navigate(). */
export interface Destination {
  to: string;
  search: Record<string, unknown>;
}

interface PageAddress {
  offset?: number;
  pageSize?: number;
}
interface ColumnFilterAddress {
  [name: `filter.${string}`]: string | undefined;
}
interface SearchAddress extends PageAddress, ColumnFilterAddress {
  searchField?: string;
  value?: string;
  field?: string;
  direction?: 'ASC' | 'DESC';
  searchRange?: string;
  view?: string;
  columns?: string;
}
interface StatementsAddress extends PageAddress, ColumnFilterAddress {
  date?: string;
  cut?: string | undefined;
  selectedNodes?: string[];
  status?: string[];
  type?: string[];
  optimize360Outcome?: string[];
  field?: string;
  direction?: 'asc' | 'desc';
}
interface ScheduleListAddress {
  page?: number;
  pageSize?: number;
  startDate?: string;
  endDate?: string;
  status?: string[];
  selectedNodes?: string[];
  dueFrom?: string;
  dueTo?: string;
  lastResult?: string;
  sortBy?: string;
  sortOrder?: 'asc' | 'desc';
}
interface HomeAddress {
  period?: string | undefined;
  money?: string | undefined;
  by?: string | undefined;
  unit?: string | undefined;
}
interface SmartLinksAddress extends PageAddress {
  status?: string;
  reference?: string;
  emailAddress?: string;
  amount?: string;
  createdFrom?: string;
  createdTo?: string;
  expiresTo?: string;
  batchId?: string;
}
interface ApiRequestsAddress {
  pageSize?: number;
  text?: string | undefined;
  apiId?: string | undefined;
  call?: string | undefined;
  status?: string | undefined;
  day?: string | undefined;
  before?: number | undefined;
}
interface UsersAddress extends PageAddress {
  field?: string;
  direction?: 'ASC' | 'DESC';
  text?: string;
  status?: string;
}
interface AuditAddress extends PageAddress {
  range?: string;
  fromDay?: string;
  toDay?: string;
  actor?: string;
  objectKind?: string;
  objectId?: string;
  act?: string;
  outcome?: string;
}

interface PayoutsAddress extends PageAddress {
  state?: string;
  currency?: string;
  paidFrom?: string;
  paidTo?: string;
  installation?: string;
}
interface DifferencesAddress extends PageAddress {
  state?: string;
  kind?: string;
  owner?: string;
  reference?: string;
}

interface QueueReviewAddress {
  assignee?: string;
  status?: string;
  type?: string;
  min?: string;
  max?: string;
  task?: string;
}

interface SortedAddress extends PageAddress {
  sortField?: string;
  direction?: string;
}
interface ListsAddress extends SortedAddress {
  hotList?: string;
  name?: string;
  fieldType?: string;
  lastUpdatedTime?: string;
}
interface ListItemsAddress extends SortedAddress {
  value?: string;
  source?: string;
  addedDate?: string;
  expiryDate?: string;
  maskedPan?: string;
}
interface ListHistoryAddress extends ListItemsAddress {
  searchRange?: string;
  date?: string;
  user?: string;
}
interface CaseSearchAddress extends PageAddress {
  owner?: string;
  searchField?: string;
  value?: string;
  searchRange?: string;
  field?: string;
  direction?: 'ASC' | 'DESC';
}
interface QueueAddress extends SortedAddress {
  assignee?: 'me';
  status?: string;
  type?: string;
  min?: string;
  max?: string;
  taskId?: string;
  transactionId?: string;
  transactionType?: string;
  transactionTime?: string;
  transactionAmount?: string;
  customerEmail?: string;
  transactionCurrencyCode?: string;
  customerIpAddress?: string;
  score?: string;
  cardIssuerCountryCode?: string;
  paymentSource?: string;
  statusSearch?: string;
  assigneeSearch?: string;
}
interface DisputesAddress extends PageAddress {
  status?: string | undefined;
  stage?: string | undefined;
  fraud?: string | undefined;
  text?: string | undefined;
  nodes?: string[] | undefined;
  field?: string;
  direction?: 'ASC' | 'DESC';
}
interface RulesAddress extends PageAddress {
  sortField?: string;
  direction?: 'ASC' | 'DESC';
  name?: string;
  action?: string;
  lastUpdatedTime?: string;
}

const buildDestination = (to: string, search: object = {}): Destination => ({ to, search: { ...search } });
const part = (id: string | number): string => encodeURIComponent(id);

/** The addresses of the portal. The reader of each screen validates the search parameters. */
export const paths = {
  login: () => buildDestination('/login'),
  forgotPassword: () => buildDestination('/forgotPassword'),
  expiredPassword: () => buildDestination('/expiredPassword'),
  resetEmailSent: () => buildDestination('/resetEmailSent'),
  newPassword: (token: string) => buildDestination(`/password/${part(token)}`),
  passwordUpdated: () => buildDestination('/passwordUpdated'),
  setup: (token: string) => buildDestination(`/setup/${part(token)}`),
  unrecoverable: () => buildDestination('/unrecoverable'),
  error: (errorCode: number | string) => buildDestination('/error', { errorCode: String(errorCode) }),
  home: (search: HomeAddress = {}) => buildDestination('/home', search),
  scheduledFiles: (search: { view?: string } = {}) => buildDestination('/scheduledFiles', search),
  sessions: () => buildDestination('/sessions'),
  changePassword: () => buildDestination('/changePassword'),
  search: (search: SearchAddress = {}) => buildDestination('/search', search),
  statements: (search: StatementsAddress = {}) => buildDestination('/statements', search),
  exportTransactions: () => buildDestination('/export'),
  transaction: (id: string | number, search: { explain?: string } = {}) =>
    buildDestination(`/transactionDetails/${part(id)}`, search),
  customers: (search: { text?: string } = {}) => buildDestination('/customers', search),
  customer: (id: string) => buildDestination(`/customers/${part(id)}`),
  /** Leads on to the customer of the transaction. */
  customerOf: (transactionId: string | number) =>
    buildDestination(`/customers/transaction/${part(transactionId)}`),
  disputes: (search: DisputesAddress = {}) => buildDestination('/disputes', search),
  dispute: (id: string) => buildDestination(`/disputes/${part(id)}`),
  payouts: (search: PayoutsAddress = {}) => buildDestination('/payouts', search),
  payout: (id: string, search: PageAddress & { group?: string } = {}) =>
    buildDestination(`/payouts/${part(id)}`, search),
  settlement: (search: DifferencesAddress = {}) => buildDestination('/settlement', search),
  settlementReports: (search: PageAddress & { state?: string } = {}) =>
    buildDestination('/settlement/reports', search),
  queueReview: (search: QueueReviewAddress = {}) => buildDestination('/queue/review', search),
  smartLinks: (search: SmartLinksAddress = {}) => buildDestination('/smartlinks', search),
  createSmartLinks: () => buildDestination('/smartlinks/create'),
  importSmartLinks: () => buildDestination('/smartlinks/import'),
  createdSmartLinks: () => buildDestination('/smartlinks/view'),
  virtualTerminal: () => buildDestination('/virtual-terminal'),
  transactionRedirect: () => buildDestination('/virtual-terminal/transaction-redirect'),
  schedule: (id: string) => buildDestination(`/scheduleDetails/${part(id)}`),
  schedules: (search: ScheduleListAddress = {}) => buildDestination('/scheduleList', search),
  scheduleSearch: () => buildDestination('/scheduleSearch'),
  queueFigures: (search: { from?: string; to?: string } = {}) =>
    buildDestination('/queueManagement/figures', search),
  rules: (search: RulesAddress = {}) => buildDestination('/rules', search),
  newRule: () => buildDestination('/rules/new'),
  rule: (id: number, search: { version?: number } = {}) =>
    buildDestination(`/rules/rule/${part(id)}`, search),
  copyRule: (id: number) => buildDestination(`/rules/copyRule/${part(id)}`),
  territories: (search: RulesAddress = {}) => buildDestination('/territories', search),
  newTerritory: () => buildDestination('/territories/new'),
  territory: (id: number, search: { version?: number } = {}) =>
    buildDestination(`/territories/${part(id)}`, search),
  copyTerritory: (id: number) => buildDestination(`/territories/copy/${part(id)}`),
  queue: (search: QueueAddress = {}) => buildDestination('/queueManagement', search),
  riskControls: (search: { installation?: number } = {}) => buildDestination('/risk-controls', search),
  lists: (search: ListsAddress = {}) => buildDestination('/lists', search),
  newList: () => buildDestination('/lists/new'),
  list: (type: string, id: number | string, search: ListItemsAddress = {}) =>
    buildDestination(`/lists/list/${part(type)}/${part(id)}`, search),
  listHistory: (type: string, id: number | string, search: ListHistoryAddress = {}) =>
    buildDestination(`/lists/list/${part(type)}/${part(id)}/history`, search),
  standardLists: (search: { list?: string } = {}) => buildDestination('/negativePositiveLists', search),
  riskControlsList: (id: number | string, search: ListItemsAddress = {}) =>
    buildDestination(`/risk-controls/negativeList/${part(id)}`, search),
  riskControlsListHistory: (id: number | string, search: ListHistoryAddress = {}) =>
    buildDestination(`/risk-controls/negativeList/${part(id)}/history`, search),
  caseSearch: (search: CaseSearchAddress = {}) => buildDestination('/caseManagementSearch', search),
  case: (id: number | string) => buildDestination(`/case/${part(id)}`),
  users: (search: UsersAddress = {}) => buildDestination('/users', search),
  createUser: () => buildDestination('/user/new'),
  user: (id: string) => buildDestination(`/user/${part(id)}`),
  editUser: (id: string) => buildDestination(`/user/${part(id)}/edit`),
  settings: () => buildDestination('/settings'),
  newCompany: () => buildDestination('/settings/organisations/new'),
  organisations: () => buildDestination('/settings/organisations'),
  organisation: (id: number) => buildDestination(`/settings/organisations/${part(id)}`),
  installations: (search: PageAddress & { text?: string } = {}) =>
    buildDestination('/settings/installations', search),
  newInstallation: () => buildDestination('/settings/installations/new'),
  installation: (id: number) => buildDestination(`/settings/installations/${part(id)}`),
  customFields: () => buildDestination('/settings/custom-fields'),
  personalData: () => buildDestination('/settings/personal-data'),
  legalHolds: () => buildDestination('/settings/legal-holds'),
  mySecurity: () => buildDestination('/profile/security'),
  security: () => buildDestination('/settings/security'),
  provisioning: () => buildDestination('/settings/security/provisioning'),
  signOnSettings: () => buildDestination('/settings/security/single-sign-on'),
  /** Where the server leads after the provider of single sign-on. */
  singleSignOn: () => buildDestination('/singleSignOn'),
  approvals: (search: { tab?: 'decided' } = {}) => buildDestination('/approvals', search),
  approvalPolicy: () => buildDestination('/settings/approvals'),
  apiKeys: (search: PageAddress & { text?: string } = {}) => buildDestination('/settings/api-keys', search),
  apiRequests: (search: ApiRequestsAddress = {}) => buildDestination('/settings/api-requests', search),
  apiRequest: (requestId: string) => buildDestination(`/settings/api-requests/${part(requestId)}`),
  testClock: () => buildDestination('/settings/test-clock'),
  apiKey: (apiId: string) => buildDestination(`/settings/api-keys/${part(apiId)}`),
  roles: (search: PageAddress = {}) => buildDestination('/settings/roles', search),
  role: (id: string) => buildDestination(`/settings/roles/${part(id)}`),
  processors: () => buildDestination('/settings/processors'),
  processorRoutes: () => buildDestination('/settings/processors/routes'),
  newConnection: () => buildDestination('/settings/processors/new'),
  connection: (orgId: number, connectionId: number) =>
    buildDestination(`/settings/processors/${part(orgId)}/${part(connectionId)}`),
  webhooks: (search: PageAddress = {}) => buildDestination('/settings/webhooks', search),
  webhook: (id: string, search: { status?: string; day?: string } = {}) =>
    buildDestination(`/settings/webhooks/${part(id)}`, search),
  webhookDelivery: (id: string, deliveryId: string) =>
    buildDestination(`/settings/webhooks/${part(id)}/deliveries/${part(deliveryId)}`),
  audit: (search: AuditAddress = {}) => buildDestination('/audit', search),
  feedback: () => buildDestination('/feedback'),
};
