import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makePostman } from '../src/make-postman.ts';

// The parts of Postman's collection format 2.1 that the collection uses, and nothing else.
const Pair = z.strictObject({ key: z.string().min(1), value: z.string() });
const Url = z.strictObject({ raw: z.string().min(1), host: z.array(z.string()), query: z.array(Pair).optional() });
const Request = z.strictObject({
  method: z.enum(['GET', 'POST']),
  description: z.string(),
  header: z.array(Pair),
  url: Url,
  body: z
    .strictObject({
      mode: z.literal('raw'),
      raw: z.string(),
      options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
    })
    .optional(),
});
const Answer = z.strictObject({
  name: z.string(),
  originalRequest: Request,
  status: z.string(),
  code: z.int(),
  _postman_previewlanguage: z.string(),
  header: z.array(Pair),
  cookie: z.array(z.never()),
  body: z.string(),
});
const Item = z.strictObject({ name: z.string(), request: Request, response: z.array(Answer) });
const Collection = z.strictObject({
  info: z.strictObject({
    name: z.string(),
    description: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  item: z.array(z.strictObject({ name: z.string(), description: z.string(), item: z.array(Item).min(1) })),
  auth: z.strictObject({
    type: z.literal('bearer'),
    bearer: z.array(z.strictObject({ key: z.literal('token'), value: z.string(), type: z.literal('string') })),
  }),
  variable: z.array(Pair),
});

test('is a collection of the format 2.1 with every action once, whose requests the contracts accept', () => {
  const collection = Collection.parse(JSON.parse(JSON.stringify(makePostman())));
  const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request));
  const names = requests.map(({ url }) => url.host[0]?.replace('{{base_url}}', ''));
  expect(names.toSorted()).toEqual(CUSTOMER_ACTIONS.map(({ name }) => name).toSorted());
  for (const { method, body, url } of requests) {
    const contract = CUSTOMER_ACTIONS.find(({ name }) => url.raw.split('?', 1)[0] === `{{base_url}}${name}`);
    expect(contract?.method).toBe(method);
    if (body) expect(contract?.input.safeParse(JSON.parse(body.raw)).error).toBeUndefined();
  }
});
