import { describe, expect, expectTypeOf, test } from 'vitest';
import { type Auth, type Endpoint, endpointsOf } from '#shared/define-endpoint.ts';
import { getCase } from '#features/review/cases/endpoints.ts';
import { getOrganisation } from '#features/company/organisations/endpoints.ts';
import { readPayment, takePayment } from '#features/payments/payments/endpoints.ts';
import { getSchedule, skipNextEpisode } from '#features/payments/schedules/endpoints.ts';
import { getScimConfig } from '#features/access/scim/endpoints.ts';
import { cancelSmartLink } from '#features/payments/smart-links/endpoints.ts';
import { searchTransactions } from '#features/reports/transactions/endpoints.ts';
import { getUser } from '#features/access/users/endpoints.ts';
import { type ResourceOf, requireFound } from '../auth/authorized-resource.ts';
import type { HandlerContext } from '../handler.ts';

type ResourceOfHandler<E> = HandlerContext<E>['resource'];

interface Merchant {
  paths: readonly [merchant: string, installation: string];
  merchantId: number;
  installationId: number;
  companyId: number;
}

// TypeScript checks these in `npm run check`.
describe("the type of a handler's resource", () => {
  test('has the ids of the merchant and its installation', () => {
    expectTypeOf<ResourceOfHandler<typeof takePayment>['merchantId']>().toEqualTypeOf<number>();
    expectTypeOf<ResourceOfHandler<typeof takePayment>>().branded.toEqualTypeOf<Merchant>();
  });

  test('has no id that the endpoint does not name', () => {
    const read = (resource: ResourceOfHandler<typeof takePayment>) =>
      // @ts-expect-error The endpoint names an installation.
      resource.transactionId as unknown;
    expect(read).toBeTypeOf('function');
    expectTypeOf<ResourceOfHandler<typeof takePayment>>().not.toHaveProperty('transactionId');
    expectTypeOf<ResourceOfHandler<typeof takePayment>>().not.toHaveProperty('path');
    expectTypeOf<ResourceOfHandler<typeof getOrganisation>>().not.toHaveProperty('merchantId');
    expectTypeOf<ResourceOfHandler<typeof getOrganisation>>().not.toHaveProperty('paths');
  });

  test('has what a pair of an installation and its object names', () => {
    expectTypeOf<ResourceOfHandler<typeof readPayment>>().branded.toEqualTypeOf<
      Merchant & { transactionId: number }
    >();
    expectTypeOf<ResourceOfHandler<typeof skipNextEpisode>>().branded.toEqualTypeOf<
      Merchant & { scheduleId: string }
    >();
  });

  test('has one path where the object is in one place', () => {
    interface Organisation {
      path: string;
      organisationId: number;
      companyId: number | null;
    }
    expectTypeOf<ResourceOfHandler<typeof getOrganisation>>().branded.toEqualTypeOf<Organisation>();
    expectTypeOf<ResourceOfHandler<typeof getUser>>().branded.toEqualTypeOf<
      Organisation & { userId: string; domainUser: boolean }
    >();
    expectTypeOf<ResourceOfHandler<typeof getCase>>().branded.toEqualTypeOf<{
      path: string;
      merchantId: number;
      companyId: number;
      caseId: number;
    }>();
  });

  test('has the id of an object below an installation', () => {
    expectTypeOf<ResourceOfHandler<typeof getSchedule>['scheduleId']>().toEqualTypeOf<string>();
    expectTypeOf<ResourceOfHandler<typeof cancelSmartLink>['smartLinkId']>().toEqualTypeOf<string>();
  });

  test('has the company of a SCIM token', () => {
    expectTypeOf<ResourceOfHandler<typeof getScimConfig>['companyId']>().toEqualTypeOf<number>();
  });

  test('is empty where the endpoint names none', () => {
    expectTypeOf<keyof ResourceOfHandler<typeof searchTransactions>>().toEqualTypeOf<never>();
  });

  test('is what each of several endpoints can have', () => {
    type Resource = ResourceOf<typeof takePayment | typeof getCase>;
    expectTypeOf<Resource['merchantId']>().toEqualTypeOf<number>();
    expectTypeOf<Resource>().not.toHaveProperty('caseId');
  });
});

describe('an endpoint', () => {
  const defineEndpoint = endpointsOf<{ getShop: { response: never } }>();
  const shop = { name: 'getShop', summary: 'A shop', route: 'GET /shops/{shopId}' } as const;

  test('keeps the literal type of its resource', () => {
    const endpoint = defineEndpoint({ ...shop, auth: { access: 'in-scope', resource: { user: 'shopId' } } });
    expectTypeOf(endpoint).toExtend<Endpoint>();
    expectTypeOf(endpoint.auth.resource).toEqualTypeOf<{ readonly user: 'shopId' }>();
    expect(endpoint).toMatchObject({ method: 'GET', url: '/shops/{shopId}' });
  });

  test('has the name of its schemas', () => {
    // @ts-expect-error There are no such schemas.
    expect(defineEndpoint({ ...shop, name: 'getShops', auth: { access: 'public' } })).toBeDefined();
  });

  test('has no misspelt member in its auth', () => {
    const inScope = { access: 'in-scope' } as const;
    expect([
      // @ts-expect-error `in` has another spelling.
      defineEndpoint({ ...shop, auth: { ...inScope, resource: { organisation: 'shopId', inn: 'body' } } }),
      // @ts-expect-error `feature` has another spelling.
      defineEndpoint({ ...shop, auth: { anyOf: ['P_APPROVE'], featur: 'ERE', resource: 'anywhere' } }),
    ]).toHaveLength(2);
    expectTypeOf<{ access: 'in-scope'; resource: { shop: string } }>().not.toExtend<Auth>();
  });
});

describe('the guard at run time', () => {
  const installation = {
    paths: ['/1/2/3', '/1/2/3/4'] as const,
    merchantId: 3,
    installationId: 4,
    companyId: 2,
  };
  const provider = { path: '/1', organisationId: 1, companyId: null };

  test('accepts a resource that is complete', () => {
    expect(requireFound({ installation: 'id' }, installation)).toBe(installation);
  });

  test('accepts an organisation above companies', () => {
    expect(requireFound({ organisation: 'id' }, provider)).toBe(provider);
  });

  test('throws without the id that the endpoint names', () => {
    expect(() => requireFound({ installation: 'id', transaction: 'txn' }, installation)).toThrow(
      'the guard found no transactionId',
    );
  });

  test('throws without a company where the kind always has one', () => {
    const found = { ...installation, companyId: null as unknown as number };
    expect(() => requireFound({ installation: 'id' }, found)).toThrow('the guard found no companyId');
  });
});
