/** The part of a public demo that knows the sandbox; apps/parley implements it. */
export interface DemoHost {
  /** Opens a workspace; returns the one-time path that signs its owner in. Errors: demo_full, service_unavailable. */
  open(): Promise<{ signInPath: string }>;
  /** Answers a request of the test phone for the accounts of one workspace. */
  answerPhone(tenantId: number, asked: PhoneRequest): Promise<PhoneAnswer>;
}

export interface PhoneRequest {
  method: 'GET' | 'POST';
  /** Below `/sandbox`, without its query. */
  path: string;
  query: URLSearchParams;
  /** The JSON body of a POST. */
  body: unknown;
}

export interface PhoneAnswer {
  status: number;
  /** Only those that the sandbox sets for pages and files. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}
