/** What an emulated provider answers, before any fault disturbs it. */
export interface ProviderAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}
