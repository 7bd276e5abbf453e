import type { Resource } from '#shared/define-endpoint.ts';

/** `companyId`: null above companies. */
export interface OrganisationResource {
  path: string;
  organisationId: number;
  companyId: number | null;
}

export interface UserResource extends OrganisationResource {
  userId: string;
  /** Whether the user belongs to the provider's own domain, whose users are separate from those of companies. */
  domainUser: boolean;
}

export interface InstallationResource {
  /** The places where a permission on it may be held. */
  paths: readonly [merchant: string, installation: string];
  installationId: number;
  merchantId: number;
  companyId: number;
}

export interface TransactionResource extends InstallationResource {
  transactionId: number;
}

export interface SmartLinkResource extends InstallationResource {
  smartLinkId: string;
}

export interface ScheduleResource extends InstallationResource {
  scheduleId: string;
}

export interface CaseResource {
  /** The path of its merchant. */
  path: string;
  merchantId: number;
  companyId: number;
  caseId: number;
}

export interface DisputeResource extends InstallationResource {
  disputeId: number;
}

export interface CustomerResource {
  /** The path of its merchant. */
  path: string;
  merchantId: number;
  companyId: number;
  knownCustomerId: number;
}

/** The company of a SCIM token. */
interface TokenResource {
  path: string;
  organisationId: number;
  companyId: number;
}

/** The endpoint names no resource. */
type NoResource = Readonly<Record<never, never>>;

/** What the guard found and authorised, by what the endpoint's `auth` names. */
export type ResourceOf<E> = E extends { auth: infer A } ? ResourceOfAuth<A> : NoResource;

type ResourceOfAuth<A> = A extends { resource: infer R }
  ? NamedResource<R>
  : A extends { access: 'scim-token' }
    ? TokenResource
    : NoResource;

type NamedResource<R> = R extends { transaction: string }
  ? TransactionResource
  : R extends { schedule: string }
    ? ScheduleResource
    : R extends { installation: string }
      ? InstallationResource
      : R extends { smartLink: string }
        ? SmartLinkResource
        : R extends { case: string }
          ? CaseResource
          : R extends { dispute: string }
            ? DisputeResource
            : R extends { customer: string }
              ? CustomerResource
              : R extends { user: string }
                ? UserResource
                : R extends { organisation: string }
                  ? OrganisationResource
                  : NoResource;

/** A resource that an endpoint names. */
export type FoundResource = NamedResource<Exclude<Resource, 'anywhere'>>;

/** The resource of any endpoint. */
export type AuthorizedResource = FoundResource | TokenResource | NoResource;

/** The member with the id of the named object, by the member of `auth.resource` that names it. */
const idNames = {
  organisation: 'organisationId',
  user: 'userId',
  installation: 'installationId',
  transaction: 'transactionId',
  schedule: 'scheduleId',
  smartLink: 'smartLinkId',
  case: 'caseId',
  dispute: 'disputeId',
  customer: 'knownCustomerId',
};

/** Throws where the guard did not find what the handler's type claims. Only `companyId` may be null, above companies. */
export function requireFound(named: Exclude<Resource, 'anywhere'>, found: FoundResource): FoundResource {
  const values: Readonly<Record<string, unknown>> = { ...found };
  const ids = Object.entries(idNames).flatMap(([kind, id]) => (kind in named ? [id] : []));
  const missing = [...ids, ...Object.keys(values)].find(
    (name) => values[name] == null && !(name === 'companyId' && 'organisationId' in found),
  );
  if (missing !== undefined) throw new Error(`the guard found no ${missing}`);
  return found;
}
