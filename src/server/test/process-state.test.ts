import { expect, test, vi } from 'vitest';
import { CircuitBreaker, Slots, createProcessState } from '../process-state.ts';

test('closes a circuit after its time', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const circuit = new CircuitBreaker(5000);
    expect(circuit.isOpen).toBe(false);
    circuit.open();
    vi.advanceTimersByTime(4999);
    expect(circuit.isOpen).toBe(true);
    vi.advanceTimersByTime(1);
    expect(circuit.isOpen).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('gives a slot back to the next caller', () => {
  const slots = new Slots();
  expect([slots.take(2), slots.take(2), slots.take(2)]).toEqual([true, true, false]);
  slots.release();
  expect(slots.take(2)).toBe(true);
});

test('keeps the states of two processes apart', () => {
  const [first, second] = [createProcessState(), createProcessState()];
  first.warehouseCircuit.open();
  first.exportSlots.take(1);
  expect(second.warehouseCircuit.isOpen).toBe(false);
  expect(second.exportSlots.take(1)).toBe(true);
});
