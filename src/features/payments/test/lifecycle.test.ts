import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expirePreauths } from '../server/jobs/expire-payments.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, expectBooksToBalance, expectProcessorToAgree, paid, reason } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

/** The model of a charge; amounts in whole pounds. */
interface Charge {
  id: string;
  deferred: boolean;
  amount: number;
  captured: number;
  refunded: number;
  end: 'open' | 'captured' | 'voided' | 'expired';
}

type Step =
  | { do: 'pay'; amount: number }
  | { do: 'preauth'; amount: number }
  | { do: 'capture' | 'refund'; which: number; amount: number | undefined }
  | { do: 'cancel'; which: number }
  | { do: 'wait' };

const amount = fc.integer({ min: 1, max: 40 });
const which = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), amount }),
  fc.record({ do: fc.constant('preauth' as const), amount }),
  fc.record({
    do: fc.constantFrom('capture' as const, 'refund' as const),
    which,
    amount: fc.option(amount, { nil: undefined }),
  }),
  fc.record({ do: fc.constantFrom('refund' as const), which, amount }),
  fc.record({ do: fc.constant('cancel' as const), which }),
  fc.record({ do: fc.constant('wait' as const) }),
);

/** The reason code of the response. Updates the model. Written from docs/domain.md#follow-ups, not from follow-up.ts. */
function expected(charge: Charge, action: 'capture' | 'refund' | 'cancel', asked?: number): string {
  if (action !== 'refund' && !charge.deferred) return 'V134';
  if (charge.end === 'expired') return 'V135';
  if (charge.end === 'voided') return 'V139';
  if (action === 'refund') {
    if (charge.end === 'open') return 'V137';
    const left = charge.captured - charge.refunded;
    const wanted = asked ?? left;
    if (wanted > left || left === 0) return 'V402';
    charge.refunded += wanted;
    return 'S100';
  }
  if (charge.end === 'captured') return 'V138';
  if (action === 'cancel') {
    charge.end = 'voided';
    return 'S100';
  }
  if (asked !== undefined && asked > charge.amount) return 'V501';
  charge.captured = asked ?? charge.amount;
  charge.end = 'captured';
  return 'S100';
}

test('agrees with a model of the charge after any sequence of operations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const charges: Charge[] = [];
      for (const one of steps) {
        if (one.do === 'pay' || one.do === 'preauth') {
          const deferred = one.do === 'preauth';
          const id = await paid(merchant, { amount: one.amount, deferred });
          const captured = deferred ? 0 : one.amount;
          charges.push({
            id,
            deferred,
            amount: one.amount,
            captured,
            refunded: 0,
            end: deferred ? 'open' : 'captured',
          });
        } else if (one.do === 'wait') {
          app.clock.advance(7 * 24 * 3600_000);
          await expirePreauths.run(app.services);
          for (const charge of charges) if (charge.end === 'open') charge.end = 'expired';
        } else {
          const charge = charges[one.which % Math.max(charges.length, 1)];
          if (!charge) continue;
          const asked = one.do === 'cancel' ? undefined : one.amount;
          // The same follow-up again within a minute is a duplicate (A126), which the model leaves out.
          app.clock.advance(2 * 60_000);
          const transaction = asked === undefined ? {} : { amount: asked };
          const response = await merchant('POST', `${base}/${charge.id}/${one.do}`, { transaction });
          expect(reason(response), JSON.stringify([one, charge])).toBe(expected(charge, one.do, asked));
        }
      }
      for (const charge of charges) {
        const [row] = await app.owner<{ captured: number; refunded: number }[]>`
          select captured_minor as captured, refunded_minor as refunded from payment where root_id = ${charge.id}`;
        expect(row).toEqual({ captured: charge.captured * 100, refunded: charge.refunded * 100 });
      }
    }),
    { numRuns: 40 },
  );
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
}, 60_000);
