import type { Job } from '#server/job.ts';

/** Enters the words of new customers into their index, which payments leave to it (docs/decisions/0163). Searches read both. */
export const enterCustomerWords: Job = {
  name: 'enter-customer-words',
  everySeconds: 10,
  async run({ database }) {
    await database`select enter_customer_words()`;
  },
};
