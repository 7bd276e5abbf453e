import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './back-link.module.css';
import type { Destination } from '../paths.ts';

/** The way back, above the title of a screen. */
export function BackLink({ to, children }: { to: Destination; children: ReactNode }) {
  return (
    <Link {...to} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Link>
  );
}
