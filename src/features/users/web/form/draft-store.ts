import type { UserForm } from '../../user-form.ts';

/** Forms that a failure interrupted, by user and place, restored when the user returns. */
const kept = new Map<string, UserForm>();

export function saveDraft(key: string, form: UserForm): void {
  kept.set(key, form);
}

export const draftStore = (key: string): UserForm | undefined => kept.get(key);

export function deleteDraft(key: string): void {
  kept.delete(key);
}
