import * as fc from 'fast-check';
import { currencyDigits } from '#shared/currencies.ts';
import type { TxnRow } from '#database/schema.ts';
import type { Database, JSONValue } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { fieldsWithUse, valueSets } from '#features/record/fraud-fields/field-catalogue.ts';
import { type FraudFacts, comparable } from '#features/fraud/fraud-engine/facts.ts';
import type { LookupResult, Lookup } from '#features/fraud/fraud-engine/lookups.ts';
import { buildFacts } from '#features/fraud/fraud-engine/server/build-facts.ts';
import { isOnList, collectRuleListValues } from '#features/fraud/fraud-engine/server/list-lookups.ts';
import { type Attempt, AttemptKeys, insertAttempt } from '#features/fraud/fraud-engine/server/velocity.ts';
import { customIds, sampleValues } from '#features/fraud/fraud-engine/test/generate-rules.ts';
import { windowMs } from '#features/fraud/fraud-rules/rule.ts';
import type { ListHead } from '#features/fraud/fraud-lists/server/match-lists.ts';
import type { TestApp } from '#testing/start-app.ts';

export const companyId = 1100;
export const start = Date.parse('2026-08-20T00:00:00Z');

/** Custom fields by their stored names, under the merchant's names for them. */
export const customNames = new Map(customIds.map((id) => [id, `my ${id}`]));
const customFields = new Map([...customNames].map(([id, name]) => [name, id]));

const oneOf = (values: readonly string[]) => fc.constantFrom(...values);
/** Missing now and then. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 });
const texts = [...sampleValues('customerName'), 'MÜLLER', 'Σίσυφος', 'a b', '\u00a0', 'Ab', 'x\ty', '2 low'];
const text = maybe(oneOf(texts));
const country = maybe(oneOf(['GB', 'gbr', 'FRA', 'de', 'NGA', 'ß', 'XX', 'GBRX', ' GB']));
const phones = ['+44 20', '0044 20', '(44) 20', 'none', ' ', '+4420', '٤٤'];
const addresses = ['192.0.2.7', '198.51.100.20', '2001:DB8::0:1', '2001:db8::1', '10.0.0.1', ' 10.0.0.1', ''];
const postcodes = ['a b', 'AB', 'ab ', 'é 1', 'x\ty', '', '\u00a0'];

const address = maybe(
  fc.record(
    {
      line1: oneOf(['1 High St.', '1, high st', '', 'Straße']),
      line2: text,
      city: text,
      postcode: oneOf(postcodes),
    },
    { requiredKeys: [] },
  ),
);
const withCountry = fc.tuple(address, country).map(([fields, countryCode]) => {
  const present = Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null));
  return { ...present, ...(countryCode === null ? {} : { countryCode }) };
});
const shipping = fc.tuple(withCountry, fc.nat(5)).map(([shippingAddress, variant]): JSONValue => {
  const { countryCode, ...rest } = shippingAddress as Record<string, string>;
  if (variant === 0) return { ...rest, line1: 12 };
  return variant === 1 && countryCode ? { ...rest, country: { countryCode } } : { ...shippingAddress };
});
const person = maybe(fc.record({ givenName: oneOf(texts), surname: text }));
const customValue = (id: string) =>
  oneOf([
    ...sampleValues(id),
    ' ',
    '1.50',
    '007',
    '+5',
    '-0',
    '0.1',
    '123456789012345.123456789012345',
    `1${'0'.repeat(80)}`,
    `-${'9'.repeat(120)}`,
    'MÜLLER',
    'Mu\u0308ller "\\\t',
    '1950-01-01T10:30:30Z',
    '0x10',
    '1e2',
    'NaN',
    '2023-02-30',
    '2024-02-29',
    '0000-01-01',
    '2010-11-30T10:00:00Z',
  ]);
const custom = fc
  .subarray(customIds)
  .chain((ids) =>
    fc.tuple(
      ...[...ids, ...ids.slice(0, 1)].map((id) =>
        customValue(id).map((value) => ({ name: `my ${id}`, value })),
      ),
    ),
  );
const deferral = fc.constantFrom(
  {},
  { deferral: { finalAction: 'decline', days: 7 } },
  { deferral: { finalAction: 'capture', days: 1 }, deferred: true },
  { deferred: true },
);
const detail = fc
  .tuple(withCountry, shipping, person, person, custom, fc.nat(3), deferral)
  .map(([billingAddress, shippingAddress, payee, funded, fields, variant, deferred]) => ({
    ...deferred,
    billingAddress,
    ...(variant === 0 ? {} : { orderDetails: { shippingAddress } }),
    ...(variant < 2 && payee ? { payoutRecipientData: payee } : {}),
    ...(variant > 0 && funded ? { accountFunding: { accountFundingRecipientDetails: funded } } : {}),
    ...(variant === 3 ? {} : { customFields: fields }),
  }));

/** Times share seconds, minutes, hours and days now and then, on both sides of midnight. */
const time = fc
  .tuple(
    fc.constantFrom(0, 1, 60, 91),
    fc.constantFrom(0, 6, 10, 22, 23),
    fc.constantFrom(0, 29, 30, 59),
    fc.nat(4),
    fc.constantFrom(0, 0, 250),
  )
  .map(
    ([day, hour, minute, second, ms]) =>
      new Date(start + (((day * 24 + hour) * 60 + minute) * 60 + second) * 1000 + ms),
  );

