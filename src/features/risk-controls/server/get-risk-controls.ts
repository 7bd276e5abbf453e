import { handle } from '#server/handler.ts';
import { getRiskControls as call } from '../calls.ts';
import { storedControls } from './controls-store.ts';

export const getRiskControls = handle(call, ({ sql, subject }) =>
  storedControls(sql, subject.companyId ?? 0, subject.installationId ?? 0),
);
