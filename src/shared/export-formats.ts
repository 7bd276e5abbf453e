export const exportFormats = ['CSV', 'XLS', 'XLSX'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** XLS is the specification's older name of the same file as XLSX (docs/decisions/0162). */
export const fileExtension = (format: ExportFormat): 'csv' | 'xlsx' => (format === 'CSV' ? 'csv' : 'xlsx');
