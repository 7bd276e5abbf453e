import { attachCaseFile } from '#features/cases/server/attach-case-file.ts';
import { closeCase } from '#features/cases/server/close-case.ts';
import {
  addCaseNote,
  addCaseTransaction,
  assignCase,
  collectCase,
  downloadCaseFile,
  getCase,
  getCaseOfTransaction,
  listCaseUsers,
  openCase,
  openCustomerCase,
  removeCaseFile,
  reopenCase,
  searchCases,
} from '#features/cases/server/handlers.ts';
import type { Handler } from '#server/handler.ts';

/** The handlers of cases. */
export const caseHandlers: readonly Handler[] = [
  addCaseNote,
  addCaseTransaction,
  assignCase,
  attachCaseFile,
  closeCase,
  collectCase,
  downloadCaseFile,
  getCase,
  getCaseOfTransaction,
  listCaseUsers,
  openCase,
  openCustomerCase,
  removeCaseFile,
  reopenCase,
  searchCases,
];
