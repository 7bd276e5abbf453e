import { Resolver } from 'node:dns/promises';

export interface TxtResolver {
  /** The TXT records of a name, each as one text. None when the name does not exist or no server responds. */
  lookup(name: string): Promise<string[]>;
}

/** `servers`: 'address' or 'address:port'; empty for the machine's servers. */
export function dnsTxtResolver(servers: readonly string[]): TxtResolver {
  return {
    async lookup(name) {
      const resolver = new Resolver({ timeout: 3000, tries: 2 });
      if (servers.length > 0) resolver.setServers(servers);
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch {
        return [];
      }
    },
  };
}
