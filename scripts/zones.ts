/** The part of the house a file stands in, and the feature if it stands in one. */
export interface Zone {
  zone: string;
  feature?: string;
}

/** Which zones may import which; a zone may always import itself (ARCHITECTURE.md says why). */
export const zoneArrows: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  ui: ['contract'],
  database: ['contract'],
  warehouse: ['contract'],
  outside: ['contract', 'database'],
  server: ['contract', 'database', 'warehouse', 'outside'],
  web: ['contract', 'ui'],
  root: ['contract'],
  'feature-server': ['contract', 'database', 'warehouse', 'outside', 'server', 'root'],
  'feature-web': ['contract', 'ui', 'web', 'root'],
  'app-server': ['contract', 'database', 'warehouse', 'outside', 'server', 'root', 'feature-server'],
  'app-web': ['contract', 'ui', 'web', 'root', 'feature-web'],
  'app-checkout': ['contract', 'ui', 'web', 'root', 'feature-web'],
};

/** Arrows between features: who may import whose root, server or web. Anybody may import calls.ts. */
export const featureArrows: Readonly<Record<string, readonly string[]>> = {
  home: ['organisations', 'transactions', 'payments'],
  session: ['organisations'],
  account: ['session'],
  users: ['organisations', 'session', 'audit'],
  transactions: ['organisations', 'payments'],
  payments: ['organisations', 'schedules', 'lists', 'rules', 'territories', 'risk-controls', 'notifications'],
  'risk-controls': ['notifications'],
  schedules: ['organisations', 'audit'],
  episodes: ['payments', 'schedules'],
  'hosted-sessions': ['payments', 'schedules'],
  'virtual-terminal': ['organisations', 'payments', 'hosted-sessions', 'schedules'],
  'smart-links': ['hosted-sessions', 'payments'],
  'customer-cards': ['payments'],
  'transaction-details': [
    'organisations',
    'transactions',
    'payments',
    'lists',
    'schedules',
    'audit',
    'notifications',
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
