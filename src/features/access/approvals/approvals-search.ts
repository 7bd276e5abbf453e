/** The query parameters of the route `approvals`. */
interface ApprovalsSearch {
  tab?: 'decided';
}

/** Ignores unknown values. Never throws. Reads back its own result. */
export const readApprovalsSearch = (raw: Readonly<Record<string, string | undefined>>): ApprovalsSearch =>
  raw.tab === 'decided' ? { tab: 'decided' } : {};
