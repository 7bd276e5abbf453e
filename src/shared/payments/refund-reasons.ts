/** Why a merchant refunds (docs/domain.md#refunds). */
export const refundReasons = [
  'CUSTOMER_REQUEST',
  'DUPLICATE',
  'FRAUD',
  'GOODS_NOT_RECEIVED',
  'GOODS_RETURNED',
  'ORDER_CANCELLED',
  'OTHER',
] as const;
export type RefundReason = (typeof refundReasons)[number];
