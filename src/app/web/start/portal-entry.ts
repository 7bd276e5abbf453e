/** State of a history entry that the router is to find: it throws away the state of an entry that has no key of its kind. */
export function portalEntry(state: object): object {
  const key = performance.now().toString(36);
  return { ...state, key, __TSR_key: key, __TSR_index: 0 };
}
