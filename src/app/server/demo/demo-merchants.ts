/** The industry of an installation. It determines rhythm, prices and follow-ups. */
export interface Merchant {
  installationId: number;
  merchantId: number;
  companyId: number;
  merchantName: string;
  merchantPath: string;
  channel: string;
  currencies: readonly string[];
  industry: Industry;
  /** The merchant's share of all payments. */
  share: number;
  /** The number of its customers. */
  customers: number;
}

interface Industry {
  /** Weight of each hour of the day, UTC. */
  hours: readonly number[];
  /** Weight of each day, Sunday first. */
  days: readonly number[];
  /** Price range in major units of a two-digit currency. */
  prices: readonly [low: number, high: number];
  descriptions: readonly string[];
  /** Probabilities. */
  deferred: number;
  refunds: number;
  subscription: number;
  payouts: number;
  secure: number;
}

const morning = [0, 0, 0, 0, 0, 1, 5, 12, 14, 10, 8, 8, 9, 7, 5, 4, 4, 3, 2, 1, 1, 0, 0, 0];
const evening = [2, 1, 0, 0, 0, 0, 1, 2, 3, 4, 5, 5, 6, 5, 5, 5, 6, 7, 9, 11, 12, 10, 7, 4];
const office = [0, 0, 0, 0, 0, 0, 1, 3, 8, 11, 12, 11, 8, 9, 11, 11, 9, 6, 3, 1, 1, 0, 0, 0];
const weekdays = [4, 8, 8, 8, 9, 10, 6];
const weekends = [10, 6, 6, 6, 7, 9, 11];

export const industries = {
  coffee: {
    hours: morning,
    days: weekdays,
    prices: [3, 28],
    descriptions: [
      'Flat white and toast',
      'Beans, 1 kg',
      'Breakfast for two',
      'Gift card',
      'Subscription box',
    ],
    deferred: 0,
    refunds: 0.02,
    subscription: 0.03,
    payouts: 0,
    secure: 0.15,
  },
  books: {
    hours: evening,
    days: weekends,
    prices: [6, 90],
    descriptions: ['Two paperbacks', 'Order checkout', 'First edition', 'School order', 'Gift wrap and book'],
    deferred: 0.1,
    refunds: 0.06,
    subscription: 0.01,
    payouts: 0,
    secure: 0.5,
  },
  hotel: {
    hours: evening,
    days: weekends,
    prices: [70, 900],
    descriptions: ['Room deposit', 'Two nights', 'Conference rate', 'Late checkout', 'Spa day'],
    deferred: 0.75,
    refunds: 0.08,
    subscription: 0,
    payouts: 0,
    secure: 0.6,
  },
  lending: {
    hours: office,
    days: weekdays,
    prices: [40, 600],
    descriptions: ['Loan instalment', 'Early settlement', 'Arrangement fee', 'Card check'],
    deferred: 0.05,
    refunds: 0.01,
    subscription: 0.3,
    payouts: 0.12,
    secure: 0.3,
  },
  travel: {
    hours: evening,
    days: weekends,
    prices: [120, 2400],
    descriptions: ['City break', 'Guided tour', 'Ferry for four', 'Travel insurance', 'Balance payment'],
    deferred: 0.3,
    refunds: 0.1,
    subscription: 0,
    payouts: 0,
    secure: 0.7,
  },
} satisfies Record<string, Industry>;

const harbour = { companyId: 1100 };
const coffee = {
  ...harbour,
  merchantId: 1111,
  merchantName: 'Harbour Coffee',
  merchantPath: '/1000/1100/1110/1111',
  industry: industries.coffee,
};

/** The merchants of the demo, as in its organisations. */
export const demoMerchants: readonly Merchant[] = [
  {
    ...coffee,
    installationId: 5300001,
    channel: 'WEB',
    currencies: ['GBP', 'GBP', 'GBP', 'EUR'],
    share: 34,
    customers: 260,
  },
  { ...coffee, installationId: 5300002, channel: 'MOTO', currencies: ['GBP'], share: 6, customers: 60 },
  {
    ...harbour,
    installationId: 5300003,
    merchantId: 1112,
    merchantName: 'Harbour Books',
    merchantPath: '/1000/1100/1110/1112',
    channel: 'WEB',
    currencies: ['GBP', 'GBP', 'EUR', 'USD'],
    industry: industries.books,
    share: 22,
    customers: 300,
  },
  {
    ...harbour,
    installationId: 5300004,
    merchantId: 1121,
    merchantName: 'Harbour Hotels',
    merchantPath: '/1000/1100/1120/1121',
    channel: 'WEB',
    currencies: ['EUR', 'EUR', 'GBP', 'USD', 'JPY'],
    industry: industries.hotel,
    share: 16,
    customers: 280,
  },
  {
    ...harbour,
    installationId: 5300005,
    merchantId: 1122,
    merchantName: 'Harbour Lending',
    merchantPath: '/1000/1100/1120/1122',
    channel: 'WEB',
    currencies: ['EUR', 'EUR', 'GBP'],
    industry: industries.lending,
    share: 10,
    customers: 120,
  },
  {
    companyId: 1200,
    installationId: 5300006,
    merchantId: 1211,
    merchantName: 'Meridian Tours',
    merchantPath: '/1000/1200/1210/1211',
    channel: 'WEB',
    currencies: ['USD', 'USD', 'EUR', 'KWD'],
    industry: industries.travel,
    share: 12,
    customers: 200,
  },
];
