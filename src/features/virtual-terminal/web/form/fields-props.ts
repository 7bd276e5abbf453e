import type { ScheduleFormErrors } from '#features/schedules/form/schedule-form.ts';
import type { TerminalField } from '#features/virtual-terminal/terminal-errors.ts';
import type { TerminalConfiguration, TerminalForm } from '#features/virtual-terminal/terminal-form.ts';

/** What every part of the terminal's form is given. */
export type FieldsProps = {
  form: TerminalForm;
  configuration: TerminalConfiguration | undefined;
  change: (part: Partial<TerminalForm>) => void;
  /** In words, once the field was left or the form was tried. */
  errorOf: (field: TerminalField) => string | undefined;
  onLeave: (field: TerminalField) => void;
  /** What is wrong with the schedule, once the form was tried. */
  scheduleErrors: ScheduleFormErrors;
};
