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
}
interface StatementsAddress extends PageAddress, ColumnFilterAddress {
  date?: string;
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
  sortOrder?: 'asc' | 'desc';
}
interface SmartLinksAddress extends PageAddress {
  status?: string;
  reference?: string;
  emailAddress?: string;
  amount?: string;
  createdFrom?: string;
  createdTo?: string;
}
interface UsersAddress extends PageAddress {
  field?: string;
  direction?: 'ASC' | 'DESC';
  text?: string | undefined;
  status?: string | undefined;
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
interface RulesAddress extends PageAddress {
  sortField?: string;
  direction?: 'ASC' | 'DESC';
  name?: string;
  action?: string;
  lastUpdatedTime?: string;
}

const at = (to: string, search: object = {}): Destination => ({ to, search: { ...search } });
const part = (id: string | number): string => encodeURIComponent(id);

/** The addresses of the portal. The reader of each screen validates the search parameters. */
export const paths = {
  login: () => at('/login'),
  forgotPassword: () => at('/forgotPassword'),
  expiredPassword: () => at('/expiredPassword'),
  resetEmailSent: () => at('/resetEmailSent'),
  newPassword: (token: string) => at(`/password/${part(token)}`),
  passwordUpdated: () => at('/passwordUpdated'),
  setup: (token: string) => at(`/setup/${part(token)}`),
  unrecoverable: () => at('/unrecoverable'),
  error: (errorCode: number | string) => at('/error', { errorCode: String(errorCode) }),
  home: () => at('/home'),
  sessions: () => at('/sessions'),
  changePassword: () => at('/changePassword'),
  search: (search: SearchAddress = {}) => at('/search', search),
  statements: (search: StatementsAddress = {}) => at('/statements', search),
  exportTransactions: () => at('/export'),
  transaction: (id: string | number, search: { explain?: string } = {}) =>
    at(`/transactionDetails/${part(id)}`, search),
  queueReview: (search: QueueReviewAddress = {}) => at('/queue/review', search),
  smartLinks: (search: SmartLinksAddress = {}) => at('/smartlinks', search),
  createSmartLinks: () => at('/smartlinks/create'),
  createdSmartLinks: () => at('/smartlinks/view'),
  virtualTerminal: () => at('/virtual-terminal'),
  transactionRedirect: () => at('/virtual-terminal/transaction-redirect'),
  schedule: (id: string) => at(`/scheduleDetails/${part(id)}`),
  schedules: (search: ScheduleListAddress = {}) => at('/scheduleList', search),
  scheduleSearch: () => at('/scheduleSearch'),
  queueFigures: (search: { from?: string; to?: string } = {}) => at('/queueManagement/figures', search),
  rules: (search: RulesAddress = {}) => at('/rules', search),
  newRule: () => at('/rules/new'),
  rule: (id: number, search: { version?: number } = {}) => at(`/rules/rule/${part(id)}`, search),
  copyRule: (id: number) => at(`/rules/copyRule/${part(id)}`),
  territories: (search: RulesAddress = {}) => at('/territories', search),
  newTerritory: () => at('/territories/new'),
  territory: (id: number, search: { version?: number } = {}) => at(`/territories/${part(id)}`, search),
  copyTerritory: (id: number) => at(`/territories/copy/${part(id)}`),
  queue: (search: QueueAddress = {}) => at('/queueManagement', search),
  riskControls: (search: { installation?: number } = {}) => at('/risk-controls', search),
  lists: (search: ListsAddress = {}) => at('/lists', search),
  newList: () => at('/lists/new'),
  list: (type: string, id: number | string, search: ListItemsAddress = {}) =>
    at(`/lists/list/${part(type)}/${part(id)}`, search),
  listHistory: (type: string, id: number | string, search: ListHistoryAddress = {}) =>
    at(`/lists/list/${part(type)}/${part(id)}/history`, search),
  standardLists: (search: { list?: string } = {}) => at('/negativePositiveLists', search),
  riskControlsList: (id: number | string, search: ListItemsAddress = {}) =>
    at(`/risk-controls/negativeList/${part(id)}`, search),
  riskControlsListHistory: (id: number | string, search: ListHistoryAddress = {}) =>
    at(`/risk-controls/negativeList/${part(id)}/history`, search),
  caseSearch: (search: CaseSearchAddress = {}) => at('/caseManagementSearch', search),
  case: (id: number | string) => at(`/case/${part(id)}`),
  users: (search: UsersAddress = {}) => at('/users', search),
  createUser: () => at('/user/new'),
  user: (id: string) => at(`/user/${part(id)}`),
  editUser: (id: string) => at(`/user/${part(id)}/edit`),
  organisations: () => at('/settings/organisations'),
  organisation: (id: number) => at(`/settings/organisations/${part(id)}`),
  installations: (search: PageAddress & { text?: string | undefined } = {}) =>
    at('/settings/installations', search),
  newInstallation: () => at('/settings/installations/new'),
  installation: (id: number) => at(`/settings/installations/${part(id)}`),
  customFields: () => at('/settings/custom-fields'),
  mySecurity: () => at('/profile/security'),
  security: () => at('/settings/security'),
  provisioning: () => at('/settings/security/provisioning'),
  signOnSettings: () => at('/settings/security/single-sign-on'),
  /** Where the server leads after the provider of single sign-on. */
  singleSignOn: () => at('/singleSignOn'),
  approvals: (search: { tab?: 'decided' } = {}) => at('/approvals', search),
  approvalPolicy: () => at('/settings/approvals'),
  apiKeys: (search: PageAddress & { text?: string | undefined } = {}) => at('/settings/api-keys', search),
  apiKey: (apiId: string) => at(`/settings/api-keys/${part(apiId)}`),
  roles: (search: PageAddress = {}) => at('/settings/roles', search),
  role: (id: string) => at(`/settings/roles/${part(id)}`),
  webhooks: (search: PageAddress = {}) => at('/settings/webhooks', search),
  webhook: (id: string, search: { status?: string | undefined; day?: string | undefined } = {}) =>
    at(`/settings/webhooks/${part(id)}`, search),
  webhookDelivery: (id: string, deliveryId: string) =>
    at(`/settings/webhooks/${part(id)}/deliveries/${part(deliveryId)}`),
  audit: (search: AuditAddress = {}) => at('/audit', search),
  feedback: () => at('/feedback'),
};
