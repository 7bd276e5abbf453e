import { type ProcessorAdapter, type ProcessorConnection, contractVersion } from '../adapter.ts';

/** The sandbox in this process: one for all its connections, without settings or secrets. */
export const sandboxAdapter = (connection: ProcessorConnection): ProcessorAdapter => ({
  contract: contractVersion,
  name: 'sandbox',
  settings: [],
  accountFields: [],
  secrets: [],
  connect: () => connection,
});
