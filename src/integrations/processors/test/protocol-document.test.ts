import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { protocolDocument } from '../http/protocol-document.ts';

const file = join(import.meta.dirname, '../../../../docs/adapter-protocol.openapi.json');

test('docs/adapter-protocol.openapi.json is current: npm run protocol', () => {
  expect(readFileSync(file, 'utf8')).toBe(protocolDocument());
});

test('the document is OpenAPI 3.1', async () => {
  await expect(SwaggerParser.validate(JSON.parse(protocolDocument()))).resolves.toBeDefined();
});

test('the document refuses what our side refuses', () => {
  const { paths } = JSON.parse(protocolDocument());
  const reply = paths['/v1/operations'].post.responses['200'].content['application/json'].schema;
  const validate = new Ajv2020({ strict: false }).compile(reply);
  const response = {
    result: 'APPROVED',
    statusCode: '00',
    message: 'OK',
    gatewayReference: 'g',
    addressCheck: 'NOT_CHECKED',
    postcodeCheck: 'NOT_CHECKED',
    cv2Check: 'NOT_CHECKED',
  };
  const final = { kind: 'response', reference: 'r', amountMinor: 2500, currency: 'GBP', response };
  expect(validate(final)).toBe(true);
  expect(validate({ ...final, amountMinor: 2500.5 })).toBe(false);
  expect(validate({ ...final, response: { ...response, result: 'MAYBE' } })).toBe(false);
  expect(validate({ ...final, more: true })).toBe(false);
});
