import { useMemo } from 'react';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import type { SourceLimits } from '../filters/source-limits.ts';

/** Limits of the signed-in user. The object is stable until they change. */
export function useSourceLimits(): SourceLimits {
  const isWarehouse = startupConfig().tqsDataSourceDwEnabled === 'true';
  const seesFraudRules = isAllowed(useSignedIn(), { anyOf: ['P_VIEW_FRAUD_RULES'] });
  return useMemo(() => ({ isWarehouse, seesFraudRules }), [isWarehouse, seesFraudRules]);
}
