import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from '#web/paths.ts';

/** A link that looks like a button. */
export function LinkButton({ to, ...props }: ButtonProps & { to: Destination; children: ReactNode }) {
  return <Button {...props} renderRoot={(root) => <Link {...root} {...to} />} />;
}
