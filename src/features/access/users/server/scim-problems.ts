import { Problem } from '#shared/problem.ts';

/** The username is taken (docs/domain.md#users). */
export const userNameTaken = () => new Problem(409, 'SCIM05', 'uniqueness');

/** The user has changed since it was read. */
export const versionMismatch = () => new Problem(412, 'SCIM11', 'version');

/** Invalid username, name, role or organisation. */
export const invalidValue = (field?: string) =>
  new Problem(
    400,
    'SCIM12',
    'invalidValue',
    field === undefined ? {} : { fieldError: { field, detail: 'invalid' } },
  );

/** No invitation or rename is pending. */
export const nothingToSend = () => new Problem(409, 'NOTHING_TO_SEND', 'nothing_to_send');
