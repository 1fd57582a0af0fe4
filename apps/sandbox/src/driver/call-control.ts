/** Sends one control call; returns the HTTP status and the parsed JSON, whatever the status is. */
export type ControlRequest = (
  method: ControlMethod,
  url: string,
  body: object | undefined,
) => Promise<{ status: number; body: unknown }>;

/** The HTTP methods of the control API. */
export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One control call below `/sandbox`; throws {@link ControlRefusal} unless the sandbox answers 200. */
export type CallControl = <Answer>(method: ControlMethod, path: string, body?: object) => Promise<Answer>;

/** The sandbox refused a control call: the account is unknown, or the body is invalid. */
export class ControlRefusal extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(call: string, status: number, body: unknown) {
    super(`The sandbox refused ${call} with ${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** Makes the caller of a sandbox's control API; `request` replaces fetch, for callers that inspect the traffic. */
export function makeCallControl(url: string, request: ControlRequest = fetchJson): CallControl {
  return async <Answer>(method: ControlMethod, path: string, given?: object) => {
    const { status, body } = await request(method, `${url}/sandbox${path}`, given);
    if (status !== 200) throw new ControlRefusal(`${method} ${path}`, status, body);
    return body as Answer; // safe: this package's control routes return it, and the driver's test calls each of them
  };
}

/** A query string of the given fields; empty without any. */
export function queryOf(fields: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}

async function fetchJson(method: ControlMethod, url: string, body: object | undefined) {
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}
