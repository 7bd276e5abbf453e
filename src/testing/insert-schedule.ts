import type { Database } from '#database/connection.ts';
import { testStart } from './template-contents.ts';

interface Arranged {
  scheduleId: string;
  companyId?: number;
  merchantId?: number;
  installationId?: number;
}

/** A monthly schedule as a payment would have left it; for arranging what only looks at one. */
export async function insertSchedule(owner: Database, row: Arranged): Promise<void> {
  await owner`
    insert into schedule ${owner({
      schedule_id: row.scheduleId,
      company_id: row.companyId ?? 1100,
      merchant_id: row.merchantId ?? 1111,
      installation_id: row.installationId ?? 5300001,
      txn_id: 1,
      root_id: 1,
      status: 'ACTIVE',
      type: 'frequency',
      definition: JSON.stringify({
        frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 },
        currency: 'GBP',
        amountsMinor: [1000],
      }),
      sequence: 'RECURRING',
      ccy_code: 'GBP',
      anchor_on: '2026-11-20',
      anchor_index: 0,
      next_index: 1,
      next_episode_on: '2026-12-20',
      next_minor: 1000,
      created_at: testStart,
    })}`;
}
