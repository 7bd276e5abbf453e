import type { TerminalConfiguration } from '../terminal-form.ts';

/** An installation with every option, except those a test changes. */
export const buildConfiguration = (
  part: Partial<TerminalConfiguration> = {},
  sendEmailReceipts = true,
): TerminalConfiguration => ({
  installation: {
    id: 5300001,
    name: 'Harbour Coffee web',
    merchantName: 'Harbour Coffee',
    installationDetails: { sendEmailReceipts },
  },
  mcc: '5812',
  currencies: ['GBP', 'EUR'],
  supportsRecurring: true,
  supportsInstalments: true,
  features: ['SCHEDULER'],
  ...part,
});
