import type { Section } from './section.ts';
import { apiKeys } from './sections/api-keys.ts';
import { customFields } from './sections/custom-fields.ts';
import { installations } from './sections/installations.ts';
import { organisations } from './sections/organisations.ts';
import { users } from './sections/users.ts';

/** The sections of the file in the order in which they are applied. A later one can refer to keys of an earlier one. */
export const sections = [organisations, installations, customFields, users, apiKeys] as readonly Section[];
