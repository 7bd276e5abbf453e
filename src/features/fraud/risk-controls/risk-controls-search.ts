/** The installation whose controls are shown; the first of the list by default. */
interface RiskControlsSearch {
  installation?: number;
}

export function readRiskControlsSearch({ installation = '' }: Record<string, string>): RiskControlsSearch {
  return /^[1-9]\d{0,14}$/.test(installation) ? { installation: Number(installation) } : {};
}
