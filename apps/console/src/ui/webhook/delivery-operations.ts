/** The operations on deliveries: those of a workspace, or those of the deployment’s platform webhook. */
export const DELIVERY_OPERATIONS = {
  tenant: { list: 'list-deliveries', get: 'get-delivery', replay: 'replay-deliveries' },
  deployment: { list: 'list-platform-deliveries', get: 'get-platform-delivery', replay: 'replay-platform-deliveries' },
} as const;

export type DeliveryScope = keyof typeof DELIVERY_OPERATIONS;
