import { createStore } from '#web/create-store.ts';

/** The change-organisation dialog: closed, or open. `target` is the route that opens after the choice. */
interface OrganisationChoice {
  isOpen: boolean;
  target?: string;
}

const closed: OrganisationChoice = { isOpen: false };
const choice = createStore(closed);

export function openOrganisationChoice(target?: string): void {
  choice.set(target === undefined ? { isOpen: true } : { isOpen: true, target });
}

export function closeOrganisationChoice(): void {
  choice.set(closed);
}

export const useOrganisationChoice = choice.use;
