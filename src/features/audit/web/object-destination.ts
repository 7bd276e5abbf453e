import { type Destination, paths } from '#web/paths.ts';
import { objectKindOf } from '../audit-object.ts';
import type { AuditLine } from '../schemas.ts';

type ObjectLine = Pick<
  AuditLine,
  'objectKind' | 'objectId' | 'act' | 'refused' | 'before' | 'after' | 'detail'
>;

const organisationNumber = /^[1-9]\d{0,8}$/;
const word = /^[\w-]{1,60}$/;

/** The screen of an event's object; undefined where there is none, and after the object was deleted. */
export function objectDestination(line: ObjectLine): Destination | undefined {
  const { objectKind, objectId: id, act } = line;
  if (objectKind === null || id === null) return undefined;
  if (!line.refused && act.startsWith('delete')) return undefined;
  const kind = objectKindOf(objectKind);
  const settings = settingsScreens.get(kind);
  if (settings) return settings();
  const screen = screens.get(kind);
  return screen?.ids.test(id) ? screen.to(id, line) : undefined;
}

const settingsScreens = new Map<string, () => Destination>(
  Object.entries({
    customField: paths.customFields,
    securityPolicy: paths.security,
    approvalPolicy: paths.approvalPolicy,
    scimToken: paths.provisioning,
    scimGroup: paths.provisioning,
    provisioning: paths.provisioning,
    singleSignOn: paths.signOnSettings,
  }),
);

interface Screen {
  /** Other ids have no screen: they come from wrong requests. */
  ids: RegExp;
  to: (id: string, line: ObjectLine) => Destination | undefined;
}

const screens = new Map<string, Screen>(
  Object.entries({
    transaction: { ids: /^[1-9]\d{9,15}$/, to: (id) => paths.transaction(id) },
    schedule: { ids: word, to: paths.schedule },
    case: { ids: organisationNumber, to: paths.case },
    user: { ids: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, to: paths.user },
    role: { ids: word, to: paths.role },
    organisation: { ids: organisationNumber, to: (id) => paths.organisation(Number(id)) },
    installation: { ids: organisationNumber, to: (id) => paths.installation(Number(id)) },
    apiCredential: { ids: word, to: paths.apiKey },
    webhook: { ids: word, to: (id) => paths.webhook(id) },
    fraudRule: {
      ids: organisationNumber,
      to: (id, { act }) => (act.includes('Territory') ? paths.territory(Number(id)) : paths.rule(Number(id))),
    },
    fraudList: { ids: organisationNumber, to: listScreen },
  } satisfies Record<string, Screen>),
);

/** The address of a list contains its type, which older events do not contain. */
function listScreen(id: string, { detail }: ObjectLine): Destination | undefined {
  const type = typeof detail === 'object' && detail !== null && 'listType' in detail ? detail.listType : null;
  return typeof type === 'string' ? paths.list(type, id) : undefined;
}
