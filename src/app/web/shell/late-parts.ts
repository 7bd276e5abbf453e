/** What the shell fetches in one file once the page is at rest. */
export { PendingDialog } from '#features/access/approvals/web/pending-dialog.tsx';
export { SignInAgainDialog } from '#features/access/session/web/sign-in-again-dialog.tsx';
export { StepUpDialog } from '#features/access/session/web/step-up-dialog.tsx';
export { ChangeOrganisationDialog } from '#features/company/organisations/web/change-organisation-dialog.tsx';
export { TransactionPeek } from '#features/reports/transaction-details/web/transaction-peek.tsx';
export { LeaveQuestion } from '#web/form/unsaved-guard.tsx';
export { KeysDialog } from './keys-dialog.tsx';
export { MenuDrawer } from './menu/menu-drawer.tsx';
