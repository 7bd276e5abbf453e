import type { TenantSql } from '#database/tenant.ts';
import { loadControls, writeControls } from '#features/fraud/risk-controls/server/risk-controls-table.ts';
import { type RiskControls, openControls } from '#features/fraud/risk-controls/risk-controls.ts';

const books = { companyId: 1100, installationId: 5300003 };

/** Harbour Books declines wrong CV2s and postcodes in the whole plan. */
export async function seedDemoRiskControls(sql: TenantSql, now: Date): Promise<void> {
  await change(sql, now, {
    cv2AvsRequirements: {
      addressMatchRequirement: 'NONE',
      postcodeMatchRequirement: 'NOT_WRONG',
      cv2MatchRequirement: 'NOT_WRONG',
    },
  });
}

/**
 * Velocity limits are added after the plan: it runs concurrently, and their order would not be deterministic.
 */
export async function seedDemoVelocity(sql: TenantSql, now: Date): Promise<void> {
  await change(sql, now, {
    velocityRules: [
      { type: 'CARD', disabled: false, velocity: 5, timePeriod: 1 },
      { type: 'IP', disabled: false, velocity: 10, timePeriod: 1 },
      { type: 'CARD_AND_IP', disabled: true, velocity: 3, timePeriod: 24 },
    ],
  });
}

async function change(sql: TenantSql, now: Date, part: Partial<RiskControls>): Promise<void> {
  const { version, ...controls } = await loadControls(sql, books.companyId, books.installationId);
  await writeControls(sql, books, { ...openControls, ...controls, ...part }, version, now);
}
