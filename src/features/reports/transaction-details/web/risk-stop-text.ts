import type { RiskStop } from '#features/fraud/risk-controls/schemas.ts';
import type { Translate } from '#web/translate/translator.ts';

/** Which risk control stopped a payment: its limit, and what it found. */
export function riskStopText(stop: RiskStop, t: Translate): string {
  switch (stop.control) {
    case 'VELOCITY': {
      const { type, limit, hours: count, counted } = stop;
      return t(`details.risk_stop.${type}`, { limit, count, counted });
    }
    case 'THREE_D_SECURE':
      return t(`details.risk_stop.${stop.liabilityShift}`, {
        status: t(`details.check.${stop.status}`, { defaultValue: stop.status }),
      });
    default:
      return t(`details.risk_stop.${stop.control}`, {
        result: t(`details.check.${stop.result}`, { defaultValue: stop.result }),
        required: t(`details.risk_stop.${stop.requirement}`),
      });
  }
}
