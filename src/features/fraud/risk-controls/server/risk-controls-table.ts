import type { TenantSql } from '#database/tenant.ts';
import { type RiskControls, openControls } from '../risk-controls.ts';

/** Version 0: not configured yet. */
type StoredControls = RiskControls & { version: number };

/** The controls of an installation; open ones without a configuration. `lock` locks the row. */
export async function loadControls(
  sql: TenantSql,
  companyId: number,
  installationId: number,
  lock = false,
): Promise<StoredControls> {
  const [row] = await sql<StoredControls[]>`
    select three_d_secure, liability_shift,
           override_with_3ds as override_risk_controls_with3_d_s,
           json_build_object('addressMatchRequirement', address_match, 'postcodeMatchRequirement', postcode_match,
                             'cv2MatchRequirement', cv2_match) as cv2_avs_requirements,
           velocity_rules, version
    from risk_controls where company_id = ${companyId} and installation_id = ${installationId}
    ${lock ? sql`for update` : sql``}`;
  return row ?? { ...openControls, version: 0 };
}

/** Stores the controls as the version after `version`. False after a concurrent change. */
export async function writeControls(
  sql: TenantSql,
  installation: { companyId: number; installationId: number },
  controls: RiskControls,
  version: number,
  now: Date,
): Promise<boolean> {
  const { cv2AvsRequirements: match } = controls;
  const saved = await sql`
    insert into risk_controls as c (company_id, installation_id, three_d_secure, liability_shift,
      override_with_3ds, address_match, postcode_match, cv2_match, velocity_rules, version, updated_at)
    values (${installation.companyId}, ${installation.installationId}, ${controls.threeDSecure}, ${controls.liabilityShift},
      ${controls.overrideRiskControlsWith3DS}, ${match.addressMatchRequirement}, ${match.postcodeMatchRequirement},
      ${match.cv2MatchRequirement}, ${sql.json(controls.velocityRules)}, ${version + 1}, ${now})
    on conflict (company_id, installation_id) do update set
      three_d_secure = excluded.three_d_secure, liability_shift = excluded.liability_shift,
      override_with_3ds = excluded.override_with_3ds, address_match = excluded.address_match,
      postcode_match = excluded.postcode_match, cv2_match = excluded.cv2_match,
      velocity_rules = excluded.velocity_rules, version = excluded.version, updated_at = excluded.updated_at
      where c.version = ${version}
    returning 1`;
  return saved.length > 0;
}
