const STATUSES = ['success', 'cancelled', 'error'] as const;

/** How a connect link ended, as it appends it to the address that it returns to (docs/connect-links.md). */
export interface ConnectResult {
  service_status?: (typeof STATUSES)[number];
  /** How many accounts are connected. */
  connected?: number;
  error?: string;
}

/** The result in an address; what means nothing is left out. */
export function readConnectResult({ service_status, connected, error }: Record<string, unknown>): ConnectResult {
  const status = STATUSES.find((one) => one === service_status);
  return {
    ...(status ? { service_status: status } : {}),
    ...(Number.isInteger(connected) ? { connected: Number(connected) } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  };
}
