import { readFile } from 'node:fs/promises';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { standInForBrowser } from '#app/web/test/browser-stand-in.ts';
import { stubResponses, signIn, signOut } from '#app/web/test/signed-in.ts';
import { UiProvider } from '#ui/ui-provider.tsx';
import { englishUiTexts } from '#ui/ui-texts.ts';
import { timesIn } from '#web/format/use-times.ts';
import { startTranslation } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { caseEvents } from '../case-status.ts';
import type { CaseEvent, CaseView, FoundCase } from '../schemas.ts';
import { CaseFiles } from '../web/case-files.tsx';
import { CaseNotes, CaseTimeline } from '../web/case-screen.tsx';
import { casePalette } from '../web/case-palette.tsx';
import { caseSearchColumns } from '../web/case-search-screen.tsx';
import { CaseStatusBadge } from '../web/case-status-badge.tsx';

beforeEach(async () => {
  standInForBrowser();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const texts = await readFile('src/app/web/public/locales/en.json', 'utf8');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(texts)));
  await startTranslation('1');
  stubResponses({ 1100: ['CASE'] });
});
afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

function renderMarkup(node: ReactNode): string {
  const ui = createElement(UiProvider, { texts: englishUiTexts } as ComponentProps<typeof UiProvider>, node);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, ui));
}

/** The text of a part of the screen. */
const renderText = (node: ReactNode): string =>
  renderMarkup(node)
    .replaceAll(/<style[^]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const event = (kind: CaseEvent['kind'], detail: CaseEvent['detail'] = {}, note: string | null = null) => ({
  id: kind,
  at: '2026-11-20T10:00:00.000Z',
  actor: 'Noor Rahman',
  kind,
  note,
  detail,
});

const caseView: CaseView = {
  id: '112',
  version: 1,
  status: 'OPEN',
  outcome: null,
  ownerId: null,
  ownerName: null,
  transactionId: '10000000001',
  merchantName: 'Harbour Coffee',
  openedAt: '2026-11-20T10:00:00.000Z',
  closedAt: null,
  transactions: [],
  relatedCases: [],
  files: [],
  events: [],
  listValues: [],
  companyPath: '/1000/1100',
  merchantPath: '/1000/1100/1110/1111',
};
const props = { caseView, onChanged: () => Promise.resolve(), onConflict: () => Promise.resolve() };

describe('the timeline of a case', () => {
  test('has words for every event', () => {
    const details = { outcome: 'FRAUD', list: 'NEGATIVE', dataField: 'customerEmail', value: 'a@b.example' };
    const text = renderText(
      createElement(CaseTimeline, {
        events: caseEvents.map((kind) =>
          event(kind, { ...details, count: 3, owner: 'Amelia', name: 'x.png', transactionId: '10000000002' }),
        ),
      }),
    );
    expect(text).not.toMatch(/cases\.|\{\{/);
    for (const expected of ['Closed as fraud', '3 related payments collected', 'Owner: Amelia', 'x.png'])
      expect(text).toContain(expected);
  });

  test.each([
    ['FRAUD', 'Closed as fraud'],
    ['FRIENDLY', 'Closed as friendly fraud'],
    ['GENUINE', 'Closed as genuine'],
  ])('names the outcome %s and its note', (outcome, label) => {
    const events = [event('CLOSED', { outcome }, 'The bank agreed')];
    expect(renderText(createElement(CaseTimeline, { events }))).toMatch(
      new RegExp(`${label}.*The bank agreed`),
    );
  });

  test('shows a listed card by its last four digits', () => {
    const detail = { dataField: 'cardCorrelationId', list: 'NEGATIVE', value: '990200******0018' };
    const text = renderText(createElement(CaseTimeline, { events: [event('LISTED', detail)] }));
    expect(text).toContain('Added to the block list: Card: •••• 0018');
  });
});

describe('the parts of a case', () => {
  test('name the missing parts', () => {
    expect(renderText(createElement(CaseNotes, { ...props, isEditable: false }))).toContain('No notes yet');
    expect(renderText(createElement(CaseFiles, { ...props, isEditable: true }))).toContain('No files yet');
  });

  test('offer no input to a reader', () => {
    expect(renderText(createElement(CaseNotes, { ...props, isEditable: false }))).not.toContain('Add note');
    expect(renderText(createElement(CaseFiles, { ...props, isEditable: false }))).not.toContain(
      'Attach file',
    );
  });

  test('accept at most twenty files', () => {
    const file = {
      name: 'a.png',
      contentType: 'image/png',
      size: 2_400_000,
      addedAt: caseView.openedAt,
      addedBy: 'Noor',
    };
    const files = Array.from({ length: 20 }, (_, index) => ({ ...file, id: String(index) }));
    const text = renderText(
      createElement(CaseFiles, { ...props, caseView: { ...caseView, files }, isEditable: true }),
    );
    expect(text).toContain('A case holds at most 20 files.');
    expect(text).toContain('2.3 MB');
    expect(text).not.toContain('Attach file');
  });

  test('show script in a note and in the name of a file as text', () => {
    const hostile = '<img src=x onerror=alert(1)>.png';
    const events = [event('NOTE', {}, hostile)];
    const html = renderMarkup(createElement(CaseTimeline, { events }));
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;img src=x');
  });
});

const row = (outcome: FoundCase['outcome']): FoundCase => ({
  caseId: '112',
  status: outcome === null ? 'OPEN' : 'CLOSED',
  outcome,
  subject: {
    adviceRequest: {
      transaction: {
        id: '10000000001',
        transactionTime: '2026-11-20T10:00:00.000Z',
        amount: '1234.50',
        currencyCode: 'GBP',
      },
      customer: { name: null, email: 'ada@example.org' },
    },
  },
});

function RowTexts({ fraudCase }: { fraudCase: FoundCase }) {
  const { t } = useTranslation();
  const columns = caseSearchColumns(t, timesIn('UTC', 'en-GB'), 'en-GB');
  return columns.map((column) => `[${column.text(fraudCase)}]`).join('');
}

test('a row of the search has amount, status, case, customer, transaction and time', () => {
  expect(renderText(createElement(RowTexts, { fraudCase: row(null) }))).toBe(
    '[1,234.50 GBP][Open][Case 112][][ada@example.org][10000000001][20 Nov, 10:00]',
  );
  expect(renderText(createElement(RowTexts, { fraudCase: row('FRIENDLY') }))).toContain('[Friendly fraud]');
});

test('a status has its word', () => {
  expect(renderText(createElement(CaseStatusBadge, { fraudCase: row(null) }))).toContain('Open');
  expect(renderText(createElement(CaseStatusBadge, { fraudCase: row('GENUINE') }))).toContain('Genuine');
});

describe('the palette', () => {
  const canFind = async (input: string, isPermitted = true) => {
    await signIn({ permissions: isPermitted ? ['P_SEARCH_CASE_MANAGEMENT'] : [] });
    const { readCurrentSession } = await import('#web/session/session-store.ts');
    const session = readCurrentSession();
    if (session == null) throw new Error('no session');
    return casePalette.canFind?.(input, { session: { ...session, features: ['CASE'] } } as never);
  };
  test('finds cases by a transaction id or an email address', async () => {
    expect(await canFind('10000000001')).toBe(true);
    expect(await canFind('ada@example.org')).toBe(true);
  });
  test('sends no request for other texts', async () => {
    for (const input of ['112', 'Harbour', '9900000000000010']) expect(await canFind(input)).toBe(false);
  });
  test('finds nothing without the permission', async () => {
    expect(await canFind('10000000001', false)).toBe(false);
  });
});
