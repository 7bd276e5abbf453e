import { describe, expect, test } from 'vitest';
import { findFinancialError, textError } from '#features/payments/hosted-sessions/terminal-rules.ts';
import { terminalErrors, type TerminalForm, emptyTerminalForm } from '../terminal-form.ts';
import { buildConfiguration } from './configuration.ts';

const validForm: TerminalForm = {
  ...emptyTerminalForm,
  installation: '5300001',
  currency: 'GBP',
  amount: '12.50',
};
const fsd = { dateOfBirth: '19870818', surname: 'Smith', accountNumber: '123ABC', postCode: 'BS20' };

test('requires only installation, currency and amount', () => {
  expect(terminalErrors(validForm, buildConfiguration())).toEqual({});
  expect(terminalErrors(emptyTerminalForm, undefined)).toEqual({
    installation: 'required',
    currency: 'required',
    amount: 'required',
  });
});

test.each([
  ['0.00', 'GBP'],
  ['1.234', 'GBP'],
  ['1.5', 'JPY'],
  ['1234567890123', 'GBP'],
])('%s %s is not an amount', (amount, currency) => {
  expect(terminalErrors({ ...validForm, amount, currency }, buildConfiguration())).toEqual({
    amount: 'amount',
  });
});

test.each([
  ['', undefined],
  ['Two flat whites_. ,!()?#@;:/-', undefined],
  ['Zażółć gęślą, 2. Straße', undefined],
  ['50% off', 'signs'],
  ['<b>', 'signs'],
  ['“quoted”', 'signs'],
  ["O'Brien", 'signs'],
  ['a\tb', 'signs'],
  ['x'.repeat(255), undefined],
  ['x'.repeat(256), 'long'],
])('free text %j: %s', (text, error) => {
  expect(textError(text)).toBe(error);
  expect(terminalErrors({ ...validForm, postcode: text }, buildConfiguration()).postcode).toBe(error);
});

test.each([
  ['', undefined],
  ['ada@example.org', undefined],
  ['ada', 'email'],
  ['@example.org', 'email'],
])('email %j: %s', (customerEmail, error) => {
  expect(terminalErrors({ ...validForm, customerEmail }, buildConfiguration()).customerEmail).toBe(error);
});

test('validates the order only when it is included', () => {
  const invalid = { ...validForm, orderRef: '50%', shippingCity: '<' };
  expect(terminalErrors(invalid, buildConfiguration())).toEqual({});
  expect(terminalErrors({ ...invalid, hasOrder: true }, buildConfiguration())).toEqual({
    orderRef: 'signs',
    shippingCity: 'signs',
  });
});

describe('financial services data', () => {
  test.each([
    ['5812', {}],
    ['6051', {}],
    ['7299', {}],
    [
      '6012',
      {
        'fsd.dateOfBirth': 'required',
        'fsd.surname': 'required',
        'fsd.accountNumber': 'required',
        'fsd.postCode': 'required',
      },
    ],
  ])('empty, for %s: %j', (mcc, errors) => {
    expect(terminalErrors(validForm, buildConfiguration({ mcc }))).toEqual(errors);
  });

  test.each(['6012', '6051', '7299'])('is validated for %s', (mcc) => {
    const configuration = buildConfiguration({ mcc });
    expect(terminalErrors({ ...validForm, fsd }, configuration)).toEqual({});
    const invalid = { ...fsd, surname: 'O’Neil' };
    expect(terminalErrors({ ...validForm, fsd: invalid }, configuration)).toEqual({
      'fsd.surname': 'surname',
    });
  });

  test('is not validated where it is hidden', () => {
    const invalid = { ...fsd, dateOfBirth: 'x' };
    expect(terminalErrors({ ...validForm, fsd: invalid }, buildConfiguration({ mcc: '5812' }))).toEqual({});
  });

  test.each([
    ['dateOfBirth', '20240229', undefined],
    ['dateOfBirth', '20230229', 'dateOfBirth'],
    ['dateOfBirth', '00000101', undefined],
    ['dateOfBirth', '-0010101', 'dateOfBirth'],
    ['dateOfBirth', '1987-8-1', 'dateOfBirth'],
    ['dateOfBirth', '870818', 'dateOfBirth'],
    ['dateOfBirth', '19871318', 'dateOfBirth'],
    ['dateOfBirth', '20991231', 'dateOfBirth'],
    ['surname', 'Łęcka', undefined],
    ['surname', '王', undefined],
    ['surname', 'Abcdef', undefined],
    ['surname', 'Abcdefg', 'surname'],
    ['surname', 'A b', 'surname'],
    ['surname', 'A1', 'surname'],
    ['accountNumber', '1234567890', undefined],
    ['accountNumber', '12345678901', 'accountNumber'],
    ['accountNumber', '12-34', 'accountNumber'],
    ['postCode', 'BS20', undefined],
    ['postCode', 'BS20AB1', 'postCode'],
    ['postCode', 'BS 20', 'postCode'],
  ] as const)('%s %j: %s', (field, text, error) => {
    expect(findFinancialError(field, text, false, new Date('2026-11-20'))).toBe(error);
  });
});
