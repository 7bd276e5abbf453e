/** The zone of a file, and its feature if it has one. */
interface Zone {
  zone: string;
  feature?: string;
}

/** Which zones may import which. A zone may always import itself (the reasons are in ARCHITECTURE.md). */
export const zoneArrows: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  ui: ['shared'],
  database: ['shared'],
  warehouse: ['shared'],
  integrations: ['shared', 'database'],
  server: ['shared', 'database', 'warehouse', 'integrations'],
  web: ['shared', 'ui'],
  root: ['shared'],
  'feature-server': ['shared', 'database', 'warehouse', 'integrations', 'server', 'root'],
  'feature-web': ['shared', 'ui', 'web', 'root'],
  'app-server': ['shared', 'database', 'warehouse', 'integrations', 'server', 'root', 'feature-server'],
  'app-web': ['shared', 'ui', 'web', 'root', 'feature-web'],
  'app-checkout': ['shared', 'root', 'feature-web'],
};

/** Which features may import whose root, server or web. endpoints.ts and schemas.ts may be imported from everywhere. */
export const featureArrows: Readonly<Record<string, readonly string[]>> = {
  account: ['second-factor', 'session', 'sign-in', 'single-sign-on'],
  'api-docs': ['notifications', 'payments', 'schedules', 'webhooks'],
  'api-keys': ['audit'],
  approvals: ['api-keys', 'fraud-rules', 'payments', 'roles', 'scim', 'single-sign-on', 'users'],
  cases: ['audit', 'fraud-engine', 'fraud-lists', 'transaction-details', 'transactions'],
  'custom-fields': ['fraud-rules', 'reporting'],
  'customer-cards': ['payments'],
  episodes: ['payments', 'schedules'],
  exports: ['reporting'],
  'fraud-engine': ['fraud-fields', 'fraud-lists', 'fraud-rules'],
  'fraud-impact': ['fraud-engine', 'fraud-fields', 'fraud-lists', 'fraud-rules', 'reporting'],
  'fraud-lists': ['fraud-fields', 'fraud-rules'],
  'fraud-rules': ['fraud-fields'],
  home: ['approvals', 'reporting', 'second-factor', 'setup', 'transactions'],
  'hosted-sessions': ['custom-fields', 'payments', 'schedules'],
  installations: ['audit', 'hosted-sessions', 'notifications', 'organisations', 'risk-controls', 'schedules'],
  'merchant-schedules': ['payments', 'schedules'],
  organisations: ['audit', 'fraud-lists', 'fraud-rules', 'schedules', 'users'],
  payments: [
    'custom-fields',
    'fraud-engine',
    'fraud-lists',
    'notifications',
    'reporting',
    'risk-controls',
    'schedules',
    'webhooks',
  ],
  queue: [
    'fraud-engine',
    'fraud-fields',
    'fraud-lists',
    'fraud-rules',
    'payments',
    'transaction-details',
    'transactions',
  ],
  'queue-figures': ['queue'],
  reporting: ['fraud-fields'],
  'risk-controls': ['fraud-lists', 'notifications'],
  roles: ['audit', 'users'],
  schedules: ['audit', 'webhooks'],
  scim: ['api-keys', 'users'],
  session: ['second-factor', 'sign-in', 'single-sign-on'],
  setup: [
    'api-keys',
    'approvals',
    'custom-fields',
    'installations',
    'organisations',
    'roles',
    'schedules',
    'second-factor',
    'session',
    'single-sign-on',
    'users',
    'webhooks',
  ],
  'sign-in': ['second-factor'],
  'single-sign-on': ['scim', 'second-factor', 'sign-in', 'users'],
  'smart-links': ['hosted-sessions', 'payments', 'webhooks'],
  'transaction-details': [
    'audit',
    'fraud-engine',
    'fraud-lists',
    'fraud-rules',
    'notifications',
    'payments',
    'schedules',
    'transactions',
  ],
  transactions: ['exports', 'reporting'],
  users: ['audit', 'second-factor', 'sign-in'],
  'virtual-terminal': ['hosted-sessions', 'schedules'],
  webhooks: ['api-keys', 'audit', 'notifications'],
};

export function findZone(file: string): Zone | undefined {
  const parts = file.split('/');
  if (parts[0] !== 'src') return undefined;
  if (/(^|\/)test\//.test(file)) return { zone: 'test' };
  const [, top = '', second = '', third = ''] = parts;
  if (top === 'testing') return { zone: 'testing' };
  if (top === 'app') return { zone: `app-${second}` };
  if (top === 'features') {
    if (third === 'server') return { zone: 'feature-server', feature: second };
    if (third === 'web') return { zone: 'feature-web', feature: second };
    return { zone: 'root', feature: second };
  }
  return zoneArrows[top] ? { zone: top } : undefined;
}
