import type { Screen } from './screen.ts';
import { readKeysSearch } from '#features/access/api-keys/keys-search.ts';
import { readRequestsSearch } from '#features/integration/request-log/requests-search.ts';
import { readInstallationsSearch } from '#features/company/installations/installations-search.ts';
import { readRolesSearch } from '#features/access/roles/roles-search.ts';
import { readSettingsSearch } from '#features/access/single-sign-on/sign-on-search.ts';
import { readDeliveriesSearch, readWebhooksSearch } from '#features/outbound/webhooks/webhooks-search.ts';
import { flatText } from '#web/search-codec.ts';

/** The screens of the settings. */
export const settingsScreens: readonly Screen[] = [
  {
    // The menu shows it where one of the entries is allowed; the page lists those.
    name: 'settings',
    path: '/settings',
    place: 'shell',
    menu: [],
    load: async () => (await import('./pages/settings-screen.tsx')).SettingsScreen,
  },
  {
    name: 'organisations',
    path: '/settings/organisations',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_ORGANISATION', 'P_VIEW_INSTALLATION'] },
    menu: ['settings'],
    load: async () =>
      (await import('#features/company/organisations/web/organisations-screen.tsx')).OrganisationsScreen,
  },
  {
    name: 'newCompany',
    path: '/settings/organisations/new',
    place: 'shell',
    permission: { kind: 'ALL', permissions: ['P_MANAGE_ORGANISATION', 'P_MANAGE_INSTALLATION'] },
    menuUnder: 'organisations',
    load: async () => (await import('#features/setup/setup/web/new-company-screen.tsx')).NewCompanyScreen,
  },
  {
    name: 'organisation',
    path: '/settings/organisations/$orgId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_ORGANISATION', 'P_VIEW_INSTALLATION'] },
    menuUnder: 'organisations',
    load: async () =>
      (await import('#features/company/organisations/web/organisations-screen.tsx')).OrganisationsScreen,
  },
  {
    name: 'installations',
    path: '/settings/installations',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_INSTALLATION', 'P_MANAGE_INSTALLATION'] },
    menu: ['settings'],
    search: (raw) => ({ ...readInstallationsSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/company/installations/web/installations-screen.tsx')).InstallationsScreen,
  },
  {
    name: 'newInstallation',
    path: '/settings/installations/new',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_INSTALLATION'] },
    menuUnder: 'installations',
    load: async () =>
      (await import('#features/company/installations/web/new-installation-screen.tsx')).NewInstallationScreen,
  },
  {
    name: 'installation',
    path: '/settings/installations/$installationId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_INSTALLATION', 'P_MANAGE_INSTALLATION'] },
    menuUnder: 'installations',
    load: async () =>
      (await import('#features/company/installations/web/installation-screen.tsx')).InstallationScreen,
  },
  {
    name: 'customFields',
    path: '/settings/custom-fields',
    place: 'shell',
    isRestricted: true,
    permission: { kind: 'ANY', permissions: ['P_MANAGE_ORGANISATION', 'P_VIEW_INSTALLATION'] },
    menu: ['settings'],
    load: async () =>
      (await import('#features/payments/custom-fields/web/custom-fields-screen.tsx')).CustomFieldsScreen,
  },
  {
    name: 'apiKeys',
    path: '/settings/api-keys',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_API_KEYS', 'P_VIEW_AUDIT'] },
    menu: ['settings'],
    search: (raw) => ({ ...readKeysSearch(flatText(raw)) }),
    load: async () => (await import('#features/access/api-keys/web/keys-screen.tsx')).KeysScreen,
  },
  {
    name: 'apiKey',
    path: '/settings/api-keys/$apiId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_API_KEYS', 'P_VIEW_AUDIT'] },
    menuUnder: 'apiKeys',
    load: async () => (await import('#features/access/api-keys/web/key-screen.tsx')).KeyScreen,
  },
  {
    name: 'apiRequests',
    path: '/settings/api-requests',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_API_KEYS', 'P_VIEW_AUDIT'] },
    menu: ['settings'],
    search: (raw) => ({ ...readRequestsSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/integration/request-log/web/requests-screen.tsx')).RequestsScreen,
  },
  {
    name: 'apiRequest',
    path: '/settings/api-requests/$requestId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_API_KEYS', 'P_VIEW_AUDIT'] },
    menuUnder: 'apiRequests',
    load: async () =>
      (await import('#features/integration/request-log/web/request-screen.tsx')).RequestScreen,
  },
  {
    name: 'testClock',
    path: '/settings/test-clock',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_API_KEYS', 'P_VIEW_AUDIT'] },
    menu: ['settings'],
    load: async () =>
      (await import('#features/integration/test-clock/web/test-clock-screen.tsx')).TestClockScreen,
  },
  {
    name: 'roles',
    path: '/settings/roles',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_USER', 'P_MANAGE_ROLES'] },
    menu: ['settings'],
    search: (raw) => ({ ...readRolesSearch(flatText(raw)) }),
    load: async () => (await import('#features/access/roles/web/roles-screen.tsx')).RolesScreen,
  },
  {
    name: 'role',
    path: '/settings/roles/$roleId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_USER', 'P_MANAGE_ROLES'] },
    menuUnder: 'roles',
    load: async () => (await import('#features/access/roles/web/role-screen.tsx')).RoleScreen,
  },
  {
    name: 'processors',
    path: '/settings/processors',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS'] },
    menu: ['settings'],
    load: async () =>
      (await import('#features/processing/connections/web/processors-screen.tsx')).ProcessorsScreen,
  },
  {
    name: 'processorRoutes',
    path: '/settings/processors/routes',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS'] },
    menuUnder: 'processors',
    load: async () => (await import('#features/processing/connections/web/routes-screen.tsx')).RoutesScreen,
  },
  {
    name: 'newConnection',
    path: '/settings/processors/new',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_PROCESSORS'] },
    menuUnder: 'processors',
    load: async () =>
      (await import('#features/processing/connections/web/new-connection-screen.tsx')).NewConnectionScreen,
  },
  {
    name: 'connection',
    path: '/settings/processors/$orgId/$connectionId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS'] },
    menuUnder: 'processors',
    load: async () =>
      (await import('#features/processing/connections/web/connection-screen.tsx')).ConnectionScreen,
  },
  {
    name: 'webhooks',
    path: '/settings/webhooks',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_INSTALLATION', 'P_MANAGE_WEBHOOKS'] },
    menu: ['settings'],
    search: (raw) => ({ ...readWebhooksSearch(flatText(raw)) }),
    load: async () => (await import('#features/outbound/webhooks/web/webhooks-screen.tsx')).WebhooksScreen,
  },
  {
    name: 'webhook',
    path: '/settings/webhooks/$endpointId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_INSTALLATION', 'P_MANAGE_WEBHOOKS'] },
    menuUnder: 'webhooks',
    search: (raw) => ({ ...readDeliveriesSearch(flatText(raw)) }),
    load: async () => (await import('#features/outbound/webhooks/web/webhook-screen.tsx')).WebhookScreen,
  },
  {
    name: 'webhookDelivery',
    path: '/settings/webhooks/$endpointId/deliveries/$deliveryId',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_VIEW_INSTALLATION', 'P_MANAGE_WEBHOOKS'] },
    menuUnder: 'webhooks',
    load: async () => (await import('#features/outbound/webhooks/web/delivery-screen.tsx')).DeliveryScreen,
  },
  {
    name: 'approvalPolicy',
    path: '/settings/approvals',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_SECURITY'] },
    menu: ['settings'],
    load: async () =>
      (await import('#features/access/approvals/web/approval-policy-screen.tsx')).ApprovalPolicyScreen,
  },
  {
    name: 'security',
    path: '/settings/security',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_SECURITY'] },
    menu: ['settings'],
    load: async () => (await import('#features/access/second-factor/web/security-screen.tsx')).SecurityScreen,
  },
  {
    name: 'provisioning',
    path: '/settings/security/provisioning',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_SECURITY'] },
    menuUnder: 'security',
    load: async () => (await import('#features/access/scim/web/provisioning-screen.tsx')).ProvisioningScreen,
  },
  {
    name: 'signOnSettings',
    path: '/settings/security/single-sign-on',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_SECURITY'] },
    menuUnder: 'security',
    search: (raw) => ({ ...readSettingsSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/access/single-sign-on/web/settings/sign-on-settings-screen.tsx'))
        .SignOnSettingsScreen,
  },
  {
    name: 'personalData',
    path: '/settings/personal-data',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_PERSONAL_DATA'] },
    menu: ['settings'],
    load: async () =>
      (await import('#features/setup/personal-data/web/personal-data-screen.tsx')).PersonalDataScreen,
  },
  {
    name: 'legalHolds',
    path: '/settings/legal-holds',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_MANAGE_LEGAL_HOLDS'] },
    menu: ['settings'],
    load: async () =>
      (await import('#features/record/legal-holds/web/legal-holds-screen.tsx')).LegalHoldsScreen,
  },
];
