/** The fields of Adyen's requests that the simulator acts on. All others are checked by the documents only. */
export interface Amount {
  value: number;
  currency: string;
}

export interface PaymentMethod {
  type?: string;
  number?: string;
  expiryMonth?: string;
  expiryYear?: string;
  cvc?: string;
  holderName?: string;
  storedPaymentMethodId?: string;
  recurringDetailReference?: string;
  applePayToken?: string;
  googlePayToken?: string;
}

export interface PaymentRequest {
  amount?: Amount;
  merchantAccount?: string;
  reference?: string;
  returnUrl?: string;
  paymentMethod?: PaymentMethod;
  additionalData?: Record<string, string>;
  additionalAmount?: Amount;
  authenticationData?: {
    authenticationOnly?: boolean;
    attemptAuthentication?: 'always' | 'never';
    threeDSRequestData?: { nativeThreeDS?: string };
  };
  billingAddress?: Record<string, string>;
  browserInfo?: Record<string, unknown>;
  captureDelayHours?: number;
  channel?: string;
  mpiData?: Record<string, string>;
  origin?: string;
  recurringProcessingModel?: string;
  shopperInteraction?: string;
  shopperReference?: string;
  storePaymentMethod?: boolean;
  enableRecurring?: boolean;
  enableOneClick?: boolean;
  threeDS2RequestData?: Record<string, unknown>;
  threeDSAuthenticationOnly?: boolean;
}

/** A card as the simulator keeps it: no number, no CVC. */
export interface CardFacts {
  brand: string;
  bin: string;
  lastFour: string;
  expiryMonth: string;
  expiryYear: string;
  holderName?: string;
}
