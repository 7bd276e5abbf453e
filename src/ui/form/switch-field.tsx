import { Switch, type SwitchProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form.module.css';

type Props = {
  label: string;
  help?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Beside the switch while it is on: what belongs to it. */
  aside?: ReactNode;
} & Omit<SwitchProps, 'label' | 'description' | 'checked' | 'onChange'>;

/** A switch, with a description of its effect. */
export function SwitchField({ label, help, isOn, onChange, aside, ...props }: Props) {
  return (
    <div className={classes.switchRow}>
      <Switch
        size="sm"
        classNames={{ track: classes.switchTrack ?? '' }}
        {...props}
        label={label}
        description={help}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {aside != null && <div className={classes.switchAside}>{aside}</div>}
    </div>
  );
}
