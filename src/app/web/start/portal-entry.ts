/** The state of a history entry with a key for the router, which discards the state of an entry without one. */
export function portalEntry(state: object): object {
  const key = performance.now().toString(36);
  return { ...state, key, __TSR_key: key, __TSR_index: 0 };
}
