import { smartLinkMaxBatchSize } from '#shared/payments/smart-link-max-batch-size.ts';
import { handlePublic } from '#server/handler.ts';
import { getConfig as endpoint } from '../endpoints.ts';

/** Limits and switches of the page (docs/domain.md#start-up-configuration). */
export const getConfig = handlePublic(endpoint, async ({ services: { config } }) => ({
  serverBaseUrl: config.portalUrl,
  serverUrl: config.checkoutUrl,
  projectVersion: config.version,
  projectName: 'Countinghouse',
  homepageVideoUrl: config.homeVideoUrl,
  transactionExportLimit: config.exportLimit,
  ereListUpdateActionsLimit: 100,
  ereListUploadMaxSize: 1_048_576,
  tqsDataSourceDwEnabled: config.reports ? ('true' as const) : ('false' as const),
  passwordMinLength: config.passwordMinLength,
  passwordMaxLength: config.passwordMaxLength,
  smartLinkMaxBatchSize,
  caseManagementProxyEndpoint: '/case',
  virtualTerminalSkinId: '1',
  loginPageImportantInfoFragment: config.loginFragment,
  homePageProductFragment: config.homeFragment,
}));
