import { Problem } from '#shared/problem.ts';
import { ApplyError } from '../apply-error.ts';

export const pointer = '/security/sso';
export const label = 'single sign-on';

const sentences: Readonly<Record<string, string>> = {
  sign_on_domain_invalid: 'not a domain',
  sign_on_domain_taken: 'another company has verified this domain',
  sign_on_domain_limit: 'a company has at most 20 domains',
  sign_on_rule_beyond: 'the maker does not hold what the rule grants',
  sign_on_mapping_beyond: 'the maker of a changed provider has to hold everything that the mapping grants',
};

/** Runs the part of `sso` at `place`. A refusal becomes a mistake at this place. */
export async function atSignOn<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new ApplyError(pointer + place, sentences[error.message] ?? error.message);
  }
}
