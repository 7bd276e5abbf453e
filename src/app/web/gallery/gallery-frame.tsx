import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Section } from '#ui/layout/section.tsx';
import classes from './gallery.module.css';

/** A component in one of its states, named after the state. */
export interface Sample {
  name: string;
  show: ReactNode;
}

interface Props {
  title: string;
  samples: readonly Sample[];
  /** The minimum width of a sample: 240 or 360 pixels, or a whole line. */
  size?: 'small' | 'medium' | 'wide';
}

/** A section of the gallery: components in their states, side by side. */
export function Samples({ title, samples, size = 'small' }: Props) {
  return (
    <Section title={title}>
      <div className={classes.samples} data-size={size}>
        {samples.map(({ name, show }) => (
          <figure key={name} className={classes.sample}>
            <figcaption className={classes.name}>{name}</figcaption>
            <div>{show}</div>
          </figure>
        ))}
      </div>
    </Section>
  );
}

/** A frame for a whole screen. */
export function ScreenFrame({ children }: { children: ReactNode }) {
  return <div className={classes.screen}>{children}</div>;
}

interface StatefulProps<Value> {
  initial: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}

/** Holds the value of a sample that can be changed. */
export function Stateful<Value>({ initial, children }: StatefulProps<Value>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

export type Overlay = (close: () => void) => ReactNode;

/** Overlays by the names of their states, each behind a button. */
export const openers = (overlays: Readonly<Record<string, Overlay>>): readonly Sample[] =>
  Object.entries(overlays).map(([name, overlay]) => ({ name, show: <Opener show={overlay} /> }));

function Opener({ show }: { show: Overlay }) {
  return (
    <Stateful initial={false}>
      {(isOpen, setIsOpen) => (
        <div>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Open
          </Button>
          {isOpen && show(() => setIsOpen(false))}
        </div>
      )}
    </Stateful>
  );
}

const states = {
  plain: {},
  help: { help: 'Shown on the customer’s statement' },
  error: { error: 'Use letters, digits and hyphens' },
  disabled: { disabled: true },
  optional: { isOptional: true },
} as const;
type State = keyof typeof states;
const everyState = Object.keys(states) as State[];

interface StateProps {
  help?: string;
  error?: string;
  disabled?: boolean;
  isOptional?: boolean;
}

export interface Field {
  name: string;
  /** The states of the field; all when missing. */
  states?: readonly State[];
  show: (state: StateProps) => ReactNode;
}

/** Each field in the states that it has. */
export function FieldSamples({ fields }: { fields: readonly Field[] }) {
  return fields.map(({ name, states: fieldStates = everyState, show }) => (
    <Samples
      key={name}
      title={name}
      samples={fieldStates.map((state) => ({ name: state, show: show(states[state]) }))}
    />
  ));
}
