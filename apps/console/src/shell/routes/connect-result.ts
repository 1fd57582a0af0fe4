const STATUSES = ['success', 'cancelled', 'error'] as const;

/** The outcome of a connect link, as appended to its return address (docs/connect-links.md). */
export interface ConnectResult {
  service_status?: (typeof STATUSES)[number];
  /** The number of connected accounts. */
  connected?: number;
  error?: string;
}

/** The outcome in an address; invalid values are left out. */
export function readConnectResult({ service_status, connected, error }: Record<string, unknown>): ConnectResult {
  const status = STATUSES.find((one) => one === service_status);
  return {
    ...(status ? { service_status: status } : {}),
    ...(Number.isInteger(connected) ? { connected: Number(connected) } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  };
}
