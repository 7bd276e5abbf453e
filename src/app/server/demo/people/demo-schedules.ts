import type { CalendarDay } from '#shared/calendar-day.ts';
import { inTenant } from '#database/tenant.ts';
import { runDueEpisodes } from '#features/payments/episodes/server/run-due-episodes.ts';
import { createPayment } from '#features/payments/payments/server/create-payment.ts';
import { paymentBody } from '#features/payments/payments/request/request-schemas.ts';
import { actOnSchedule } from '#features/payments/schedules/server/act-on-schedule.ts';
import type { ScheduleAction } from '#features/payments/schedules/schedule-status.ts';
import { dayMs } from '#server/clock.ts';
import { createLog } from '#server/log.ts';
import type { Services } from '#server/services.ts';
import { demoCustomer } from '../demo-customers.ts';
import { demoMerchants } from '../demo-merchants.ts';

interface DemoSchedule {
  /** How many days ago it was created. */
  ago: number;
  schedule: (from: Date) => object;
  /** The later change of the schedule. */
  laterAction?: ScheduleAction;
}

const every = (quantity: number, unit: string) => ({ frequency: { rate: 'FIXED', unit, quantity } });
const dayAfter = (from: Date, days: number): CalendarDay =>
  new Date(from.getTime() + days * dayMs).toISOString().slice(0, 10);

const plans: readonly DemoSchedule[] = [
  { ago: 40, schedule: () => ({ ...every(1, 'WEEK'), amount: '18.00' }) },
  { ago: 34, schedule: () => ({ ...every(1, 'MONTH'), amounts: ['12.00', '24.00'] }) },
  { ago: 30, schedule: () => ({ ...every(1, 'WEEK'), amount: '9.00', terminator: { episodeLimit: 3 } }) },
  {
    ago: 25,
    schedule: () => ({
      pattern: { daysOfWeek: ['MONDAY'], weeksOfMonth: [1, 3] },
      amounts: ['30.51', '30.00'],
      retry: { quantity: 2, unit: 'DAY', catchupAfterRetrying: true },
    }),
  },
  { ago: 22, schedule: () => ({ ...every(2, 'WEEK'), amount: '45.00' }), laterAction: 'suspend' },
  // Declined three times in a row: suspended by the system.
  { ago: 22, schedule: () => ({ ...every(1, 'WEEK'), amount: '15.51' }) },
  { ago: 9, schedule: () => ({ ...every(3, 'DAY'), amount: '6.50' }), laterAction: 'cancel' },
  {
    ago: 1,
    schedule: (from) => ({
      fixed: [dayAfter(from, 30), dayAfter(from, 60), dayAfter(from, 90)],
      amount: '120.00',
    }),
  },
];

/** Schedules of the demo's first merchant, created and run through the pipeline at their own times. */
export async function seedSchedules(services: Services, to: Date): Promise<void> {
  const [merchant] = demoMerchants;
  if (!merchant) throw new Error('schedules need a shop');
  const inMerchant = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(services.database, [merchant.companyId], work);
  const created: { scheduleId: string; laterAction: ScheduleAction | undefined }[] = [];
  const silence = createLog('silent');
  for (let ago = 40; ago >= 0; ago -= 1) {
    const now = new Date(to.getTime() - ago * dayMs);
    const then = { ...services, log: silence, clock: { now: () => now } };
    for (const [number, plan] of plans.entries()) {
      if (plan.ago !== ago) continue;
      const customer = demoCustomer(merchant.installationId, number + 3);
      const body = paymentBody.parse({
        transaction: {
          currency: 'GBP',
          amount: '20.00',
          merchantRef: `PLAN-${number + 1}`,
          description: 'Subscription',
          commerceType: 'ECOM',
          recurring: true,
        },
        paymentMethod: { card: { ...customer.card, cv2: '123' }, billingAddress: customer.address },
        customer: {
          merchantRef: customer.reference,
          displayName: customer.name,
          email: customer.email,
          registered: true,
        },
        schedule: plan.schedule(now),
      });
      const { body: response } = await createPayment(
        {
          services: then,
          now,
          companyId: merchant.companyId,
          merchantId: merchant.merchantId,
          installationId: merchant.installationId,
          merchantPath: merchant.merchantPath,
          program: 'gateway',
          actor: { kind: 'api', id: 'harbour-api' },
          ip: '203.0.113.10',
          requestId: `plan-${number}`,
          inTenant: inMerchant,
        },
        body,
        'payment',
      );
      if (response.schedule) created.push({ ...response.schedule, laterAction: plan.laterAction });
    }
    await runDueEpisodes.run(then);
  }
  for (const { scheduleId, laterAction } of created) {
    if (laterAction)
      await inMerchant((sql) => actOnSchedule(sql, merchant.companyId, scheduleId, laterAction, to));
  }
}