const stored = fc.record({
  txnDatetime: time,
  merchantId: fc.constantFrom(1111, 1112),
  installationId: fc.constantFrom(5300001, 5300002),
  requestedMinor: fc.constantFrom(0, 1, 2, 3, 4, 100, 400, 999, 1000, 10_000, 99_999_999_999_999),
  ccyCode: fc.constantFrom('GBP', 'EUR', 'USD', 'JPY', 'KWD'),
  txnType: oneOf(valueSets.transactionType),
  salesChannel: oneOf(valueSets.channel),
  commerceType: oneOf(valueSets.commerceType),
  acquirer: text,
  paymentProduct: maybe(oneOf([...valueSets.cardBrand, 'APPLE-PAY', 'GOOGLE-PAY'])),
  cardCorrelationId: maybe(oneOf(['a', 'A', 'ab'])),
  maskedPan: maybe(oneOf(['a', 'A', 'ABABABxxxx0018', 'x y', '************0018'])),
  cardScheme: maybe(oneOf(valueSets.cardScheme)),
  cardUsage: maybe(oneOf(valueSets.cardUsageType)),
  cardIssuer: text,
  cardHolderName: text,
  issuerCountry: maybe(oneOf(['GBR', 'FRA', 'DEU', 'NGA'])),
  customerRef: text,
  customerName: text,
  customerEmail: maybe(oneOf(['a@x.com', 'A@X.com', 'b@y.org', ' b@y.org'])),
  customerPhone: maybe(oneOf(phones)),
  customerCountry: maybe(oneOf(['GBR', 'FRA'])),
  ipAddress: maybe(oneOf(addresses)),
  ipCountry: maybe(oneOf(['GBR', 'FRA', 'DEU'])),
  fgScore: maybe(fc.constantFrom(0, 1, 10, 100)),
  detail,
  dateOfBirth: maybe(oneOf(['20000229', '20081122', '19901231', '20300101', '20230230', 'unknown'])),
});

export interface StoredPayment {
  txn: TxnRow;
  facts: FraudFacts;
  attempt: Attempt;
}

/** Stores random payments as the pipeline does, with their attempts. The same ones for the same seed. */
export async function storePayments(app: TestApp, count: number, seed: number): Promise<StoredPayment[]> {
  const rows = fc.sample(stored, { numRuns: count, seed });
  const customers = new Map<string, number>();
  const birthDates = new Map<number, string | null>();
  for (const [index, { dateOfBirth, detail: paymentDetail, ...row }] of rows.entries()) {
    const txnId = 700_000 + index;
    const customerId =
      dateOfBirth === null
        ? null
        : (customers.get(dateOfBirth) ?? (await insertCustomer(app.owner, dateOfBirth)));
    if (dateOfBirth !== null && customerId !== null) customers.set(dateOfBirth, customerId);
    birthDates.set(txnId, dateOfBirth);
    await app.owner`
      insert into txn ${app.owner({
        ...row,
        txnId,
        companyId,
        customerId,
        rootId: txnId,
        updatedAt: row.txnDatetime,
        direction: 1,
        ccyDigits: currencyDigits(row.ccyCode) ?? 2,
        txnStatus: 'SUCCESS',
        txnStage: 'COMPLETE',
        merchantName: 'Harbour Coffee',
        trace: `T${txnId}`,
        detail: app.owner.json(JSON.parse(JSON.stringify(paymentDetail)) as JSONValue),
      })}`;
  }
  const storedRows = await app.owner<TxnRow[]>`
    select * from txn where txn_id >= 700000 and txn_id < ${700_000 + count} order by txn_datetime, txn_id`;
  const payments = storedRows.map((txn): StoredPayment => {
    const facts = buildFacts(txn as never, {
      now: txn.txnDatetime,
      dateOfBirth: birthDates.get(txn.txnId) ?? null,
      customFields,
    });
    const {
      txnId,
      merchantId,
      installationId,
      txnDatetime: now,
      ccyCode: currency,
      requestedMinor: amountMinor,
    } = txn;
    const isPayout = txn.txnType.startsWith('PAYOUT');
    const branchId = merchantId === 1111 ? 1110 : null;
    const attempt = {
      companyId,
      txnId,
      merchantId,
      installationId,
      branchId,
      now,
      isPayout,
      currency,
      amountMinor,
      facts,
    };
    return { txn, facts, attempt };
  });
  await inTenant(app.services.database, [companyId], async (sql) => {
    for (const { attempt } of payments)
      await insertAttempt(sql, attempt, new AttemptKeys(app.services.keys.velocity, attempt));
  });
  // Without statistics a measurement takes a tenth of a second more.
  await app.owner`analyze txn, velocity_attempt`;
  return payments;
}

