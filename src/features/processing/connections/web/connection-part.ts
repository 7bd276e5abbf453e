import type { ConnectionView } from '../schemas.ts';

/** What has changed, as the key of its notice. */
export type ConnectionFlash = 'saved' | 'secret' | 'tested' | 'activated' | 'draining' | 'closed' | 'account';

/** What the cards of a connection share. */
export interface ConnectionPart {
  connection: ConnectionView;
  onChanged: (flash?: ConnectionFlash) => Promise<void>;
}
