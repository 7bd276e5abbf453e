/** The zone of a file, and its feature if it has one. */
interface Zone {
  zone: string;
  feature?: string;
}

/** Which zones may import which. A zone may always import itself (ARCHITECTURE.md says why). */
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
  'app-checkout': ['shared', 'ui', 'web', 'root', 'feature-web'],
};

/** Which features may import whose root, server or web. endpoints.ts and schemas.ts may be imported from everywhere. */
export const featureArrows: Readonly<Record<string, readonly string[]>> = {
  home: ['organisations', 'reporting', 'transactions', 'payments', 'second-factor', 'setup', 'approvals'],
  setup: [
    'organisations',
    'installations',
    'custom-fields',
    'users',
    'roles',
    'api-keys',
    'webhooks',
    'second-factor',
    'single-sign-on',
    'approvals',
    'session',
    'schedules',
  ],
  session: ['organisations', 'second-factor', 'single-sign-on'],
  'single-sign-on': ['scim', 'organisations', 'session', 'users', 'second-factor', 'audit'],
  organisations: ['audit', 'schedules', 'fraud-lists', 'fraud-rules', 'users'],
  installations: ['audit', 'organisations', 'schedules', 'risk-controls', 'hosted-sessions', 'notifications'],
  'custom-fields': ['organisations', 'reporting', 'fraud-fields', 'fraud-rules'],
  account: ['session', 'second-factor'],
  'second-factor': ['organisations', 'session', 'single-sign-on'],
  users: ['organisations', 'session', 'audit', 'second-factor'],
  reporting: ['organisations', 'payments', 'fraud-fields'],
  exports: ['organisations', 'reporting'],
  transactions: ['organisations', 'reporting', 'exports', 'payments', 'setup'],
  payments: [
    'organisations',
    'schedules',
    'risk-controls',
    'notifications',
    'smart-links',
    'fraud-fields',
    'fraud-engine',
    'fraud-lists',
    'queue',
    'webhooks',
  ],
  queue: [
    'organisations',
    'payments',
    'transactions',
    'transaction-details',
    'fraud-fields',
    'fraud-lists',
    'fraud-rules',
    'fraud-engine',
  ],
  approvals: ['organisations', 'payments', 'fraud-rules', 'users', 'roles', 'scim', 'single-sign-on'],
  'queue-figures': ['organisations', 'payments', 'queue'],
  'risk-controls': ['setup', 'notifications', 'hosted-sessions', 'fraud-lists'],
  'fraud-lists': ['organisations', 'exports', 'fraud-fields'],
  'fraud-rules': ['organisations', 'fraud-fields', 'fraud-lists'],
  'fraud-engine': ['organisations', 'fraud-fields', 'fraud-lists', 'fraud-rules'],
  'fraud-impact': [
    'organisations',
    'fraud-fields',
    'fraud-lists',
    'fraud-rules',
    'fraud-engine',
    'reporting',
  ],
  cases: [
    'organisations',
    'audit',
    'reporting',
    'transactions',
    'fraud-engine',
    'fraud-fields',
    'fraud-lists',
  ],
  'api-docs': ['payments', 'schedules', 'notifications', 'webhooks'],
  schedules: ['organisations', 'audit', 'webhooks', 'setup'],
  'api-keys': ['organisations', 'audit'],
  roles: ['organisations', 'users', 'audit'],
  webhooks: ['organisations', 'audit', 'notifications', 'api-keys'],
  scim: ['organisations', 'users', 'api-keys'],
  episodes: ['payments', 'schedules'],
  'hosted-sessions': ['payments', 'schedules', 'smart-links'],
  'virtual-terminal': ['organisations', 'payments', 'hosted-sessions', 'schedules', 'setup'],
  'smart-links': ['hosted-sessions', 'payments', 'webhooks', 'setup'],
  'customer-cards': ['payments'],
  'merchant-schedules': ['payments', 'schedules'],
  'transaction-details': [
    'approvals',
    'organisations',
    'reporting',
    'transactions',
    'payments',
    'schedules',
    'audit',
    'notifications',
    'fraud-fields',
    'fraud-lists',
    'fraud-rules',
    'cases',
    'queue',
  ],
};

export function zoneOf(file: string): Zone | undefined {
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
