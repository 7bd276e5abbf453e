import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { AreaTabs } from '#web/links/area-tabs.tsx';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { DifferenceState, PayoutState, ReportState } from '../difference.ts';
import type { SettlementReport } from '../schemas.ts';

/** Switches between differences and reports. */
export function SettlementTabs() {
  const { t } = useTranslation();
  return (
    <AreaTabs
      label={t('screen.settlement')}
      tabs={[
        { label: t('settlement.tab.differences'), to: paths.settlement() },
        { label: t('settlement.tab.reports'), to: paths.settlementReports() },
      ]}
    />
  );
}

const payoutTones: Record<PayoutState, StatusTone> = {
  OPEN: 'pending',
  RECONCILED: 'success',
  DIFFERENT: 'warning',
};

export function PayoutBadge({ state }: { state: PayoutState }) {
  const { t } = useTranslation();
  return <StatusBadge tone={payoutTones[state]} label={t(`payouts.state.${state}`)} />;
}

const reportTones: Record<ReportState, StatusTone> = {
  WAITING: 'pending',
  IMPORTING: 'pending',
  IMPORTED: 'success',
  REFUSED: 'failed',
  FAILED: 'failed',
  DUPLICATE: 'neutral',
};

export function ReportBadge({ state }: { state: ReportState }) {
  const { t } = useTranslation();
  return <StatusBadge tone={reportTones[state]} label={t(`settlement.report_state.${state}`)} />;
}

export function DifferenceBadge({ state }: { state: DifferenceState }) {
  const { t } = useTranslation();
  return (
    <StatusBadge
      tone={state === 'OPEN' ? 'warning' : 'success'}
      label={t(`settlement.difference_state.${state}`)}
    />
  );
}

/** Why a report was not imported: "Line 12, column Net Debit (NC): …". */
export function refusalText(t: Translate, { refusal }: Pick<SettlementReport, 'refusal'>): string {
  if (refusal === null) return '';
  const { code, line, column } = refusal;
  const sentence = t(`settlement.refusal.${code}`, { defaultValue: code });
  if (line === null) return sentence;
  const place =
    column === null ? t('settlement.at_line', { line }) : t('settlement.at_cell', { line, column });
  return `${place}: ${sentence}`;
}
