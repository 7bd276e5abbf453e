let open = 0;

/** A dialog or drawer is open from now until the returned function is called; while it fades out it counts as closed. */
export function countOverlay(): () => void {
  open += 1;
  return () => {
    open -= 1;
  };
}

export function hasOpenOverlay(): boolean {
  return open > 0;
}
