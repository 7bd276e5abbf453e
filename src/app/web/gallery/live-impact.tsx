import { useState } from 'react';
import type { DraftRule } from '#features/fraud-impact/schemas.ts';
import { ActivationGuard } from '#features/fraud-rules/web/impact/activation-guard.tsx';
import { ImpactPanel } from '#features/fraud-rules/web/impact/impact-panel.tsx';
import { Button, Group } from '@mantine/core';

const over = (value: string): DraftRule => ({
  ruleType: 'rule',
  action: 'Block',
  merchantIds: [1111],
  installationIds: [5_300_001],
  joinedConditions: {
    logicalOperator: 'and',
    conditions: [{ type: 'simple', field: 'transactionAmount', operator: 'greaterThan', value }],
  },
});

/** The panel and the guard against the demo's own payments: a rule on the amount at Harbour Coffee. */
export function LiveImpact() {
  const [value, setValue] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const rule = value === undefined ? undefined : over(value);
  const close = () => setIsAsking(false);
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Group>
        {['5', '20', '1000'].map((one) => (
          <Button key={one} variant="default" onClick={() => setValue(one)}>
            Amount above {one}
          </Button>
        ))}
        <Button variant="default" onClick={() => setValue(undefined)}>
          Amount above …
        </Button>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Activate
        </Button>
      </Group>
      <ImpactPanel orgId={1100} rule={rule} fieldName={(field) => field} />
      {isAsking && (
        <ActivationGuard
          orgId={1100}
          name="Amount"
          rule={over(value ?? '5')}
          onConfirm={close}
          onTestFirst={close}
          onCancel={close}
        />
      )}
    </div>
  );
}
