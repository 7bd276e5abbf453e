import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/config.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { createOperator } from '../processes/operator-server.ts';

const alerts = readFileSync(join(projectRoot, 'deploy/prometheus/alerts.yaml'), 'utf8');
const dashboard = JSON.parse(
  readFileSync(join(projectRoot, 'deploy/grafana/countinghouse.json'), 'utf8'),
) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[];
};
const expressions = {
  alerts: [...alerts.matchAll(/^ +expr: '(.+)'$/gm)].map(([, text = '']) => text.replaceAll("''", "'")),
  dashboard: dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
};

let app: TestApp;
let exposed = '';
beforeAll(async () => {
  app = await startApp();
  const metrics = createMetrics();
  const operator = createOperator({ ...app.services, warehouse: {} as Warehouse }, metrics, () => false);
  const merchant = actAsMerchant(app);
  expect((await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }))).status).toBe(201);
  exposed = (await operator.inject('/metrics')).body;
  await operator.close();
});
afterAll(() => app.stop());

/** The metrics that an expression names, without the suffixes of a histogram. */
const metricsOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:countinghouse|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|sum|count)$/, ''),
  );

test.each(['alerts', 'dashboard'] as const)('%s name only metrics that exist', (file) => {
  const known = new Set([...exposed.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const named = expressions[file].flatMap(metricsOf);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('expressions select labels that their metrics have', () => {
  const withLabels = [...alerts.matchAll(/(countinghouse_\w+)\{([^}]+)\}/g)];
  expect(withLabels.length).toBeGreaterThan(3);
  for (const [, metric = '', selector = ''] of withLabels)
    for (const [, label = ''] of selector.matchAll(/(\w+)=/g)) {
      const samples = exposed
        .split('\n')
        .filter((line) => line.startsWith(`${metric.replace(/_bucket$/, '')}`));
      if (samples.some((line) => line.includes('{')))
        expect(
          samples.some((line) => line.includes(`${label}="`)),
          `${metric} ${label}`,
        ).toBe(true);
    }
});

test('every alert has a severity, a time, a summary and a heading of the guide', () => {
  const guide = readFileSync(join(projectRoot, 'docs/running.md'), 'utf8');
  const headings = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const rules = alerts.split(/^ {6}- alert: /m).slice(1);
  expect(rules).toHaveLength(expressions.alerts.length);
  for (const rule of rules) {
    expect(rule).toMatch(/\n {8}for: \d+m\n/);
    expect(rule).toMatch(/\n {8}labels: \{ severity: (?:critical|warning) \}\n/);
    expect(rule).toMatch(/\n {10}summary: '.+'\n/);
    expect(headings).toContain(/runbook: docs\/running\.md#([\w-]+)/.exec(rule)?.[1]);
  }
});

test('panels have ids of their own', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('counts payments by result', () => {
  expect(exposed).toContain('countinghouse_payments_total{type="PAYMENT",result="approved"} 1');
});
