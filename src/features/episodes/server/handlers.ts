// Longer handlers, each in a file of its own.
export { addSchedule } from './add-schedule.ts';
