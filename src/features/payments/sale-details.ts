export interface Address {
  line1?: string;
  line2?: string;
  line3?: string;
  line4?: string;
  city?: string;
  region?: string;
  postcode?: string;
  /** Alpha-3. */
  countryCode?: string;
}

export interface Callback {
  url: string;
  format: 'REST_JSON' | 'REST_XML';
}

export type CallbackName =
  | 'preAuthCallback'
  | 'postAuthCallback'
  | 'transactionNotification'
  | 'expiryNotification';

/** Where a merchant receives callbacks and notifications of a transaction. */
export type Callbacks = Partial<Record<CallbackName, Callback>>;

/** What a request says about the sale, validated: stored under these names (docs/decisions/0019). */
export interface SaleDetails {
  strongCustomerAuthentication?: SaleData;
  orderDetails?: { lineItems?: LineItem[]; shippingAddress?: SaleData };
  accountFunding?: { accountFundingRecipientDetails: SaleData };
  payoutRecipientData?: SaleData;
  networkTokenDetails?: SaleData;
  basketReference?: string;
}

export interface LineItem {
  name: string;
  /** Decimal text in the transaction's currency. */
  itemAmount?: string;
  quantity?: number;
  totalAmount?: string;
}

export interface SaleData {
  [name: string]: string | number | boolean | undefined | SaleData;
}
