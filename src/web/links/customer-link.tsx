import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { mayPass } from '../session/session.ts';
import { useSession } from '../session/session-store.ts';

interface Props {
  /** Any transaction of the customer. */
  transactionId: string;
  /** In a grid, whose cells take the keys. */
  isInCell?: boolean;
  children: ReactNode;
}

/** A customer's name or email, which leads to the customer where the user may search transactions. */
export function CustomerLink({ transactionId, isInCell = false, children }: Props): ReactNode {
  const session = useSession();
  const isAllowed =
    session !== undefined && mayPass(session, { kind: 'ANY', permissions: ['P_VIEW_TRANSACTIONS_NGPORTAL'] });
  if (!isAllowed || children == null || children === '') return children;
  return (
    <Link {...paths.customerOf(transactionId)} tabIndex={isInCell ? -1 : undefined}>
      {children}
    </Link>
  );
}
