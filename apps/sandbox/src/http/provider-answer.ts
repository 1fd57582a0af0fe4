/** The answer of an emulated provider, before any fault changes it. */
export interface ProviderAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}
