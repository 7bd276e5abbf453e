import { expect, test } from 'vitest';
import { withDays } from '../web/range-offers.tsx';

test('asks for the same criteria in other days, without page, order and snapshot', () => {
  const request = {
    startFrom: 51,
    limit: 50,
    dataSource: 'REAL-TIME' as const,
    orgIds: [1111],
    includeFieldNames: true,
    fields: [
      { field: 'amount', display: true, sort: 'DESC' as const },
      { field: 'txn_status', display: true, filter: { operation: 'EQUALS' as const, value: ['FAILED'] } },
      { field: 'txn_datetime', display: true, filter: { operation: 'BETWEEN' as const, value: [1, 2] } },
      { field: 'txn_datetime', display: false, filter: { operation: 'LTE' as const, value: ['2026-11-20'] } },
    ],
  };
  expect(withDays(request, { from: '2026-11-18', to: '2026-11-19' }, 'Asia/Kolkata')).toEqual({
    startFrom: 1,
    limit: 1,
    dataSource: 'REAL-TIME',
    orgIds: [1111],
    fields: [
      { field: 'txn_id', display: true },
      { field: 'txn_status', display: false, filter: { operation: 'EQUALS', value: ['FAILED'] } },
      {
        field: 'txn_datetime',
        display: false,
        filter: {
          operation: 'BETWEEN',
          value: [Date.parse('2026-11-17T18:30:00Z'), Date.parse('2026-11-19T18:30:00Z') - 1],
        },
      },
    ],
  });
});
