import { handle } from '#server/handler.ts';
import { getRiskControls as endpoint } from '../endpoints.ts';
import { storedControls } from './controls-store.ts';

export const getRiskControls = handle(endpoint, ({ sql, resource }) =>
  storedControls(sql, resource.companyId ?? 0, resource.installationId ?? 0),
);
