import { describe, expect, test } from 'vitest';
import { readRecordedExamples } from '#features/integration/api-docs/server/page/docs-pages.ts';
import { Problem } from '#shared/problem.ts';
import { parsePart } from '#server/http/parse-request.ts';
import { findJsonFault } from '#server/http/read-body.ts';
import { objectPaths, sampleOf, valueAt, withValue } from '#testing/sample-value.ts';
import { handlers } from '../handlers.ts';

/** Bodies and queries of every endpoint, with a value that each accepts (docs/domain.md#strict-reading). */
const recorded = readRecordedExamples();
const named = {
  days: ['2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z'],
  starts: ['2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z'],
  before: ['2026-11-30T00:00:00Z', '2026-11-30T23:59:59Z'],
  params: { searchRange: 'TODAY' },
  settings: { endpoint: 'https://psp.example' },
  texts: { product_description: 'Flat white' },
  filter: 'extraInfo.organisationId eq 1111',
};
const parts = handlers.flatMap(({ endpoint }) =>
  (['body', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const sample = (part === 'body' ? recorded[endpoint.name]?.body : undefined) ?? sampleOf(schema, named);
    return [{ name: `${endpoint.name} ${part}`, part, schema, sample }];
  }),
);
const sampled = parts.filter(({ sample }) => sample !== undefined);

/** Files are read by their own rules. The bodies of SCIM have attributes that the product does not keep (RFC 7644, 3.3). */
const unsampled =
  /^(?:attachCaseFile|attachDisputeFile|countListFileMatches|createLinksFromFile|uploadListItems|\w+Scim(?:User|Group)) body$/;

/** Requests that others write: an issuer's form, and the answer of a sign-on provider. */
const loose = ['finishChallenge body', 'finishSingleSignOn query', 'receiveFingerprint body'];

/**
 * Members that merchants' clients send empty for "none" (docs/domain.md#tolerant-reading). None of them limits money or
 * reach: they describe the payment, or a reason code names them as missing.
 */
const mayBeEmpty = new RegExp(
  [
    'customer(?:\\..*)?',
    'paymentMethod(?:\\..*)?',
    'card(?:\\..*)?|saved\\.cv2',
    'session(?:\\.(?:returnUrl|returnUrl\\.url|skin))?',
    'transaction(?:\\.(?:channel|commerceType|currency|description|merchantRef|merchantReference|money|money\\.currency|recurring))?',
    'threeDSecureResponse(?:\\..*)?',
    'schedule\\.frequency',
    'smartLink(?:\\.usage)?',
    'batchSize|amount|register|cres|PaRes',
  ]
    .map((part) => `^(?:${part})$`)
    .join('|'),
);

type Schema = (typeof parts)[number]['schema'];

/** The value as it is read, or the refusal. */
function read(schema: Schema, value: unknown, part: string): { value: unknown } | Problem {
  try {
    return { value: parsePart(schema, value, part) };
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

test('every body and query has a sample', () => {
  const missing = parts.filter(({ sample }) => sample === undefined).map(({ name }) => name);
  expect(missing.filter((name) => !unsampled.test(name))).toEqual([]);
  expect(sampled.length).toBeGreaterThan(170);
});

/**
 * The `params` of a view are those of an address: what the screen would not read back is refused by the handler. The
 * `settings` of a processor are those of its adapter, and are refused by it (connections.test.ts); the
 * `texts` of evidence are those of the processor's form, and are refused by the handler.
 */
test('every body and query refuses an unknown member at every level, by its path', () => {
  const accepting: string[] = [];
  let levels = 0;
  for (const { name, schema, part, sample } of sampled) {
    if (loose.includes(name)) continue;
    for (const path of objectPaths(sample)) {
      if (['params', 'settings', 'texts'].includes(String(path.at(-1)))) continue;
      levels += 1;
      const answer = read(schema, withValue(sample, [...path, 'notAMember'], 'x'), part);
      const field = [...path, 'notAMember'].join('.');
      const isRefused = answer instanceof Problem && answer.fieldError?.field === field;
      if (!isRefused) accepting.push(`${name}: ${field}`);
    }
  }
  expect(accepting).toEqual([]);
  expect(levels).toBeGreaterThan(250);
});

describe.each([
  ['empty', ''],
  ['null', null],
  ['blank', '   '],
  ['a no-break space', '\u00a0'],
])('a member that is %s', (_title, empty) => {
  test('is refused or kept, never read as if it were missing', () => {
    const dropped: string[] = [];
    let members = 0;
    for (const { name, schema, part, sample } of sampled) {
      const whole = read(schema, sample, part);
      if (whole instanceof Problem) throw new Error(`${name} refuses its sample`, { cause: whole });
      for (const path of objectPaths(sample))
        for (const member of Object.keys(valueAt(sample, path) as object)) {
          const memberPath = [...path, member];
          // A client sends back what it has read; such members change nothing whatever they hold.
          if (valueAt(whole.value, memberPath) === undefined) continue;
          members += 1;
          const answer = read(schema, withValue(sample, memberPath, empty), part);
          if (answer instanceof Problem || valueAt(answer.value, memberPath) !== undefined) continue;
          if (!mayBeEmpty.test(memberPath.join('.'))) dropped.push(`${name}: ${memberPath.join('.')}`);
        }
    }
    expect(dropped).toEqual([]);
    expect(members).toBeGreaterThan(500);
  });
});

test('a member that is there twice is refused at every level of every body, by its path', () => {
  let members = 0;
  for (const { name, part, sample } of sampled) {
    if (part === 'query') continue;
    for (const path of objectPaths(sample))
      for (const member of Object.keys(valueAt(sample, path) as object)) {
        members += 1;
        const text = JSON.stringify(withValue(sample, [...path, '__twice__'], 1)).replace(
          '"__twice__"',
          JSON.stringify(member),
        );
        const field = [...path, member].join('.');
        expect(findJsonFault(text, 32), name).toMatchObject({ kind: 'repeated', path: field });
      }
  }
  expect(members).toBeGreaterThan(400);
});
