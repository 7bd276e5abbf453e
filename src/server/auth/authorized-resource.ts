/** The object that the call names, loaded and authorised. `paths`: the places where a permission on it may be held. */
export interface AuthorizedResource {
  paths: readonly string[];
  organisationId?: number;
  companyId?: number | null;
  installationId?: number;
  merchantId?: number;
  transactionId?: number;
  smartLinkId?: string;
  scheduleId?: string;
  caseId?: number;
  userId?: string;
  /** Whether the named user belongs to the provider's own domain, whose users are separate from those of companies. */
  domainUser?: boolean;
}

type IdName = Exclude<keyof AuthorizedResource, 'paths' | 'domainUser'>;

/** An id that the endpoint's `resource` names: the guard has found it. Throws where the endpoint names none. */
export function requireId<K extends IdName>(
  resource: AuthorizedResource,
  name: K,
): NonNullable<AuthorizedResource[K]> {
  const id = resource[name];
  if (id === undefined || id === null) throw new Error(`the guard named no ${name}`);
  return id;
}
