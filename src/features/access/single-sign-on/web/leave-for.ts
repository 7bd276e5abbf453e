/** Leaves the page for the provider. Never resolves, so that the button stays busy until the other page appears. */
export function leaveFor(address: string): Promise<void> {
  // Coming back, a browser may show this page as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  location.assign(address);
  return new Promise<void>(() => {});
}
