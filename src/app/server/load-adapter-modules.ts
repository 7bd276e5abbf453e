import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ProcessorAdapter, contractVersion } from '#integrations/processors/adapter.ts';
import { type Config, ConfigError } from '#server/config.ts';

/** Adapters of the product itself. */
const builtIn = ['sandbox', 'http', 'adyen', 'stripe', 'hyperswitch'];

/**
 * Loads the operator's own adapters of `--adapters`, in programs that talk to processors. Throws ConfigError with one
 * sentence for an unknown name, a missing module and another contract.
 */
export async function loadAdapterModules({
  adapters,
  programs,
}: Pick<Config, 'adapters' | 'programs'>): Promise<ProcessorAdapter[]> {
  const paths = adapters.filter((entry) => entry.includes('/'));
  const unknown = adapters.find((entry) => !entry.includes('/') && !builtIn.includes(entry));
  if (unknown !== undefined)
    throw new ConfigError(
      `--adapters: ${unknown} is no adapter; known are ${builtIn.join(', ')} and paths that begin with ./ or /.`,
    );
  if (!programs.includes('gateway') && !programs.includes('worker')) return [];
  const loaded: ProcessorAdapter[] = [];
  for (const path of paths) {
    const adapter = await loadAdapter(path);
    if ([...builtIn, ...loaded.map(({ name }) => name)].includes(adapter.name))
      throw new ConfigError(`--adapters: two adapters are named ${adapter.name}; rename that of ${path}.`);
    loaded.push(adapter);
  }
  return loaded;
}

/** The default export of a module. */
export async function loadAdapter(path: string): Promise<ProcessorAdapter> {
  const adapter = await importDefault(path);
  const { contract, name, connect } = (adapter ?? {}) as Partial<Record<keyof ProcessorAdapter, unknown>>;
  if (contract !== contractVersion)
    throw new ConfigError(
      `--adapters: ${path} has contract ${String(contract)} as its default export; this version needs ${contractVersion}.`,
    );
  if (typeof name !== 'string' || !/^[a-z][a-z\d-]{0,39}$/.test(name) || typeof connect !== 'function')
    throw new ConfigError(`--adapters: ${path} must have a name in lower case and a function connect.`);
  return adapter as ProcessorAdapter;
}

async function importDefault(path: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
    return module.default;
  } catch (error) {
    const [reason] = String((error as Error).message).split('\n');
    throw new ConfigError(`--adapters: ${path} cannot be loaded (${reason}).`);
  }
}
