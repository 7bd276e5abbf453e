import { Problem } from '#shared/problem.ts';

/** Somebody already has that username (docs/domain.md#users). */
export const userNameTaken = () => new Problem(409, 'SCIM05', 'uniqueness');

/** The user has changed since it was read. */
export const versionMismatch = () => new Problem(412, 'SCIM11', 'version');

/** A username, name, role or organisation that is not acceptable. */
export const invalidValue = () => new Problem(400, 'SCIM12', 'invalidValue');

/** There is nothing to invite to, or nothing to tell of. */
export const nothingToSend = () => new Problem(409, 'NOTHING_TO_SEND', 'nothing_to_send');
