import { getOrganisationFeatures } from '#features/organisations/server/get-organisation-features.ts';
import { getOrganisationHierarchy } from '#features/organisations/server/get-organisation-hierarchy.ts';
import { getAuthenticatedUser } from '#features/session/server/get-authenticated-user.ts';
import { getConfig } from '#features/session/server/get-config.ts';
import { getInitiation } from '#features/session/server/get-initiation.ts';
import { getMe } from '#features/session/server/get-me.ts';
import { login } from '#features/session/server/login.ts';
import { logout } from '#features/session/server/logout.ts';
import { touchSession } from '#features/session/server/touch-session.ts';
import { getMetadata } from '#features/transactions/server/get-metadata.ts';
import { searchTransactions } from '#features/transactions/server/search-transactions.ts';
import type { Handler } from '#server/handler.ts';

/** Every call the programs answer. A call that is not here does not exist. */
export const handlers: readonly Handler[] = [
  getConfig,
  getInitiation,
  login,
  logout,
  getMe,
  getAuthenticatedUser,
  touchSession,
  getOrganisationHierarchy,
  getOrganisationFeatures,
  getMetadata,
  searchTransactions,
];
