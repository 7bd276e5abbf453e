import fc from 'fast-check';
import { expect, test } from 'vitest';
import { permissions } from '#shared/permissions.ts';
import type { ScopedPermission } from '#shared/scoped-permission.ts';
import { mayGrant, reachesTree } from '../grant-rules.ts';

/**
 * An oracle without paths: a tree of parents with permissions spread node by node. Every node has a future
 * child, so that a grant must hold for later organisations.
 */
const names = permissions.slice(0, 4);

interface World {
  /** parents[n] is the parent of node n + 1. */
  parents: number[];
  held: { name: number; node: number; cascade: boolean }[];
  gift: { names: number[]; node: number; cascade: boolean };
}

const world: fc.Arbitrary<World> = fc.array(fc.nat(), { minLength: 1, maxLength: 9 }).chain((raw) => {
  const nodes = raw.length + 1;
  const node = fc.nat({ max: nodes - 1 });
  return fc.record({
    parents: fc.constant(raw.map((value, index) => value % (index + 1))),
    held: fc.array(fc.record({ name: fc.nat({ max: 3 }), node, cascade: fc.boolean() }), { maxLength: 14 }),
    gift: fc.record({
      names: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }),
      node,
      cascade: fc.boolean(),
    }),
  });
});

/** Ids that share leading digits: '/1' must not match the path '/12'. */
const ids = ['1', '12', '123', '2', '21', '213', '3', '31', '312', '32'];
function buildPath(node: number, parents: readonly number[]): string {
  const above = node === 0 ? '' : buildPath(parents[node - 1] ?? 0, parents);
  return `${above}/${ids[node]}`;
}

function reachable({ parents, gift, held }: World) {
  const nodes = parents.length + 1;
  const future = (node: number) => node + nodes;
  const findParent = (node: number) =>
    node >= nodes ? node - nodes : node === 0 ? -1 : (parents[node - 1] ?? 0);
  const isUnder = (node: number, top: number): boolean =>
    node === top || (node > 0 && findParent(node) >= 0 && isUnder(findParent(node), top));
  const all = Array.from({ length: 2 * nodes }, (_, node) => node);
  const spread = (top: number, cascade: boolean) =>
    cascade ? all.filter((node) => isUnder(node, top)) : [top];
  const heldRights = new Set(
    held.flatMap((permission) =>
      spread(permission.node, permission.cascade).map((node) => `${permission.name}@${node}`),
    ),
  );
  const giftRights = gift.names.flatMap((name) =>
    spread(gift.node, gift.cascade).map((node) => `${name}@${node}`),
  );
  expect(all).toContain(future(0));
  return { heldRights, giftRights };
}

test('allows a gift exactly when the giver holds all of it', () => {
  fc.assert(
    fc.property(world, (state) => {
      const { heldRights, giftRights } = reachable(state);
      const held = state.held.map(({ name, node, cascade }) => ({
        name: names[name],
        scope: buildPath(node, state.parents),
        cascade,
      })) as ScopedPermission[];
      const gift = {
        permissions: state.gift.names.map((name) => names[name] as string),
        path: buildPath(state.gift.node, state.parents),
        cascade: state.gift.cascade,
      };
      expect(mayGrant(held, gift)).toBe(giftRights.every((right) => heldRights.has(right)));
    }),
    { numRuns: 2000 },
  );
});

test('reaches a subtree by membership or a cascading permission', () => {
  const permission = (scope: string, cascade: boolean) =>
    [{ name: names[0], scope, cascade }] as ScopedPermission[];
  expect(reachesTree({ path: '/1', held: [] }, '/1/2')).toBe(true);
  expect(reachesTree({ path: '/1/2', held: [] }, '/1/20')).toBe(false);
  expect(reachesTree({ path: '/1/2', held: [] }, '/1')).toBe(false);
  expect(reachesTree({ path: '/9', held: permission('/1', true) }, '/1/2')).toBe(true);
  expect(reachesTree({ path: '/9', held: permission('/1/2', false) }, '/1/2')).toBe(false);
});
