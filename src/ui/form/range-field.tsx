import '@mantine/core/styles/Slider.layer.css';
import { RangeSlider, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './form.module.css';

interface Props {
  label: string;
  lowLabel: string;
  highLabel: string;
  /** Whole numbers from 0 to the ceiling. */
  low: number;
  high: number;
  ceiling: number;
  /** Reads a typed end; undefined where the last valid one stays. */
  readEnd: (end: 'low' | 'high', text: string) => number | undefined;
  onChange: (low: number, high: number) => void;
}

/** An interval of whole numbers: a slider with two ends, and a field for each. */
export function RangeField({ label, low, high, ceiling, readEnd, onChange, ...labels }: Props) {
  return (
    <fieldset className={classes.range}>
      <legend>{label}</legend>
      <RangeSlider
        min={0}
        max={Math.max(1, ceiling)}
        step={1}
        minRange={0}
        label={null}
        disabled={ceiling === 0}
        value={[low, high]}
        thumbFromLabel={labels.lowLabel}
        thumbToLabel={labels.highLabel}
        onChange={([from, to]) => onChange(from, to)}
      />
      <div className={classes.ends}>
        <End
          label={labels.lowLabel}
          value={low}
          read={(text) => readEnd('low', text)}
          onChange={(from) => onChange(from, high)}
        />
        <End
          label={labels.highLabel}
          value={high}
          read={(text) => readEnd('high', text)}
          onChange={(to) => onChange(low, to)}
        />
      </div>
    </fieldset>
  );
}

interface EndProps {
  label: string;
  value: number;
  read: (text: string) => number | undefined;
  onChange: (value: number) => void;
}

/** Takes digits only. A number out of range becomes the last valid one when the field is left. */
function End({ label, value, read, onChange }: EndProps) {
  const [typed, setTyped] = useState<string>();
  function leave(): void {
    const number = typed === undefined ? undefined : read(typed);
    if (number !== undefined && number !== value) onChange(number);
    setTyped(undefined);
  }
  return (
    <TextInput
      label={label}
      className="number"
      inputMode="numeric"
      autoComplete="off"
      maxLength={14}
      value={typed ?? String(value)}
      onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  );
}
