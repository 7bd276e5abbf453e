import type { TreeNode } from '#ui/tree/tree-rows.ts';
import type { ScopeEntry } from '../schemas.ts';

export interface RuleScope {
  merchantIds: readonly number[];
  installationIds: readonly number[];
}

const nodeId = ({ type, id }: Pick<ScopeEntry, 'type' | 'id'>): string =>
  `${type === 'MERCHANT' ? 'm' : 'i'}${id}`;

/** Merchants with their installations as a tree. */
export function scopeNodes(entries: readonly ScopeEntry[]): TreeNode[] {
  return entries.map((entry) => ({
    id: nodeId(entry),
    label: entry.name,
    parentId: entry.merchantId === undefined ? undefined : `m${entry.merchantId}`,
  }));
}

/** The nodes that a rule has chosen: its installations, and its merchants without any. */
export function scopeToChoice(scope: RuleScope, entries: readonly ScopeEntry[]): Set<string> {
  const withInstallations = new Set(entries.map(({ merchantId }) => merchantId));
  return new Set([
    ...scope.installationIds.map((id) => `i${id}`),
    ...scope.merchantIds.filter((id) => !withInstallations.has(id)).map((id) => `m${id}`),
  ]);
}

/** Ticked installations with their merchants. What the user does not see of the rule stays. */
export function scopeOfChoice(
  entries: readonly ScopeEntry[],
  checked: Pick<ReadonlySet<string>, 'has'>,
  before: RuleScope,
): RuleScope {
  const visibleIds = new Set(entries.map(nodeId));
  const selected = entries.filter((entry) => checked.has(nodeId(entry)));
  const installations = selected.filter(({ type }) => type === 'INSTALLATION');
  const merchants = new Set([
    ...before.merchantIds.filter((id) => !visibleIds.has(`m${id}`)),
    ...selected.filter(({ type }) => type === 'MERCHANT').map(({ id }) => id),
    ...installations.flatMap(({ merchantId }) => (merchantId === undefined ? [] : [merchantId])),
  ]);
  return {
    merchantIds: [...merchants].toSorted((a, b) => a - b),
    installationIds: [
      ...before.installationIds.filter((id) => !visibleIds.has(`i${id}`)),
      ...installations.map(({ id }) => id),
    ].toSorted((a, b) => a - b),
  };
}
