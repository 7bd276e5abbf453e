import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { DraftRule, MeasuredImpact, RuleEffect } from '#features/fraud/fraud-impact/schemas.ts';
import { GuardDialog, ActivationGuard } from '#features/fraud/fraud-rules/web/impact/guard-dialog.tsx';
import { ImpactFrame, ImpactPanel } from '#features/fraud/fraud-rules/web/impact/impact-panel.tsx';
import { EffectFigures } from '#features/fraud/fraud-rules/web/impact/rule-effect.tsx';
import type { ImpactState } from '#features/fraud/fraud-rules/web/impact/use-impact.ts';
import { Section } from '#ui/layout/section.tsx';

const week: MeasuredImpact = {
  days: 7,
  from: '2026-11-15T14:02:00Z',
  until: '2026-11-22T14:02:00Z',
  payments: 11_800,
  accepted: 10_900,
  acceptedFraud: 9,
  acceptedRefunded: 310,
  matches: 61,
  blocked: 19,
  declined: 4,
  deferred: 0,
  fraud: 2,
  refunded: 1,
  kept: 35,
  wouldChange: 38,
  wouldChangeFraud: 2,
  wouldChangeRefunded: 1,
  wouldChangeAccepted: 38,
  money: [{ currency: 'GBP', amount: '2310.00' }],
  otherCurrencies: 0,
  blockedBy: [{ source: 'RULE', count: 19 }],
  overlap: [],
  missing: [],
  guardShare: 1,
  guardPayments: 20,
};
const month: MeasuredImpact = {
  ...week,
  days: 30,
  payments: 50_200,
  accepted: 46_400,
  acceptedFraud: 74,
  acceptedRefunded: 1392,
  matches: 540,
  blocked: 180,
  declined: 32,
  deferred: 12,
  fraud: 31,
  refunded: 46,
  kept: 239,
  wouldChange: 328,
  wouldChangeFraud: 31,
  wouldChangeRefunded: 46,
  wouldChangeAccepted: 316,
};
const quarter: MeasuredImpact = {
  ...month,
  days: 90,
  matches: 1702,
  blocked: 602,
  declined: 110,
  deferred: 30,
  fraud: 84,
  refunded: 171,
  kept: 705,
  wouldChange: 990,
  wouldChangeFraud: 84,
  wouldChangeRefunded: 171,
  money: [
    { currency: 'GBP', amount: '19870.00' },
    { currency: 'JPY', amount: '120400' },
  ],
  otherCurrencies: 3,
  overlap: [
    { ruleId: '1', name: 'Known fraud cards', action: 'Block', count: 180 },
    {
      ruleId: '2',
      name: 'A rule with a very long name that a careful analyst wrote so that everyone understands it',
      action: 'Defer',
      count: 12,
    },
  ],
  missing: [{ field: 'customerEmail', count: 19_076 }],
  dataSince: '2026-10-03T00:00:00Z',
  sample: Array.from({ length: 20 }, (_, index) => ({
    transactionId: String(10_003_699_915 + index),
    time: `2026-11-22T1${index % 4}:0${index % 6}:00Z`,
    amount: `${(index * 37) % 400}.00`,
    currency: 'GBP',
    status: index % 5 === 0 ? 'FAILED' : 'SUCCESS',
    outcome: 'NONE',
    merchantName: index % 3 === 0 ? 'Harbour Coffee and Books at the Old Customs House' : 'Harbour Coffee',
  })),
};

const noEffect = {
  matches: 0,
  blocked: 0,
  declined: 0,
  deferred: 0,
  refunded: 0,
  kept: 0,
  wouldChange: 0,
  money: [],
  otherCurrencies: 0,
  overlap: [],
  sample: [],
};
const idleActions = { stop: () => {}, measure: () => {} };
const states: Readonly<Record<string, ImpactState>> = {
  measured: { ...idleActions, ranges: [week, month, quarter], completed: 3, status: 'measured' },
  first: { ...idleActions, ranges: [undefined, undefined, undefined], completed: 0, status: 'measuring' },
  measuring: { ...idleActions, ranges: [week, month, quarter], completed: 1, status: 'measuring' },
  stopped: { ...idleActions, ranges: [week, undefined, undefined], completed: 1, status: 'stopped' },
  failed: { ...idleActions, ranges: [undefined, undefined, undefined], completed: 0, status: 'failed' },
  none: {
    ...idleActions,
    ranges: [week, month, { ...quarter, ...noEffect }],
    completed: 3,
    status: 'measured',
  },
};
const fieldName = () => 'Email';

