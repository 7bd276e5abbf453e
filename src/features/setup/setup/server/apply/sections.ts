import type { Section } from './section.ts';
import { apiKeys } from './sections/api-keys.ts';
import { approvals, approvalSettings } from './sections/approvals.ts';
import { connections } from './sections/connections.ts';
import { customFields } from './sections/custom-fields.ts';
import { installations } from './sections/installations.ts';
import { organisations } from './sections/organisations.ts';
import { roles } from './sections/roles.ts';
import { routes } from './sections/routes.ts';
import { security } from './sections/security.ts';
import { users } from './sections/users.ts';
import { webhooks } from './sections/webhooks.ts';

/** The sections of the file in the order in which they are applied. A later one can refer to keys of an earlier one. */
export const sections = [
  organisations,
  installations,
  customFields,
  roles,
  users,
  apiKeys,
  webhooks,
  connections,
  routes,
  security,
  approvals,
  approvalSettings,
] as readonly Section[];
