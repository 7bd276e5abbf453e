/** What the call names, found and authorised. `paths`: where a permission on it may be held. */
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
  /** Of the person named: users of the provider's own domain are apart from those of its companies. */
  domainUser?: boolean;
}
