/** 'waiting': not attempted yet. 'failed': also those that are retried. */
export const deliveryFilters = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryFilter = (typeof deliveryFilters)[number];
