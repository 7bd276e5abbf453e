import { expect, test } from 'vitest';
import { handlers } from '#app/server/handlers.ts';
import { buildApiDocument } from '../../api-docs/openapi/build-document.ts';
import { addressFields, hiddenFields, shownFields } from '../server/logged-fields.ts';

/** Every name of a field or parameter in the document. */
function collectNames(part: unknown, names: Set<string>): void {
  if (Array.isArray(part)) for (const item of part) collectNames(item, names);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return;
  const { properties, parameters } = part as { properties?: object; parameters?: { name?: string }[] };
  if (typeof properties === 'object') for (const name of Object.keys(properties)) names.add(name);
  if (Array.isArray(parameters)) for (const { name } of parameters) if (name !== undefined) names.add(name);
  for (const child of Object.values(part)) collectNames(child, names);
}

test('every field of the merchant API is either shown or hidden', () => {
  const { paths, components } = buildApiDocument(
    handlers.map(({ endpoint }) => endpoint),
    { version: '1', checkoutUrl: 'https://pay.example' },
  );
  const names = new Set<string>();
  collectNames({ paths, schemas: components.schemas }, names);
  const listed = [...shownFields, ...hiddenFields, ...addressFields];
  expect([...names].filter((name) => !listed.includes(name)).toSorted()).toEqual([]);
  expect(listed.length).toBe(new Set(listed).size);
});

test('no field named like a secret is shown', () => {
  const secret = /pan$|cv[cv2]|secret|pass(?:word|wd)$|(?:^|[a-z])token$|key$|fingerprint|^pin$/i;
  const reviewed = ['maskedPan'];
  expect([...shownFields].filter((name) => secret.test(name) && !reviewed.includes(name))).toEqual([]);
});
