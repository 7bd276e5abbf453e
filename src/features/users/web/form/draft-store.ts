import type { UserForm } from '#features/users/user-form.ts';

/** A form that a failure led away from, by person and place; what was typed is there when they come back. */
const kept = new Map<string, UserForm>();

export function saveDraft(key: string, form: UserForm): void {
  kept.set(key, form);
}

export const draftStore = (key: string): UserForm | undefined => kept.get(key);

export function deleteDraft(key: string): void {
  kept.delete(key);
}
