import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { timesIn } from '#web/format/use-times.ts';
import { type Texts, createTranslator } from '#web/translate/translator.ts';
import { fieldLabel, humanise } from '../web/field-labels.ts';
import { valueTexts } from '../web/use-audit-labels.ts';

const translate = (language: string) => {
  const text = readFileSync(`src/app/web/public/locales/${language}.json`, 'utf8');
  return createTranslator([{ language, texts: JSON.parse(text) as Texts }]).t;
};
const t = translate('en');
const english = { t, times: timesIn('UTC', 'en-GB'), locale: 'en-GB' };

/** Every field that an action of the product writes to before, after or detail, by the kind of its object. */
const written: Readonly<Record<string, string>> = {
  user: `userName givenName familyName active organisation lockedReason invitedAt roles provisioned externalId displayName
    email locale timezone issuer minutes until hasApp passkeys codesLeft by isBreakGlass isRememberedDevice isEnrolling
    forgotten ended`,
  role: 'name description permissions',
  organisation: 'type name timeZone parentId path features active rows',
  installation: `name channel currencies mcc threeDSecure recurring instalments fraudGuardThreshold webOrigins skin payerAddress applePayMerchantId
    applePayCountry googlePayMerchantId googlePayCountry googlePayName logo
    sendReceipts receiptName receiptReplyTo active type parentId liabilityShift overrideRiskControlsWith3DS
    cv2AvsRequirements.addressMatchRequirement cv2AvsRequirements.postcodeMatchRequirement
    cv2AvsRequirements.cv2MatchRequirement velocityRules[0].type velocityRules[0].disabled velocityRules[0].velocity
    velocityRules[1].timePeriod version previousForHours card customer`,
  customField: 'name type label caseSensitive inReporting inRules hidden',
  apiCredential: 'name mode installationIds permissions ipRanges expiresAt suffix overlapSeconds',
  webhook:
    'url events format installationIds overlapSeconds deliveryId from to status count orgId endpointId',
  securityPolicy: `secondFactor requiredFrom requiredFor deviceDays stepUpMinutes stepUpWithPassword refundAbove`,
  approvalPolicy: 'rules[0].action rules[0].from rules[0].hours includesKeys',
  approval: 'action object name amount requestedBy askedBy for comment',
  singleSignOn: 'issuer clientId isRequired isSecretNew domain isVerified rules',
  provisioning: 'sendInvitations',
  scimToken: 'name suffix expiresAt',
  scimGroup: 'displayName externalId added removed rolesGiven rolesTaken roles group gained lost',
  secondFactor: 'kind name factorId',
  schedule: 'status nextIndex nextOn',
  connection: `adapter name mode acquirer companyIds state lastFour field hasPassed failed fields installationId
    organisationId`,
  route: `connectionId currencies schemes kinds channels minAmount maxAmount share position routes`,
  case: 'status outcome listed added transactionId transactions owner fileId contentType size',
  fraudList: `name description dataField hotList active added rejected changed removed expiryDate rows repeated invalid
    listType sourceTypes targetTypes expiry.value expiry.expiryPeriodicity`,
  fraudRule: `name description merchantIds installationIds deferFinalAction deferWaitPeriod actionToTest ruleType action
    active joinedConditions.logicalOperator joinedConditions.scope joinedConditions.conditions[0].field
    joinedConditions.conditions[0].operator joinedConditions.conditions[1].value
    territoryCondition.territoryComparisonType territoryCondition.territoryListOperator territoryCondition.territories
    joinedConditions.conditions[1].type joinedConditions.conditions[1].category joinedConditions.conditions[1].window
    joinedConditions.conditions[1].precision joinedConditions.conditions[1].sumTypeField
    joinedConditions.conditions[1].field1 joinedConditions.conditions[1].field2
    joinedConditions.conditions[1].locationType1 joinedConditions.conditions[1].locationType2
    joinedConditions.conditions[1].firstField.name joinedConditions.conditions[1].secondField.type
    joinedConditions.conditions[1].customField.descriptiveName joinedConditions.conditions[1].customField.dataType
    joinedConditions.conditions[1].customField.index joinedConditions.conditions[1].listId
    confirmed.days confirmed.accepted confirmed.wouldChangeAccepted`,
  transaction: `type amount original authentication supersededBy scheduleId notification state attempts error format limit
    columns filter.fields filter.organisations rows`,
  hostedSession: 'kind amount currency',
  smartLink: 'kind usage currency amount expires links to status',
  feedback: 'feedbackType',
  installationRequest: `installationId transactionId userId roleId apiId caseId listId ruleId linkId offset pageSize act
    actor objectKind objectId outcome from more acts`,
};
const paths = Object.entries(written).flatMap(([kind, fields]) =>
  fields.split(/\s+/).map((field) => ({ kind, field })),
);

