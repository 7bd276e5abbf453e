import { randomBytes } from 'node:crypto';
import type { TxtResolver } from '#integrations/web/txt-resolver.ts';
import type { StoredDomain } from './db/sso-provider.ts';

const prefix = 'countinghouse-verification=';

export const newDomainToken = (): string => randomBytes(24).toString('base64url');

/** The TXT record that shows that the company controls the domain. */
export const describeRecord = ({ domain, token }: Pick<StoredDomain, 'domain' | 'token'>) => ({
  recordName: `_countinghouse.${domain}`,
  recordValue: prefix + token,
});

export async function hasRecord(resolver: TxtResolver, domain: StoredDomain): Promise<boolean> {
  const { recordName, recordValue } = describeRecord(domain);
  return (await resolver.lookup(recordName)).some((text) => text.trim() === recordValue);
}
