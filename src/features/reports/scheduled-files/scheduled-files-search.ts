/** The address of the screen. `view`: the view to subscribe to. */
export const readScheduledFilesSearch = (
  raw: Readonly<Record<string, string | undefined>>,
): { view?: string } =>
  raw.view !== undefined && /^[1-9]\d{0,14}$/.test(raw.view) ? { view: raw.view } : {};
