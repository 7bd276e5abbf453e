import type { SetupStep } from '#features/setup/setup/schemas.ts';
import { type Destination, paths } from '../paths.ts';
import { opening } from './use-arrival.ts';

interface Setup {
  companyId: number | null;
  organisationId: number;
  hasMerchant: boolean;
}

/** The form where a step is done: the screen, and the dialog that it opens. */
export function destinationOf(id: SetupStep['id'], setup: Setup): { to: Destination; state?: object } {
  const { companyId, organisationId, hasMerchant } = setup;
  switch (id) {
    case 'company':
      return { to: paths.newCompany() };
    case 'processor':
      return { to: paths.processors() };
    case 'installation':
      return hasMerchant
        ? { to: paths.newInstallation() }
        : { to: paths.organisation(companyId ?? organisationId), state: opening('MERCHANT') };
    case 'payment':
      return { to: paths.virtualTerminal() };
    case 'colleague':
      return { to: paths.createUser() };
    case 'apiKey':
      return { to: paths.apiKeys(), state: opening('key') };
  }
}
