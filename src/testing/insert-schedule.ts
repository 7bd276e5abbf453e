import type { Database } from '#database/connection.ts';
import { testStart } from './template-contents.ts';

interface Arranged {
  scheduleId: string;
  companyId?: number;
  merchantId?: number;
  installationId?: number;
  /** A transaction has at most one live schedule. */
  txnId?: number;
}

/** A monthly schedule as a payment would have left it; for arranging what only looks at one. */
export async function insertSchedule(owner: Database, row: Arranged): Promise<void> {
  await owner`
    insert into schedule ${owner({
      scheduleId: row.scheduleId,
      companyId: row.companyId ?? 1100,
      merchantId: row.merchantId ?? 1111,
      installationId: row.installationId ?? 5300001,
      txnId: row.txnId ?? 1,
      rootId: row.txnId ?? 1,
      status: 'ACTIVE',
      type: 'frequency',
      definition: JSON.stringify({
        frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 },
        currency: 'GBP',
        amountsMinor: [1000],
      }),
      sequence: 'RECURRING',
      ccyCode: 'GBP',
      anchorOn: '2026-11-20',
      anchorIndex: 0,
      nextIndex: 1,
      nextEpisodeOn: '2026-12-20',
      nextMinor: 1000,
      createdAt: testStart,
    })}`;
}
