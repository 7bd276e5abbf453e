export const webhookFormats = ['REST_JSON', 'REST_XML'] as const;
