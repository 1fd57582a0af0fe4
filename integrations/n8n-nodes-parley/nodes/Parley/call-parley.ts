import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

const CREDENTIAL = 'parleyApi';

/** The part of a node's context that a call needs. */
interface Caller {
  getCredentials(type: string): Promise<IDataObject>;
  helpers: {
    httpRequestWithAuthentication: {
      call(self: unknown, credential: string, options: object): Promise<unknown>;
    };
  };
}

interface Asked {
  action: string;
  method: IHttpRequestMethods;
  input: IDataObject;
  /** A file in place of the input, which is then in the query. */
  body?: Buffer;
  idempotencyKey?: string;
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}

/** Calls an action of the customer API with the key of the credential. */
export async function callParley(
  caller: unknown,
  { action, method, input, body, idempotencyKey }: Asked,
): Promise<IDataObject> {
  const { getCredentials, helpers } = caller as Caller;
  const { baseUrl } = await getCredentials.call(caller, CREDENTIAL);
  const answer = await helpers.httpRequestWithAuthentication.call(caller, CREDENTIAL, {
    method,
    url: `${withoutSlashes(String(baseUrl))}/${action}`,
    json: body === undefined,
    ...(method === 'GET' || body ? { qs: input } : { body: input }),
    ...(body ? { body } : {}),
    headers: {
      ...(body ? { 'Content-Type': 'application/octet-stream' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
  });
  return (typeof answer === 'string' ? JSON.parse(answer) : answer) as IDataObject;
}
