import type { ReactNode } from 'react';
import type { Endpoint } from '#shared/define-endpoint.ts';
import type { FeatureCode, Permission } from '#shared/permissions.ts';
import { useSession } from './session-store.ts';
import { mayPass, type Check, type Session } from './session.ts';

interface Props {
  /** Whatever this call needs: the page and the server then cannot disagree. */
  to?: Endpoint;
  anyOf?: readonly Permission[];
  allOf?: readonly Permission[];
  feature?: FeatureCode;
  /** Where the permission must be held; on any path when missing. */
  path?: string;
  children: ReactNode;
}

/** Renders its children, or nothing if the user may not see them (docs/domain.md#permissions). */
export function Allowed(props: Props) {
  const session = useSession();
  return session !== undefined && isAllowed(session, props) ? props.children : null;
}

/** The same question for code that is not an element. */
export function isAllowed(session: Session, props: Omit<Props, 'children'>): boolean {
  const features = props.feature === undefined ? [] : [props.feature];
  const checks: Check[] = [];
  if (props.anyOf !== undefined) checks.push({ kind: 'ANY', permissions: props.anyOf, features });
  if (props.allOf !== undefined) checks.push({ kind: 'ALL', permissions: props.allOf, features });
  if (checks.length === 0) checks.push({ kind: 'ANY', permissions: [], features });
  if (props.to !== undefined) checks.push(buildCheck(props.to));
  return checks.every((check) => mayPass(session, check, props.path));
}

function buildCheck(call: Endpoint): Check {
  const { auth } = call;
  if ('access' in auth) return { kind: 'ANY', permissions: [] };
  const features = auth.feature === undefined ? [] : [auth.feature];
  return 'anyOf' in auth
    ? { kind: 'ANY', permissions: auth.anyOf, features }
    : { kind: 'ALL', permissions: auth.allOf, features };
}
