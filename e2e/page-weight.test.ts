import { expect, test } from 'vitest';
import { isBuilt, pageWeights, portalChunks, screenFiles } from '../scripts/page-weight.ts';

/** The weights of the production build that the other journeys use. The titles include the figures. */
const weights = pageWeights().map((weight) => ({ ...weight, kB: weight.weight.toFixed(1) }));

test.each(weights)('the JavaScript of $screen has $kB of $budget kB', ({ weight, budget, files }) => {
  expect(weight, JSON.stringify(files, null, 1)).toBeLessThanOrEqual(budget);
});

test('no screen loads more than 24 JavaScript files', () => {
  const screens = screenFiles();
  expect(screens.length).toBeGreaterThan(50);
  expect(screens.filter(({ count }) => count > 24)).toEqual([]);
});

test('preloads portal and shell for signed-in users', () => {
  const chunks = portalChunks();
  expect(chunks).toEqual(
    expect.arrayContaining([expect.stringMatching(/portal-/), expect.stringMatching(/shell-/)]),
  );
  expect(chunks.filter((url) => !isBuilt(url))).toEqual([]);
});
