import { IconFolder } from '@tabler/icons-react';
import { isEmailLike, isTransactionId } from '#shared/patterns.ts';
import { callUntil } from '#web/call/call.ts';
import type { PaletteSource } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { isAtOwnDomain } from '#web/session/session.ts';
import { buildCaseSearch, defaultCaseSearch } from '../case-search.ts';
import { searchCases } from '../endpoints.ts';
import { CaseStatusBadge } from './case-status-badge.tsx';

const isId = (text: string): boolean => isTransactionId(text) && text.length >= 11 && text.length <= 15;
const maxFound = 3;

/** Cases by a whole transaction id or email address. */
export const casePalette: PaletteSource = {
  name: 'cases',
  canFind: (typed, { session }) =>
    (isId(typed) || isEmailLike(typed)) && !isAtOwnDomain(session) && isAllowed(session, { to: searchCases }),
  find: async (typed, { session, t, times }, signal) => {
    const params = { ...defaultCaseSearch, value: typed, searchRange: 'ANY_TIME' } as const;
    const orgId = session.organisation.selectedParentOrgId;
    const byEmail = buildCaseSearch(params, { orgId, now: new Date(), timeZone: times.zone });
    const byId = [{ field: 'transactionId', operator: 'like', value: [typed] }];
    const body = isId(typed) ? { ...byEmail, filters: byId } : byEmail;
    const { data } = await callUntil(searchCases, { body }, signal);
    return data.slice(0, maxFound).map(({ subject, ...found }) => ({
      id: `case ${found.caseId}`,
      icon: <IconFolder size={18} aria-hidden />,
      label: t('cases.title', { id: found.caseId }),
      detail: subject.adviceRequest.customer.email ?? '',
      end: <CaseStatusBadge of={found} />,
      go: paths.case(found.caseId),
    }));
  },
};
