import { expect, test } from 'vitest';
import { isMcc, detectLogoType } from '../installation.ts';
import {
  installationErrors,
  newInstallationForm,
  toInstallationContent,
  toInstallationForm,
} from '../installation-form.ts';
import { readInstallationsSearch } from '../installations-search.ts';
import type { InstallationSettings } from '../schemas.ts';

const form = {
  ...newInstallationForm([{ id: 7 }]),
  name: 'Coffee web',
  currencies: ['GBP'],
  mcc: '5812',
};

test('chooses the only merchant', () => {
  expect(newInstallationForm([{ id: 7 }]).merchant).toBe('7');
  expect(newInstallationForm([{ id: 7 }, { id: 8 }]).merchant).toBe('');
});

test('accepts a complete form', () => {
  expect(installationErrors(form)).toEqual({});
});

test.each([
  [{ name: ' ' }, { name: 'name' }],
  [{ merchant: '' }, { merchant: 'merchant' }],
  [{ currencies: [] }, { currencies: 'currencies' }],
  [{ mcc: '58' }, { mcc: 'mcc' }],
  [{ fraudGuardThreshold: '0' }, { fraudGuardThreshold: 'threshold' }],
  [{ fraudGuardThreshold: '101' }, { fraudGuardThreshold: 'threshold' }],
  [{ webOrigins: 'shop.example' }, { webOrigins: 'origin' }],
  [
    { webOrigins: Array.from({ length: 21 }, (_, n) => `https://s${n}.example`).join('\n') },
    { webOrigins: 'origins' },
  ],
  [{ receiptReplyTo: 'shop' }, { receiptReplyTo: 'email' }],
  [
    { googlePayMerchantId: 'BCR-2' },
    { googlePayMerchantId: 'google_id', googlePayCountry: 'google_country' },
  ],
  [{ googlePayMerchantId: 'BCR2' }, { googlePayCountry: 'google_country' }],
])('finds the error of %o', (part, errors) => {
  expect(installationErrors({ ...form, ...part })).toEqual(errors);
});

test('reads stored settings back unchanged', () => {
  const content = {
    ...toInstallationContent(form),
    fraudGuardThreshold: 80,
    googlePayMerchantId: 'BCR2',
    googlePayCountry: 'GB',
    googlePayName: 'Coffee',
    webOrigins: ['https://a.example', 'https://b.example'],
    receiptName: 'Coffee',
    receiptReplyTo: 'shop@a.example',
  };
  const stored = { ...content, merchantId: 7 } as InstallationSettings;
  expect(toInstallationContent(toInstallationForm(stored))).toEqual(content);
});

test('sends empty fields as null', () => {
  expect(toInstallationContent(form)).toMatchObject({
    fraudGuardThreshold: null,
    receiptName: null,
    receiptReplyTo: null,
    logo: null,
  });
});

test.each([
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
  [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
  [[...Buffer.from('RIFF1234WEBP')], 'image/webp'],
  [[...Buffer.from('<svg/>')], undefined],
  [[], undefined],
])('recognises an image by %j: %s', (bytes, type) => {
  expect(detectLogoType(Uint8Array.from(bytes))).toBe(type);
});

test('takes four digits as a category code', () => {
  expect(['5812', '0742'].every(isMcc)).toBe(true);
  expect(['58', '58120', 'abcd', ''].some(isMcc)).toBe(false);
});

test('reads the address of the list back unchanged', () => {
  const search = readInstallationsSearch({ text: ' coffee ', offset: '50', pageSize: '50' });
  expect(search).toEqual({ text: 'coffee', offset: 50, pageSize: 50 });
  expect(readInstallationsSearch({ offset: '-1' })).toEqual({ offset: 0, pageSize: 25 });
});
