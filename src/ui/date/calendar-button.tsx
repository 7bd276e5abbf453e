import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { CalendarDay, DayRange } from '#shared/calendar-day.ts';
import { Calendar } from './calendar.tsx';
import { ownEscape } from '../overlay/own-escape.ts';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  /** The name of the field whose day is picked. */
  label: string;
  /** The picked days. */
  value: DayRange;
  min: CalendarDay;
  max: CalendarDay;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onPick: (day: CalendarDay) => void;
}

/** At the end of a field: opens a calendar below it. */
export function CalendarButton(props: Props) {
  const texts = useUiTexts();
  const name = `${texts.chooseDate}: ${props.label}`;
  return (
    <Popover
      opened={props.isOpen}
      onChange={props.onOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={name}
          onClick={() => props.onOpen(!props.isOpen)}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} {...ownEscape}>
        <Calendar value={props.value} min={props.min} max={props.max} onPick={props.onPick} />
      </Popover.Dropdown>
    </Popover>
  );
}
