import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screens } from '../screens.tsx';
import { paths } from '#web/paths.ts';

test('lists every address of the portal', () => {
  const siteMap = screens.map(({ path, name, place }) => `${path} ${name} ${place}`).join('\n');
  expect(siteMap).toMatchInlineSnapshot(`
    "/login login public
    /forgotPassword forgotPassword public
    /expiredPassword expiredPassword public
    /resetEmailSent resetEmailSent public
    /password/$token newPassword public
    /passwordUpdated passwordUpdated public
    /setup/$token setup public
    /singleSignOn singleSignOn public
    /unrecoverable unrecoverable public
    /error error shell
    /home home shell
    /sessions sessions shell
    /profile/security mySecurity shell
    /changePassword changePassword shell
    /search transactionSearch shell
    /statements statements shell
    /customers customers shell
    /customers/$customerId customer shell
    /customers/transaction/$transactionId customerOfTransaction shell
    /disputes disputes shell
    /disputes/$disputeId dispute shell
    /export transactionExport shell
    /scheduledFiles scheduledFiles shell
    /payouts payouts shell
    /payouts/$payoutId payout shell
    /settlement settlement shell
    /settlement/reports settlementReports shell
    /transactionDetails/$transactionId transactionDetails shell
    /queue/review queueReview shell
    /rules rules shell
    /rules/new newRule shell
    /rules/rule/$id rule shell
    /rules/copyRule/$id copyRule shell
    /lists lists shell
    /lists/new newList shell
    /lists/list/$type/$id list shell
    /lists/list/$type/$id/history listHistory shell
    /negativePositiveLists blackWhiteLists shell
    /territories territoryManager shell
    /territories/new newTerritoryRule shell
    /territories/$id territoryRule shell
    /territories/copy/$id copyTerritoryRule shell
    /queueManagement queueManagement shell
    /queueManagement/figures queueFigures shell
    /caseManagementSearch caseManagementSearch shell
    /case/$caseId caseDetails shell
    /smartlinks smartLinkList shell
    /smartlinks/create smartLinkCreate shell
    /smartlinks/import smartLinkImport shell
    /smartlinks/view smartLinkView shell
    /virtual-terminal virtualTerminal shell
    /virtual-terminal/transaction-redirect transactionRedirect public
    /scheduleDetails/$scheduleId scheduleDetails shell
    /scheduleList scheduleList shell
    /scheduleSearch scheduleSearch shell
    /risk-controls riskControls shell
    /risk-controls/negativeList/$id riskControlsListBuilder shell
    /risk-controls/negativeList/$id/history riskControlsListHistory shell
    /users users shell
    /user/new createUser shell
    /user/$id viewUser shell
    /user/$id/edit editUser shell
    /settings settings shell
    /settings/organisations organisations shell
    /settings/organisations/new newCompany shell
    /settings/organisations/$orgId organisation shell
    /settings/installations installations shell
    /settings/installations/new newInstallation shell
    /settings/installations/$installationId installation shell
    /settings/custom-fields customFields shell
    /settings/api-keys apiKeys shell
    /settings/api-keys/$apiId apiKey shell
    /settings/api-requests apiRequests shell
    /settings/api-requests/$requestId apiRequest shell
    /settings/test-clock testClock shell
    /settings/roles roles shell
    /settings/roles/$roleId role shell
    /settings/processors processors shell
    /settings/processors/routes processorRoutes shell
    /settings/processors/new newConnection shell
    /settings/processors/$orgId/$connectionId connection shell
    /settings/webhooks webhooks shell
    /settings/webhooks/$endpointId webhook shell
    /settings/webhooks/$endpointId/deliveries/$deliveryId webhookDelivery shell
    /settings/approvals approvalPolicy shell
    /settings/security security shell
    /settings/security/provisioning provisioning shell
    /settings/security/single-sign-on signOnSettings shell
    /settings/personal-data personalData shell
    /settings/legal-holds legalHolds shell
    /approvals approvals shell
    /audit audit shell
    /feedback feedback shell"
  `);
});

test('builds an address for each screen and none besides', () => {
  const built = Object.values(paths).map(
    (build) => (build as (...ids: string[]) => { to: string })('id', 'id').to,
  );
  const patterns = screens.map(({ path }) => path.replaceAll(/\$\w+/g, 'id'));
  expect(built.toSorted()).toEqual(patterns.toSorted());
});

test('keeps identifiers of an address in one part', () => {
  expect(paths.user('a/b?c').to).toBe('/user/a%2Fb%3Fc');
});

test('writes no address outside the path builders', () => {
  const literal = /\bto=(?:"\/|\{[`'"]\/)|\bto: [`'"]\/|\bhref: `\/|strict: false|search\b.* as never/;
  const files = globSync('src/{app/web,features/*/*,web,ui}/**/*.{ts,tsx}').filter(
    (file) => !/\/(test|server)\/|^src\/web\/(paths|address)\.ts$/.test(file),
  );
  expect(files.filter((file) => literal.test(readFileSync(file, 'utf8')))).toEqual([]);
});
