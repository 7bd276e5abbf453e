import { companyNow } from '#web/session/shown-clock.ts';
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
const maxResults = 3;

/** Cases by a whole transaction id or email address. */
export const casePalette: PaletteSource = {
  name: 'cases',
  canFind: (input, { session }) =>
    (isId(input) || isEmailLike(input)) && !isAtOwnDomain(session) && isAllowed(session, { to: searchCases }),
  find: async (input, { session, t, times }, signal) => {
    const params = { ...defaultCaseSearch, value: input, searchRange: 'ANY_TIME' } as const;
    const orgId = session.organisation.selectedParentOrgId;
    const byEmail = buildCaseSearch(params, { orgId, now: companyNow(), timeZone: times.zone });
    const byId = [{ field: 'transactionId', operator: 'like', value: [input] }];
    const body = isId(input) ? { ...byEmail, filters: byId } : byEmail;
    const { data } = await callUntil(searchCases, { body }, signal);
    return data.slice(0, maxResults).map(({ subject, ...result }) => ({
      id: `case ${result.caseId}`,
      icon: <IconFolder size={18} aria-hidden />,
      label: t('cases.title', { id: result.caseId }),
      detail: subject.adviceRequest.customer.email ?? '',
      end: <CaseStatusBadge fraudCase={result} />,
      go: paths.case(result.caseId),
    }));
  },
};
