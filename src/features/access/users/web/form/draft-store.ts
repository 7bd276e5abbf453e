import type { UserForm } from '../../user-form.ts';

/** Forms that a failure interrupted, by user and place, restored when the user returns. */
const drafts = new Map<string, UserForm>();

export function saveDraft(key: string, form: UserForm): void {
  drafts.set(key, form);
}

export const draftStore = (key: string): UserForm | undefined => drafts.get(key);

export function deleteDraft(key: string): void {
  drafts.delete(key);
}
