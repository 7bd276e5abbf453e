import { ActionIcon, Button, Input } from '@mantine/core';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { dayPresets, matchPreset, shiftRange, type DayPreset } from '#shared/calendar-day.ts';
import { formatDays } from './format-days.ts';
import type { RangePanelProps } from './range-panel.tsx';
import classes from './range.module.css';
import { lazyMount } from '../overlay/lazy-mount.tsx';
import { useUiTexts } from '../ui-texts.ts';

type Props = Omit<RangePanelProps, 'presets'> & {
  presets?: readonly DayPreset[];
  help?: string;
  isLabelHidden?: boolean;
};

const LatePanel = lazyMount(async () => (await import('./range-panel.tsx')).RangePanel);

/** A range of days: one button with its presets and a calendar, and steps to the range before and after. */
export function RangePicker({ presets = dayPresets, help, isLabelHidden = false, ...props }: Props) {
  const { label, value, today, min, max = today, onChange } = props;
  const texts = useUiTexts();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const preset = value && matchPreset(value, today, presets);
  const days = value && formatDays(value.from, value.to, today, texts.locale);
  const name = value === undefined ? texts.rangeAnyTime : preset ? texts.rangePreset(preset) : days;
  const step = (direction: -1 | 1) => {
    const next = value && shiftRange(value, direction);
    return next && next.from >= min && next.to <= max ? next : undefined;
  };
  const [before, after] = [step(-1), step(1)];
  return (
    <Input.Wrapper label={isLabelHidden ? undefined : label} labelElement="div" description={help}>
      <div className={classes.picker}>
        <Button
          ref={button}
          variant="default"
          className={classes.button}
          leftSection={<IconCalendar size={16} aria-hidden />}
          aria-label={[label, name, preset && days].filter(Boolean).join(' ')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={classes.value}>
            <span className={classes.name}>{name}</span>{' '}
            {preset && days && <span className={classes.days}>{days}</span>}
          </span>
        </Button>
        <LatePanel {...props} presets={presets} isOpen={isOpen} onOpen={setIsOpen} target={button} />
        {props.isPresetOnly !== true && value !== undefined && (
          <>
            <ActionIcon
              variant="default"
              size={32}
              aria-label={texts.rangeBefore}
              disabled={before === undefined}
              onClick={() => onChange(before)}
            >
              <IconChevronLeft size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={32}
              aria-label={texts.rangeAfter}
              disabled={after === undefined}
              onClick={() => onChange(after)}
            >
              <IconChevronRight size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
    </Input.Wrapper>
  );
}