async function insertCustomer(owner: Database, dateOfBirth: string): Promise<number> {
  const [row] = await owner<{ customerId: number }[]>`
    insert into customer (company_id, merchant_id, date_of_birth, created_at)
    values (${companyId}, 1111, ${dateOfBirth}, now()) returning customer_id`;
  return row?.customerId ?? 0;
}

export interface TestList extends ListHead {
  /** Values that have not expired. */
  values: readonly string[];
}

const idsOfScopes = {
  company: () => 0,
  branch: ({ branchId }: Attempt) => branchId,
  merchant: ({ merchantId }: Attempt) => merchantId,
  installation: ({ installationId }: Attempt) => installationId,
};

/** The result of a lookup in the database, computed from the payments in memory. */
export function lookUpIn(
  payments: readonly StoredPayment[],
  lists: readonly TestList[],
  payment: StoredPayment,
) {
  return (lookup: Lookup): LookupResult => {
    const value = comparable(lookup.field, payment.facts.values[lookup.field]);
    if (value === null) return undefined;
    if (lookup.kind === 'list') {
      const values = lists.find(({ listId, active }) => listId === lookup.listId && active)?.values ?? [];
      const [listed] = collectRuleListValues(lists, [lookup], payment.facts);
      const matches = values
        .filter((value) => listed?.values.includes(value))
        .map((matchValue) => ({ matchValue }));
      return isOnList(lookup, value, matches);
    }
    const { field, window, scope, aggregate } = lookup;
    const since = payment.facts.now - windowMs(window);
    const idOf = idsOfScopes[scope];
    const attemptId = idOf(payment.attempt);
    const ofPayouts = aggregate.kind === 'sum' && aggregate.sumType === 'payouts';
    const isKey = (fieldsWithUse('velocity') as readonly string[]).includes(field);
    const sameKey = isKey ? (groupPaymentsByValue(payments, field).get(value) ?? []) : [];
    const counted = sameKey.filter(
      (candidate) =>
        candidate.facts.now > since &&
        (candidate.facts.now < payment.facts.now ||
          (candidate.facts.now === payment.facts.now && candidate.txn.txnId <= payment.txn.txnId)) &&
        idOf(candidate.attempt) === attemptId &&
        candidate.attempt.isPayout === ofPayouts,
    );
    if (aggregate.kind === 'count') return counted.length;
    if (aggregate.kind === 'sum')
      return counted
        .filter(({ attempt }) => attempt.currency === aggregate.currency)
        .reduce((sum, { attempt }) => sum + attempt.amountMinor, 0);
    return new Set(
      counted.flatMap(({ facts }) => comparable(aggregate.field, facts.values[aggregate.field]) ?? []),
    ).size;
  };
}

const byField = new WeakMap<readonly StoredPayment[], Map<string, Map<string | null, StoredPayment[]>>>();

/** Computed once for each field: the lookups of a test read it a hundred thousand times. */
function groupPaymentsByValue(payments: readonly StoredPayment[], field: string) {
  const fields = byField.get(payments) ?? new Map<string, Map<string | null, StoredPayment[]>>();
  byField.set(payments, fields);
  const byValue =
    fields.get(field) ?? Map.groupBy(payments, ({ facts }) => comparable(field, facts.values[field]));
  fields.set(field, byValue);
  return byValue;
}
