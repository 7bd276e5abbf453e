import type { ReactNode } from 'react';
import { Samples } from './gallery-frame.tsx';

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
