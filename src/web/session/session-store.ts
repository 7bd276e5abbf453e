import type { ScopedPermission } from '#shared/scoped-permission.ts';
import {
  getOrganisationFeatures,
  getOrganisationHierarchy,
} from '#features/company/organisations/endpoints.ts';
import type { Organisation } from '#features/company/organisations/schemas.ts';
import { getMe } from '#features/access/session/endpoints.ts';
import type { LoginResult } from '#features/access/session/schemas.ts';
import { call } from '../call/call.ts';
import { createStore } from '../create-store.ts';
import {
  clearStorage,
  readCookie,
  readCookieJson,
  removeCookie,
  writeCookie,
  writeSession,
} from './client-storage.ts';
import { followSession } from './zone-choice.ts';
import type { OrganisationSelection, Session } from './session.ts';

const current = createStore<Session | undefined>(undefined);
const suspended = createStore(false);

export const readCurrentSession = current.read;

/** Undefined without a session. */
export const useSession = current.use;

/** For screens inside the shell, which always have a session. */
export function useSignedIn(): Session {
  const session = useSession();
  if (session === undefined) throw new Error('This part of the page needs a signed-in user.');
  return session;
}

/** Loads the user of the session cookie after a page load. */
export async function restoreSession(): Promise<void> {
  if (readCookie('authenticated') !== 'true') return;
  const selection = parseSelection(readCookieJson('userOrganization'));
  // Requests the tree and features of the last organisation in parallel, because it has probably not changed.
  const expected =
    selection === undefined
      ? undefined
      : loadOrganisation(selection.parentOrgId, selection.selectedParentOrgId);
  await startSession(await call(getMe), selection, expected);
}

/** After a sign-in that needs no new password. */
export async function beginSession(result: LoginResult): Promise<void> {
  writeCookie('authenticated', 'true');
  removeCookie('loggedOut');
  await startSession(result, undefined);
}

/** Selects another organisation of the tree. */
export async function selectOrganisation(chosen: Organisation): Promise<void> {
  const session = current.read();
  if (session === undefined) return;
  const organisation = {
    ...session.organisation,
    selectedParentOrgId: chosen.id,
    selectedParentPath: chosen.parentPath,
    selectedOrgName: chosen.name,
  };
  const features = await call(getOrganisationFeatures, { path: { orgId: chosen.id } });
  storeSession({ ...(current.read() ?? session), organisation, features });
}

/** Loads the tree again after a change. The selected organisation can have another name or place. */
export async function reloadTree(): Promise<void> {
  const session = current.read();
  if (session === undefined) return;
  const { organisation } = session;
  const path = { orgId: organisation.parentOrgId };
  const tree = await call(getOrganisationHierarchy, { path, query: { withParent: 'true' } });
  const chosen = tree.find(({ id }) => id === organisation.selectedParentOrgId);
  const moved = chosen && { selectedParentPath: chosen.parentPath, selectedOrgName: chosen.name };
  storeSession({ ...(current.read() ?? session), organisation: { ...organisation, ...moved }, tree });
}

/**
 * The server has ended the session over a form with unsaved changes: nothing stays in the browser's storage, but
 * the page stays mounted for the same person to sign in again (docs/decisions/0014).
 */
export function suspendSession(): void {
  clearStorage('expired');
  suspended.set(true);
}

export const isSessionSuspended = suspended.read;

export const useIsSuspended = suspended.use;

/** After a suspension: the same person, at the organisation where they were. Another user ends the session. */
export async function resumeSession(result: LoginResult): Promise<void> {
  const session = current.read();
  if (session === undefined || result.userId !== session.userId) {
    endSession('expired');
    return;
  }
  const before = session.organisation;
  writeCookie('authenticated', 'true');
  await startSession(result, before);
}

/** Ends the session and removes everything of the user from the browser. */
export function endSession(reason: 'logged-out' | 'expired'): void {
  clearStorage(reason);
  if (reason === 'logged-out') writeCookie('loggedOut', 'true');
  followSession(undefined);
  suspended.set(false);
  current.set(undefined);
}

/** Requests the tree of the user's own organisation and the features of the chosen one, in parallel. */
function loadOrganisation(ownId: number, chosenId: number) {
  const tree = call(getOrganisationHierarchy, { path: { orgId: ownId }, query: { withParent: 'true' } });
  const features = call(getOrganisationFeatures, { path: { orgId: chosenId } });
  // A request for the wrong organisation may fail before its response is awaited.
  tree.catch(() => {});
  features.catch(() => {});
  return { ownId, chosenId, tree, features };
}

async function startSession(
  result: LoginResult,
  selection: OrganisationSelection | undefined,
  expected?: ReturnType<typeof loadOrganisation>,
): Promise<void> {
  const membership = {
    parentOrgId: result.parentOrgId,
    parentPath: result.parentPath,
    parentOrgName: result.parentOrgName,
  };
  const orgId = result.parentOrgId;
  const loading =
    expected?.ownId === orgId ? expected : loadOrganisation(orgId, selection?.selectedParentOrgId ?? orgId);
  const tree = await loading.tree;
  // The cookie is only a preference: the organisation must still be one of the person's.
  const chosen = tree.find((node) => node.id === selection?.selectedParentOrgId);
  const selectedId = chosen?.id ?? orgId;
  const features =
    loading.chosenId === selectedId
      ? await loading.features
      : await call(getOrganisationFeatures, { path: { orgId: selectedId } });
  storeSession({
    userId: result.userId,
    fullName: `${result.firstName} ${result.lastName}`.trim(),
    isDomainUser: result.domainUser,
    organisation: {
      ...membership,
      selectedParentOrgId: selectedId,
      selectedParentPath: chosen?.parentPath ?? membership.parentPath,
      selectedOrgName: chosen?.name ?? membership.parentOrgName,
    },
    permissions: result.scopedPermissions as readonly ScopedPermission[],
    features,
    tree,
  });
}

function storeSession(session: Session): void {
  writeCookie('userFullName', session.fullName);
  writeCookie('userIsDomainUser', String(session.isDomainUser));
  writeCookie('userId', session.userId);
  writeCookie('userOrganization', JSON.stringify(session.organisation));
  writeSession('scopedPermissions', session.permissions);
  writeSession('orgTreeWithParent', session.tree);
  writeSession('featuresForOrg', session.features);
  followSession(session);
  suspended.set(false);
  current.set(session);
}

function parseSelection(stored: unknown): OrganisationSelection | undefined {
  const isSelection = typeof stored === 'object' && stored !== null && 'selectedParentOrgId' in stored;
  return isSelection ? (stored as OrganisationSelection) : undefined;
}
