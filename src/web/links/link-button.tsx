import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from '../paths.ts';

interface Props extends ButtonProps {
  to: Destination;
  /** Passed to the screen outside its address. */
  state?: object;
  children: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({ to, state = {}, ...props }: Props) {
  return <Button {...props} renderRoot={(root) => <Link {...root} {...to} state={state} />} />;
}
