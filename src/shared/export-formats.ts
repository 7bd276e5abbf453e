export const exportFormats = ['CSV', 'XLS', 'XLSX'] as const;
export type ExportFormat = (typeof exportFormats)[number];