test.each(['en', 'de', 'fr', 'es', 'pl', 'cy'])('labels every written field in %s', (language) => {
  const translateLabel = translate(language);
  const missing: string[] = [];
  const recording: typeof translateLabel = (key, params) => {
    const text = translateLabel(key, { ...params, defaultValue: '' });
    if (text === '') missing.push(key);
    return text;
  };
  for (const { kind, field } of paths) {
    const label = fieldLabel(recording, field, kind);
    expect(label).toMatch(/^\p{L}|^\d-D /u);
    expect(label).not.toMatch(/[[\]]|\.\w|[a-z][A-Z]{2}/);
    expect(label).not.toBe(field);
  }
  expect(missing).toEqual([]);
});

test.each([
  ['user', 'familyName', 'Last name'],
  ['user', 'name.familyName', 'Name › Last name'],
  ['customField', 'name', 'API name'],
  ['role', 'name', 'Name'],
  ['installation', 'velocityRules[1].timePeriod', 'Velocity limits 2 › Within'],
  ['fraudRule', 'joinedConditions.conditions[0].field', 'Conditions 1 › Field'],
  ['smartLink', 'to', 'Emailed to'],
  ['webhook', 'to', 'To'],
  ['installation', 'aLaterField', 'A later field'],
  ['installation', 'constructor', 'Constructor'],
])('%s %s is %s', (kind, field, label) => {
  expect(fieldLabel(t, field, kind)).toBe(label);
});

test.each([
  ['pageSize', 'Page size'],
  ['merchantURL', 'Merchant URL'],
  ['ipAddress', 'IP address'],
  ['tags[0]', 'Tags 0'],
  ['addressLine1', 'Address line 1'],
])('without a label, %s becomes %s', (name, text) => {
  expect(humanise(name)).toBe(text);
});

test.each([
  ['user', 'active', true, ['Yes']],
  ['user', 'active', false, ['No']],
  ['user', 'invitedAt', '2026-11-22T00:32:15.000Z', ['22 Nov 2026, 00:32:15']],
  ['schedule', 'nextOn', '2026-11-22', ['22 Nov 2026']],
  ['schedule', 'status', 'TECH_SUSPENDED', ['Suspended by system']],
  ['schedule', 'status', 'A_LATER_ONE', ['A_LATER_ONE']],
  ['case', 'outcome', 'FRIENDLY', ['Friendly fraud']],
  ['case', 'status', 'CLOSED', ['Closed']],
  ['case', 'status', 'OPEN', ['Open']],
  ['installation', 'cv2AvsRequirements.cv2MatchRequirement', 'NONE', ['Not checked']],
  ['fraudList', 'listType', 'negativeList', ['Block lists']],
  ['user', 'by', 'passkey', ['Passkey']],
  ['smartLink', 'kind', 'payouts', ['Payout']],
  ['webhook', 'events', ['payment.failed', '*'], ['Payment: Failed', 'All events']],
  ['smartLink', 'usage', 'SINGLE', ['One']],
  ['fraudRule', 'joinedConditions.logicalOperator', 'or', ['Any condition is true']],
  ['fraudRule', 'joinedConditions.conditions[0].type', 'velocityCount', ['Number of attempts']],
  ['role', 'permissions', ['P_VIEW_AUDIT', 'P_LATER'], ['View the audit log', 'P_LATER']],
  ['apiCredential', 'permissions', ['P_NEW_PAYMENT'], ['Take payments']],
  ['organisation', 'features', ['QUEUE'], ['Review queue']],
  ['organisation', 'type', 'MERCHANT', ['Merchant']],
  ['transaction', 'type', 'PREAUTH', ['Pre-authorisation']],
  ['transaction', 'amount', { amount: '1250.50', currency: 'USD' }, ['1,250.50 USD']],
  ['installation', 'threeDSecure', 'NONE', ['Always, any result']],
  ['installation', 'threeDSecure', true, ['Yes']],
  ['installation', 'velocityRules[0].type', 'CARD_AND_IP', ['Card and IP address']],
  ['installation', 'velocityRules[0].timePeriod', 24, ['24 hours']],
  ['securityPolicy', 'deviceDays', 1, ['1 day']],
  ['apiCredential', 'overlapSeconds', 86_400, ['1 day']],
  ['user', 'roles', ['Cashier, Harbour Shop (cashier @ 1111)'], ['Cashier, Harbour Shop']],
  ['user', 'roles', ['cashier @ 1111'], ['cashier @ 1111']],
  ['user', 'roles', [], []],
  ['user', 'organisation', 1111, ['1111']],
  ['user', 'lockedReason', undefined, []],
] as const)('%s %s %j is shown as %j', (kind, field, value, texts) => {
  expect(valueTexts(english, value, field, kind)).toEqual(texts);
});
