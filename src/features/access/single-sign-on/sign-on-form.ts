import type { EmailClaim } from './email-claims.ts';
import type { RuleContent, SignOnView } from './schemas.ts';

export interface ProviderForm {
  issuer: string;
  clientId: string;
  /** '': the stored one stays. */
  clientSecret: string;
  connectsProvisioned: boolean;
  emailClaim: EmailClaim;
}

type FieldIssue = 'required' | ProviderRefusal;
export type ProviderErrors = Partial<Record<keyof ProviderForm, FieldIssue>>;

/** Refusals of the server that belong to the issuer, by their message. */
export const issuerRefusals = [
  'issuer_url',
  'issuer_not_https',
  'issuer_not_public',
  'issuer_unreachable',
  'issuer_mismatch',
  'issuer_incomplete',
] as const;
type ProviderRefusal = (typeof issuerRefusals)[number] | 'client_secret_missing';

export const toProviderForm = ({ provider }: Pick<SignOnView, 'provider'>): ProviderForm => ({
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  connectsProvisioned: provider?.connectsProvisioned ?? false,
  emailClaim: provider?.emailClaim ?? 'email',
});

/** A new issuer or client needs its own secret. */
export function providerErrors(
  form: ProviderForm,
  { provider }: Pick<SignOnView, 'provider'>,
): ProviderErrors {
  const errors: ProviderErrors = {};
  if (form.issuer.trim() === '') errors.issuer = 'required';
  if (form.clientId.trim() === '') errors.clientId = 'required';
  const isSame = provider?.issuer === form.issuer.trim() && provider.clientId === form.clientId.trim();
  if (!isSame && form.clientSecret.trim() === '') errors.clientSecret = 'required';
  return errors;
}

/** An edited rule. Its key identifies the row. */
export interface RuleForm {
  key: string;
  claim: string;
  value: string;
  roleId: string | null;
  organisationId: string | null;
}

export const toRuleForms = (rules: SignOnView['rules']): RuleForm[] =>
  rules.map(({ ruleId, claim, value, roleId, organisationId }) => ({
    key: ruleId,
    claim,
    value,
    roleId,
    organisationId: String(organisationId),
  }));

/** The rules of a request; undefined while a field of one is empty. */
export function toRules(forms: readonly RuleForm[]): RuleContent[] | undefined {
  const rules = forms.flatMap(({ claim, value, roleId, organisationId }) =>
    claim.trim() === '' || value.trim() === '' || roleId === null || organisationId === null
      ? []
      : [{ claim: claim.trim(), value: value.trim(), roleId, organisationId: Number(organisationId) }],
  );
  return rules.length === forms.length ? rules : undefined;
}
