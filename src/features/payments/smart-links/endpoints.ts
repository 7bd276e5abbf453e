import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

/** Creating and viewing links requires both (docs/domain.md#smart-links). */
export const linkPermissions = ['P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION'] as const;

export const listEmailPayInstallations = defineEndpoint({
  name: 'listEmailPayInstallations',
  summary: 'Installations at and below an organisation for which the caller may create smart links',
  route: 'GET /proxy/sync/cm/installation/list/{orgId}/emailpay',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const createSmartLinkBatch = defineEndpoint({
  name: 'createSmartLinkBatch',
  summary: 'Creates up to a hundred smart links that differ only in their URL',
  route: 'POST /proxy/sync/sl/links/{installationId}/batchCreate',
  merchantRoute: 'POST /smartlink/links/{installationId}/batch',
  auth: { allOf: linkPermissions, resource: { installation: 'installationId' } },
});

export const createLinksFromFile = defineEndpoint({
  name: 'createLinksFromFile',
  summary:
    'Creates a smart link for each valid row of a CSV file, once for a file id; or only checks the file',
  route: 'POST /proxy/sync/sl/links/{installationId}/file',
  takesUpload: true,
  auth: { allOf: linkPermissions, resource: { installation: 'installationId' } },
  rateLimit: { calls: 40, minutes: 10 },
});

export const createPaymentLink = defineEndpoint({
  name: 'createPaymentLink',
  summary: 'Creates a smart link for a payment',
  route: 'POST /smartlink/links/{installationId}/payment',
  auth: { allOf: linkPermissions, resource: { installation: 'installationId' } },
});

export const createPayoutLink = defineEndpoint({
  name: 'createPayoutLink',
  summary: 'Creates a smart link for a payout, where a payee enters the card to pay',
  route: 'POST /smartlink/links/{installationId}/payout',
  approval: 'payout',
  auth: { allOf: ['P_CREATE_SMART_LINK', 'P_NEW_PAYOUT'], resource: { installation: 'installationId' } },
});

export const cancelSmartLink = defineEndpoint({
  name: 'cancelSmartLink',
  summary: 'Cancels a smart link permanently; repeatable, but not after or during its payment',
  route: 'POST /proxy/sync/sl/links/{linkId}/cancel',
  merchantRoute: 'POST /smartlink/links/{linkId}/cancel',
  auth: { allOf: linkPermissions, resource: { smartLink: 'linkId' } },
});

export const sendSmartLink = defineEndpoint({
  name: 'sendSmartLink',
  summary:
    'Emails a smart link to a customer; to five addresses, each again after ten minutes and three times a day',
  route: 'POST /proxy/sync/sl/links/{linkId}/send',
  auth: { allOf: linkPermissions, resource: { smartLink: 'linkId' } },
});

export const textSmartLink = defineEndpoint({
  name: 'textSmartLink',
  summary: 'Sends a smart link as a text message; to a number again after ten minutes and three times a day',
  route: 'POST /proxy/sync/sl/links/{linkId}/text',
  auth: { allOf: linkPermissions, resource: { smartLink: 'linkId' } },
});

export const changeSmartLink = defineEndpoint({
  name: 'changeSmartLink',
  summary:
    'Changes the end, the description, the reminder or the bounds of the amount of a smart link that can still be paid',
  route: 'POST /proxy/sync/sl/links/{linkId}/change',
  merchantRoute: 'POST /smartlink/links/{linkId}/change',
  auth: { allOf: linkPermissions, resource: { smartLink: 'linkId' } },
});

export const searchSmartLinks = defineEndpoint({
  name: 'searchSmartLinks',
  summary: 'Smart links of an organisation and of those below it, newest first',
  route: 'GET /proxy/sync/sl/links/{orgId}/list',
  rateLimit: 'search',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const reportSmartLinks = defineEndpoint({
  name: 'reportSmartLinks',
  summary: 'The smart links that match a search, as a CSV file, newest first',
  route: 'GET /proxy/sync/sl/links/{orgId}/report',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
  audited: 'every',
  rateLimit: { calls: 20, minutes: 10 },
});

export const listInstallationLinks = defineEndpoint({
  name: 'listInstallationLinks',
  summary: 'The smart links of an installation, newest first, in pages of at most 100',
  route: 'GET /smartlink/links/{installationId}',
  rateLimit: 'search',
  auth: { allOf: linkPermissions, resource: { installation: 'installationId' } },
});

export const readSmartLink = defineEndpoint({
  name: 'readSmartLink',
  summary: 'One smart link with its status, its payments and the reason why the latest attempt failed',
  route: 'GET /smartlink/links/{installationId}/{linkId}',
  auth: { allOf: linkPermissions, resource: { installation: 'installationId' } },
});

export const openSmartLink = defineEndpoint({
  name: 'openSmartLink',
  summary: 'The public URL of a smart link: opens a hosted session and redirects to its page',
  route: 'GET /a/{code}',
  auth: { access: 'public' },
});
