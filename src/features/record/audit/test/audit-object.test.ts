import { expect, test } from 'vitest';
import { objectName } from '../audit-object.ts';
import type { AuditLine } from '../schemas.ts';
import { objectDestination } from '../web/audit-screen.tsx';

const line = (part: Partial<AuditLine>): AuditLine => ({
  seq: '1',
  at: '2026-11-22T00:32:15.000Z',
  actorKind: 'user',
  actor: 'someone',
  actorName: null,
  organisationId: null,
  organisationName: null,
  ip: '',
  userAgent: null,
  act: 'changeSomething',
  objectKind: null,
  objectId: null,
  outcome: 'allowed',
  refused: false,
  before: null,
  after: null,
  detail: null,
  requestId: '',
  ...part,
});

const userId = '01890a5d-ac96-774b-bcce-b302099a8057';

test.each([
  ['transaction', '10000000001', '/transactionDetails/10000000001'],
  ['user', userId, `/user/${userId}`],
  ['role', 'cashier', '/settings/roles/cashier'],
  ['organisation', '1111', '/settings/organisations/1111'],
  ['installation', '5300001', '/settings/installations/5300001'],
  ['schedule', 's-1', '/scheduleDetails/s-1'],
  ['case', '42', '/case/42'],
  ['apiCredential', 'harbour-api', '/settings/api-keys/harbour-api'],
  ['api', 'harbour-api', '/settings/api-keys/harbour-api'],
  ['webhook', 'we-1', '/settings/webhooks/we-1'],
  ['endpoint', 'we-1', '/settings/webhooks/we-1'],
  ['fraudRule', '7', '/rules/rule/7'],
  ['customField', 'shoeSize', '/settings/custom-fields'],
  ['securityPolicy', '1100', '/settings/security'],
])('a %s %s leads to %s', (objectKind, objectId, to) => {
  expect(objectDestination(line({ objectKind, objectId }))?.to).toBe(to);
});

test.each([
  ['transaction', 'x'],
  ['user', 'admin@harbour.example'],
  ['organisation', '99999999999'],
  ['device', userId],
  ['fraudList', '7'],
  ['constructor', '7'],
  [null, null],
])('a %s %s has no screen', (objectKind, objectId) => {
  expect(objectDestination(line({ objectKind, objectId }))).toBeUndefined();
});

test('a territory rule leads to its own screen', () => {
  const event = line({ objectKind: 'fraudRule', objectId: '7', act: 'changeTerritoryRule' });
  expect(objectDestination(event)?.to).toBe('/territories/7');
});

test('the type of a list is part of its address', () => {
  const event = line({ objectKind: 'fraudList', objectId: '7', detail: { listType: 'negativeList' } });
  expect(objectDestination(event)?.to).toBe('/lists/list/negativeList/7');
});

test('a deleted object has no link', () => {
  const deleted = { objectKind: 'role', objectId: 'cashier', act: 'deleteRole' };
  expect(objectDestination(line(deleted))).toBeUndefined();
  expect(objectDestination(line({ ...deleted, refused: true }))?.to).toBe('/settings/roles/cashier');
});

test.each([
  [
    { objectKind: 'user', after: { givenName: 'Jo', familyName: 'Smith', userName: 'jo@x.example' } },
    'Jo Smith',
  ],
  [{ objectKind: 'role', before: { name: 'Old' }, after: { name: 'New' } }, 'New'],
  [{ objectKind: 'role', before: { name: 'Gone' } }, 'Gone'],
  [{ objectKind: 'fraudRule', after: { active: true }, detail: { name: 'Rule 7' } }, 'Rule 7'],
  [{ objectKind: 'customField', after: { name: 'shoeSize', label: 'Shoe size' } }, 'Shoe size'],
  [{ objectKind: 'webhook', after: { url: 'https://shop.example/hook' } }, 'https://shop.example/hook'],
  [{ objectKind: 'installation', objectId: '5', organisationId: 5, organisationName: 'Web' }, 'Web'],
  [{ objectKind: 'installation', objectId: '5', organisationId: 6, organisationName: 'Shop' }, undefined],
  [{ objectKind: 'transaction', detail: { name: 'x' } }, undefined],
  [{ objectKind: 'user', detail: { name: '…' } }, undefined],
])('names the object of %j', (part, name) => {
  expect(objectName(line(part))).toBe(name);
});
