/** The zone of a file, and its feature with the area if it has one: `payments/schedules`. */
interface Zone {
  zone: string;
  feature?: string;
}

/** Which zones may import which. A zone may always import itself (the reasons are in ARCHITECTURE.md). */
export const zoneArrows: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  tracing: [],
  ui: ['shared'],
  database: ['shared', 'tracing'],
  warehouse: ['shared'],
  integrations: ['shared', 'tracing', 'database'],
  server: ['shared', 'tracing', 'database', 'warehouse', 'integrations'],
  web: ['shared', 'ui'],
  root: ['shared'],
  'feature-server': ['shared', 'tracing', 'database', 'warehouse', 'integrations', 'server', 'root'],
  'feature-web': ['shared', 'ui', 'web', 'root'],
  'app-server': [
    'shared',
    'tracing',
    'database',
    'warehouse',
    'integrations',
    'server',
    'root',
    'feature-server',
  ],
  'app-web': ['shared', 'ui', 'web', 'root', 'feature-web'],
  'app-checkout': ['shared', 'root', 'feature-web'],
};

/**
 * The areas of src/features with their features, from the top. A feature imports its own area and areas below it; what two
 * areas share lies below both. endpoints.ts and schemas.ts may be imported from everywhere.
 */
export const areas: Readonly<Record<string, readonly string[]>> = {
  setup: ['bell', 'home', 'personal-data', 'setup'],
  integration: ['test-clock', 'request-log', 'api-docs'],
  company: ['installations', 'organisations'],
  review: ['cases', 'queue-figures', 'queue'],
  reports: ['scheduled-files', 'views', 'transaction-details', 'customers', 'transactions', 'exports'],
  payments: [
    'bulk',
    'merchant-schedules',
    'episodes',
    'virtual-terminal',
    'smart-links',
    'receipts',
    'hosted-sessions',
    'customer-cards',
    'disputes',
    'settlement',
    'payments',
    'schedules',
    'custom-fields',
  ],
  fraud: ['risk-controls', 'fraud-impact', 'fraud-engine', 'fraud-lists', 'fraud-rules'],
  processing: ['connections'],
  outbound: ['webhooks', 'notifications', 'mail'],
  access: [
    'approvals',
    'roles',
    'account',
    'session',
    'single-sign-on',
    'scim',
    'users',
    'sign-in',
    'second-factor',
    'api-keys',
  ],
  record: ['reporting', 'fraud-fields', 'audit', 'feedback', 'legal-holds'],
};

const areaOrder = Object.keys(areas);

/** The folder of a feature below src/features, with its area. */
export function featureFolder(feature: string): string {
  const area = areaOrder.find((name) => areas[name]?.includes(feature));
  if (area === undefined) throw new Error(`${feature} is in no area of scripts/zones.ts`);
  return `${area}/${feature}`;
}

/** Whether an import from one feature to another goes up. */
export const goesUp = (from: string, to: string): boolean =>
  areaOrder.indexOf(from.split('/')[0] ?? '') > areaOrder.indexOf(to.split('/')[0] ?? '');

/** The features that each feature imports, contracts left out. `imports`: the files that each file imports. */
export function featureImports(imports: ReadonlyMap<string, readonly string[]>): Map<string, Set<string>> {
  const byFeature = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const from = findZone(file)?.feature;
    if (from === undefined) continue;
    const seen = byFeature.get(from) ?? new Set();
    byFeature.set(from, seen);
    for (const target of targets) {
      const to = isContract(target) ? undefined : findZone(target)?.feature;
      if (to !== undefined && to !== from) seen.add(to);
    }
  }
  return byFeature;
}

/** Contracts may be imported from everywhere. */
export const isContract = (file: string): boolean => /\/(?:endpoints|schemas)\.ts$/.test(file);

/**
 * Circles of features, each as its features in the order of their imports. `imports`: the features that each imports,
 * contracts left out.
 */
export function featureCircles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (feature: string, trail: readonly string[]): void => {
    if (trail.includes(feature)) {
      found.push(trail.slice(trail.indexOf(feature)));
      return;
    }
    if (done.has(feature)) return;
    for (const target of imports.get(feature) ?? []) visit(target, [...trail, feature]);
    done.add(feature);
  };
  for (const feature of imports.keys()) visit(feature, []);
  return found;
}

export function findZone(file: string): Zone | undefined {
  const parts = file.split('/');
  if (parts[0] !== 'src') return undefined;
  if (/(^|\/)test\//.test(file)) return { zone: 'test' };
  const [, top = '', second = '', third = '', fourth = ''] = parts;
  if (top === 'testing') return { zone: 'testing' };
  if (top === 'app') return { zone: `app-${second}` };
  if (top === 'features') {
    const feature = `${second}/${third}`;
    if (!areas[second]?.includes(third)) return undefined;
    if (fourth === 'server') return { zone: 'feature-server', feature };
    if (fourth === 'web') return { zone: 'feature-web', feature };
    return { zone: 'root', feature };
  }
  return zoneArrows[top] ? { zone: top } : undefined;
}
