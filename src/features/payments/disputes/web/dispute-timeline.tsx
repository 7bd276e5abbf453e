import { type Icon, IconBuildingBank, IconCashBanknote, IconMessage, IconUser } from '@tabler/icons-react';
import { isPositive } from '#shared/money.ts';
import { Timeline } from '#ui/timeline.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { DisputeEventView, DisputeView } from '../schemas.ts';

/** Reports of a dispute and actions of users, newest first. */
export function DisputeTimeline({ dispute }: { dispute: DisputeView }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { events, currency } = dispute;
  function titleOf({ stage, status, actor, name }: DisputeEventView): string {
    if (actor !== null) return t(`disputes.event.${name}`);
    const words = [stage && t(`disputes.stage.${stage}`), status && t(`disputes.status.${status}`)];
    return words.filter((word) => word !== null).join(' · ') || t('disputes.event.message');
  }
  /** Compared with what had been taken before. */
  function movedBy(event: DisputeEventView, position: number): string | undefined {
    const { chargedBack } = event;
    if (chargedBack === null) return undefined;
    const before =
      events.slice(position + 1).find((older) => older.chargedBack !== null)?.chargedBack ?? null;
    if (!isPositive(chargedBack))
      return before !== null && isPositive(before)
        ? t('disputes.event.returned', { money: money(before, currency) })
        : undefined;
    return before === chargedBack
      ? undefined
      : t('disputes.event.taken', { money: money(chargedBack, currency) });
  }
  return (
    <Timeline
      label={t('disputes.timeline')}
      items={events.map((event, position) => {
        const moved = movedBy(event, position);
        return {
          id: event.id,
          icon: iconOf(event, moved !== undefined),
          title: titleOf(event),
          text: moved,
          time: <TimeText at={event.at} isShort />,
          actor: event.actor ?? t('disputes.event.processor'),
        };
      })}
    />
  );
}

function iconOf({ actor, status }: DisputeEventView, isMoney: boolean): Icon {
  if (actor !== null) return IconUser;
  if (isMoney) return IconCashBanknote;
  return status === null ? IconMessage : IconBuildingBank;
}
