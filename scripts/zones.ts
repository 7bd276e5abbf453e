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
  home: ['reporting', 'transactions', 'payments', 'second-factor', 'setup', 'approvals'],
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
  session: ['second-factor', 'single-sign-on'],
  'single-sign-on': ['scim', 'session', 'users', 'second-factor'],
  organisations: ['audit', 'schedules', 'fraud-lists', 'fraud-rules', 'users'],
  installations: ['audit', 'organisations', 'schedules', 'risk-controls', 'hosted-sessions', 'notifications'],
  'custom-fields': ['reporting', 'fraud-rules'],
  account: ['session', 'second-factor'],
  'second-factor': ['session', 'single-sign-on'],
  users: ['session', 'audit', 'second-factor'],
  reporting: ['payments', 'fraud-fields'],
  exports: ['reporting'],
  transactions: ['reporting', 'exports', 'setup'],
  payments: [
    'reporting',
    'customer-cards',
    'custom-fields',
    'organisations',
    'schedules',
    'risk-controls',
    'notifications',
    'smart-links',
    'fraud-engine',
    'fraud-lists',
    'queue',
    'webhooks',
  ],
  queue: [
    'payments',
    'transactions',
    'transaction-details',
    'fraud-fields',
    'fraud-lists',
    'fraud-rules',
    'fraud-engine',
  ],
  approvals: ['payments', 'fraud-rules', 'users', 'roles', 'scim', 'single-sign-on', 'api-keys'],
  'queue-figures': ['queue'],
  'risk-controls': ['setup', 'notifications', 'hosted-sessions', 'fraud-lists'],
  'fraud-lists': ['exports', 'fraud-fields', 'fraud-rules'],
  'fraud-rules': ['fraud-fields'],
  'fraud-engine': ['fraud-fields', 'fraud-lists', 'fraud-rules'],
  'fraud-impact': ['fraud-fields', 'fraud-lists', 'fraud-rules', 'fraud-engine', 'reporting'],
  cases: ['audit', 'transactions', 'fraud-engine', 'fraud-lists'],
  'api-docs': ['payments', 'schedules', 'notifications', 'webhooks'],
  schedules: ['organisations', 'audit', 'webhooks', 'setup'],
  'api-keys': ['audit'],
  roles: ['users', 'audit'],
  webhooks: ['audit', 'notifications', 'api-keys'],
  scim: ['users', 'api-keys'],
  episodes: ['payments', 'schedules'],
  'hosted-sessions': ['payments', 'custom-fields', 'schedules', 'smart-links'],
  'virtual-terminal': ['hosted-sessions', 'schedules', 'setup'],
  'smart-links': ['hosted-sessions', 'payments', 'webhooks', 'setup'],
  'customer-cards': ['payments'],
  'merchant-schedules': ['payments', 'schedules'],
  'transaction-details': [
    'approvals',
    'transactions',
    'payments',
    'schedules',
    'audit',
    'notifications',
    'fraud-engine',
    'fraud-lists',
    'fraud-rules',
    'cases',
    'queue',
  ],
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
