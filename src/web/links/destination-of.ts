import type { SetupStep } from '#features/setup/setup/schemas.ts';
import { type Destination, paths } from '../paths.ts';

/** The screen where a step is done. */
export function destinationOf(id: SetupStep['id'], organisationId: number): Destination {
  switch (id) {
    case 'company':
    case 'merchant':
      return paths.organisation(organisationId);
    case 'installation':
      return paths.newInstallation();
    case 'colleague':
      return paths.createUser();
    case 'apiKey':
      return paths.apiKeys();
    case 'payment':
      return paths.virtualTerminal();
  }
}
