import { createMemoryHistory } from '@tanstack/react-router';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { permissions } from '#shared/permissions.ts';
import { createPortalRouter } from '../router.tsx';
import { screens } from '../screens.tsx';
import { standInForBrowser } from './browser-stand-in.ts';
import { stubResponses, signIn, signOut } from './signed-in.ts';
import { flatText, parseSearch, stringifySearch } from '#web/search-codec.ts';

/** Names of every route, and those that every object inherits. */
const names = `offset pageSize page searchField value field direction searchRange date fromDate type status
  selectedNodes errorCode fromSecondaryAction sortOrder sortField startDate endDate user object act from to
  filter.merch_ref filter.txn_status filter.amount filter.__proto__ filter.
  __proto__ constructor toString valueOf hasOwnProperty prototype`.split(/\s+/);
const validValues = [
  '0',
  '25',
  '50',
  '100',
  'txn_id',
  'merch_ref',
  'ASC',
  'desc',
  'TODAY',
  'REFUND',
  '404',
  'a@b.c',
];
const badTexts =
  `-1|1e5|0x10| 25|25 |25.0|९|NaN|null|undefined|[]|{}|,|12345678901234567890|💥|<script>|' or 1=1--
  |constructor|__proto__|toString|%|%zz|%E0%A4%A|../..|//evil.example|\u0000|\u202e|\ud800`
    .split('|')
    .concat('9'.repeat(400), 'a'.repeat(5000));
const badValues = [NaN, Infinity, -0, 1e308, 0.1, true, false, null, undefined, [], [[]], ['25', '50'], {}];
const value = fc.oneof(
  fc.constantFrom<unknown>(...validValues, ...badTexts, ...badValues, { toString: 1, valueOf: 1 }),
  fc.string({ unit: 'binary' }),
  fc.anything({ maxDepth: 2, withNullPrototype: true }),
);
const anySearch = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value, { maxKeys: 8 });
const textSearch = fc.dictionary(
  fc.oneof(fc.constantFrom(...names), fc.string()),
  fc.oneof(fc.constantFrom(...validValues, ...badTexts), fc.string({ unit: 'binary' })),
  { maxKeys: 8 },
);

describe.each(screens.flatMap(({ name, search }) => (search == null ? [] : [{ name, search }])))(
  'parameters of $name',
  ({ search }) => {
    test('reads back unchanged, as values and from an address', () => {
      fc.assert(
        fc.property(anySearch, (raw) => {
          const parsedOnce = search(raw);
          expect(search(parsedOnce)).toEqual(parsedOnce);
          expect(search(parseSearch(stringifySearch(parsedOnce)))).toEqual(parsedOnce);
        }),
        { numRuns: 400 },
      );
    });
    test('returns plain values in a plain object', () => {
      fc.assert(
        fc.property(anySearch, (raw) => {
          const response = search(raw);
          expect(Object.getPrototypeOf(response)).toBe(Object.prototype);
          for (const part of Object.values(response).flat()) {
            expect(['string', 'number', 'boolean', 'undefined']).toContain(typeof part);
            expect(Number.isNaN(part)).toBe(false);
          }
        }),
        { numRuns: 200 },
      );
    });
  },
);

describe('the flat codec', () => {
  test('never throws and is stable after one reading', () => {
    fc.assert(
      fc.property(anySearch, (raw) => {
        const parsedOnce = flatText(raw);
        expect(flatText(parsedOnce)).toEqual(parsedOnce);
        expect(parseSearch(stringifySearch(parsedOnce))).toEqual(parsedOnce);
      }),
      { numRuns: 500 },
    );
  });
  test('reads any text after a question mark', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseSearch(text)));
  });
});

describe('addresses', () => {
  beforeEach(() => {
    standInForBrowser();
    stubResponses();
  });
  afterEach(() => {
    signOut();
    vi.unstubAllGlobals();
  });

  test.each([
    ['a stranger', false],
    ['a user with every permission', true],
  ])('every route comes to rest after a few steps, for any address: %s', async (_who, isIn) => {
    if (isIn) await signIn({ permissions });
    const rubbish = [
      '1',
      'x',
      '%E0%A4%A',
      '%',
      '%2e%2e%2f',
      '%00',
      '__proto__',
      '💥',
      '9'.repeat(400),
      ' ',
      '%20',
    ];
    const part = fc.oneof(fc.constantFrom(...rubbish), fc.string({ maxLength: 8 }));
    const address = fc.tuple(
      fc.constantFrom(...screens.map(({ path }) => path), '/', '/nowhere'),
      part,
      textSearch,
    );
    await fc.assert(
      fc.asyncProperty(address, async ([path, text, search]) => {
        const address = path.replaceAll(/\$\w+/g, () => text.replaceAll(/[/?#]/g, '')) + buildQuery(search);
        const router = createPortalRouter(screens, createMemoryHistory({ initialEntries: [address] }));
        let steps = 0;
        router.subscribe('onBeforeNavigate', () => (steps += 1));
        await router.load();
        const { location, matches } = router.state;
        expect(steps, address).toBeLessThanOrEqual(4);
        expect(matches.at(-1)?.status, address).not.toBe('error');
        if (!isIn) {
          const found = screens.find(({ name }) => name === matches.at(-1)?.staticData.screen?.name);
          expect(found?.place, `${address} led a stranger to ${location.href}`).toBe('public');
        }
      }),
      { numRuns: 250 },
    );
  });
});

function buildQuery(search: Record<string, string>): string {
  try {
    return stringifySearch(search);
  } catch {
    // A lone half of a character cannot be written into an address at all.
    return '';
  }
}
