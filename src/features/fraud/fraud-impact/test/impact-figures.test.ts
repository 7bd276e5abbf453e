import { readFile } from 'node:fs/promises';
import { type ReactNode, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { standInForBrowser } from '#app/web/test/browser-stand-in.ts';
import { exceedsGuard } from '#features/fraud/fraud-rules/web/impact/guard-dialog.tsx';
import { ImpactFigures } from '#features/fraud/fraud-rules/web/impact/impact-figures.tsx';
import type { ImpactState } from '#features/fraud/fraud-rules/web/impact/use-impact.ts';
import { UiProvider } from '#ui/ui-provider.tsx';
import { englishUiTexts } from '#ui/ui-texts.ts';
import { startTranslation } from '#web/translate/translate.ts';
import type { MeasuredImpact } from '../schemas.ts';

beforeEach(async () => {
  standInForBrowser();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const texts = await readFile('src/app/web/public/locales/en.json', 'utf8');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(texts)));
  await startTranslation('1');
});
afterEach(() => vi.unstubAllGlobals());

const measured: MeasuredImpact = {
  days: 90,
  from: '2026-08-24T10:00:00Z',
  until: '2026-11-22T10:00:00Z',
  payments: 1000,
  accepted: 900,
  acceptedFraud: 9,
  acceptedRefunded: 27,
  matches: 1702,
  blocked: 602,
  declined: 110,
  deferred: 0,
  fraud: 99,
  refunded: 171,
  kept: 720,
  wouldChange: 990,
  wouldChangeFraud: 99,
  wouldChangeRefunded: 171,
  wouldChangeAccepted: 990,
  money: [
    { currency: 'GBP', amount: '19870.00' },
    { currency: 'JPY', amount: '120400' },
  ],
  otherCurrencies: 3,
  blockedBy: [{ source: 'TERRITORY MANAGEMENT', count: 602 }],
  overlap: [{ ruleId: '7', name: 'Known fraud cards', action: 'Block', count: 180 }],
  missing: [{ field: 'customerEmail', count: 380 }],
  guardShare: 1,
  guardPayments: 20,
};

function renderFigures(
  state: Partial<ImpactState>,
  isIncomplete = false,
  range: MeasuredImpact = measured,
): string {
  const impact: ImpactState = {
    ranges: [range, range, range],
    completed: 3,
    status: 'measured',
    stop: () => {},
    measure: () => {},
    ...state,
  };
  const figures = createElement(ImpactFigures, {
    impact,
    action: 'Block',
    isIncomplete,
    fieldName: () => 'Email',
  });
  const markup = renderToStaticMarkup(
    createElement(UiProvider, { texts: englishUiTexts } as never, figures as ReactNode),
  );
  return markup
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

describe('figures of a rule', () => {
  test('name money of two currencies, the refund rate and its base', () => {
    const text = renderFigures({});
    expect(text).toContain('Would change: 19,870.00 GBP, 120,400 JPY (other currencies: 3)');
    expect(text).toContain('Refunded of these: 171 (17.3%, against 3% of all accepted payments).');
  });

  test('name the share of fraud before the refunds, where any payment was reported', () => {
    const text = renderFigures({});
    expect(text).toContain('Reported as fraud of these: 99 (10%, against 1% of all accepted payments).');
    expect(text.indexOf('Reported as fraud of')).toBeLessThan(text.indexOf('Refunded of these'));
    expect(text).toMatch(/Accepted, reported as fraud since 99 99 99 Accepted, refunded since 171/);
    expect(renderFigures({}, false, { ...measured, acceptedFraud: 0 })).not.toContain('Reported as fraud of');
  });

  test('name blocking rules, overlapping rules and missing fields', () => {
    const text = renderFigures({});
    expect(text).toContain('Blocked by territories: 602');
    expect(text).toContain('Also match “Known fraud cards”: 180');
    expect(text).toContain('Email is missing in 38% of payments.');
  });

  test('give no percentage of fewer than 30 payments', () => {
    const text = renderFigures({}, false, { ...measured, wouldChange: 11, wouldChangeRefunded: 3 });
    expect(text).toContain('Refunded of these: 3 of 11.');
    expect(text).toContain('Reported as fraud of these: 99 of 11.');
  });

  test('show that no payment matches', () => {
    expect(renderFigures({}, false, { ...measured, matches: 0 })).toContain(
      'No payments matched in the last 90 days.',
    );
  });

  test('show a dash for a range that was not measured', () => {
    const text = renderFigures({ ranges: [measured, undefined, undefined], status: 'stopped' });
    expect(text).toContain('Matches 1,702 — —');
    expect(text).toContain('Measure again');
  });

  test('stay while a condition is incomplete', () => {
    const text = renderFigures({}, true);
    expect(text).toContain('Finish the condition to update.');
    expect(text).toContain('1,702');
  });

  test('show that a failure does not prevent saving', () => {
    const text = renderFigures({ ranges: [undefined, undefined, undefined], status: 'failed' });
    expect(text).toContain('Couldn’t measure the effect. You can still save.');
  });
});

describe('a second confirmation', () => {
  const needsConfirmation = (wouldChangeAccepted: number, accepted: number) =>
    exceedsGuard({ wouldChangeAccepted, accepted, guardShare: 1, guardPayments: 20 });

  test.each([
    [20, 1999, true],
    [20, 2000, false],
    [19, 100, false],
    [0, 0, false],
  ])('%d of %d accepted payments: %s', (changed, accepted, expected) => {
    expect(needsConfirmation(changed, accepted)).toBe(expected);
  });
});