/** The impact of a rule in every state, the confirmation of an activation, and the effect afterwards. */
export function ImpactGallery() {
  return (
    <>
      <Section title="Impact of a rule">
        <ImpactStates />
      </Section>
      <Section title="Activation guard">
        <Guards />
      </Section>
      <Section title="Effect of an active rule">
        <EffectFigures effect={measuredEffect} />
        <EffectFigures effect={unknownEffect} />
      </Section>
    </>
  );
}

/** One panel at a time, as on a page: two would be landmarks of the same name. */
function ImpactStates() {
  const [name, setName] = useState('measured');
  const impact = states[name];
  return (
    <Group align="start">
      <NativeSelect
        label="State"
        data={[...Object.keys(states), 'incomplete', 'live']}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {name === 'live' ? (
        <LiveImpact />
      ) : (
        <ImpactFrame
          impact={impact ?? (states.measured as ImpactState)}
          action={impact === undefined ? 'Accept' : 'Block'}
          isIncomplete={impact === undefined}
          fieldName={fieldName}
        />
      )}
    </Group>
  );
}

const guards: Readonly<Record<string, MeasuredImpact | 'measuring' | 'failed'>> = {
  small: { ...month, guardShare: 5 },
  large: { ...quarter, days: 30, wouldChangeAccepted: 1240 },
  nothing: { ...month, ...noEffect, wouldChangeAccepted: 0 },
  measuring: 'measuring',
  failed: 'failed',
};

function Guards() {
  const [guard, setGuard] = useState<MeasuredImpact | 'measuring' | 'failed'>();
  const close = () => setGuard(undefined);
  return (
    <>
      <Group>
        {Object.entries(guards).map(([name, measured]) => (
          <Button key={name} variant="default" onClick={() => setGuard(measured)}>
            Guard: {name}
          </Button>
        ))}
      </Group>
      {guard !== undefined && (
        <GuardDialog
          name="Card velocity"
          rule={{ action: 'Block' }}
          measured={guard}
          onConfirm={close}
          onTestFirst={close}
          onCancel={close}
        />
      )}
    </>
  );
}

const measuredEffect: RuleEffect = {
  isMeasured: true,
  activeSince: '2026-11-08T10:00:00Z',
  days: Array.from({ length: 14 }, (_, index) => ({
    day: `2026-11-${String(index + 9).padStart(2, '0')}`,
    matches: (index * 17) % 60,
  })),
  matches: 400,
  perDay: 61.3,
  expectedPerDay: 11,
  before: { payments: 10_000, accepted: 9410 },
  after: { payments: 10_000, accepted: 9280 },
};
const unknownEffect: RuleEffect = {
  isMeasured: false,
  days: [],
  matches: 0,
  perDay: 0,
  before: { payments: 0, accepted: 0 },
  after: { payments: 0, accepted: 0 },
};

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
function LiveImpact() {
  const [value, setValue] = useState<string>();
  const [isConfirming, setIsConfirming] = useState(false);
  const rule = value === undefined ? undefined : over(value);
  const close = () => setIsConfirming(false);
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Group>
        {['5', '20', '1000'].map((amount) => (
          <Button key={amount} variant="default" onClick={() => setValue(amount)}>
            Amount above {amount}
          </Button>
        ))}
        <Button variant="default" onClick={() => setValue(undefined)}>
          Amount above …
        </Button>
        <Button variant="default" onClick={() => setIsConfirming(true)}>
          Activate
        </Button>
      </Group>
      <ImpactPanel orgId={1100} rule={rule} fieldName={(field) => field} />
      {isConfirming && (
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
