import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import type { ActionContract } from '@parley/common/define-contract';
import { CUSTOMER } from '@parley/gateway/openapi/audiences';
import { SAMPLE_BASE_URL, textOf } from './samples.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const JSON_TYPE = { key: 'Content-Type', value: 'application/json' };

function requestOf({ name, method, summary, description, example }: ActionContract) {
  const given = example.request;
  const query = method === 'GET' ? Object.entries(given).map(([key, value]) => ({ key, value: textOf(value) })) : [];
  const search = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&');
  const body = {
    mode: 'raw',
    raw: JSON.stringify(given, null, 2),
    options: { raw: { language: 'json' } },
  };
  return {
    method,
    description: description ?? summary,
    header: method === 'GET' ? [] : [JSON_TYPE],
    url: {
      raw: `{{base_url}}${name}${search === '' ? '' : `?${search}`}`,
      host: [`{{base_url}}${name}`],
      ...(query.length > 0 ? { query } : {}),
    },
    ...(method === 'GET' ? {} : { body }),
  };
}

function itemOf(contract: ActionContract) {
  const request = requestOf(contract);
  const answer = {
    name: 'Answer',
    originalRequest: request,
    status: 'OK',
    code: 200,
    _postman_previewlanguage: 'json',
    header: [JSON_TYPE],
    cookie: [],
    body: JSON.stringify(contract.example.answer, null, 2),
  };
  return { name: contract.summary, request, response: [answer] };
}

/** The customer API as a Postman collection, version 2.1: a folder for each tag, an example for each request. */
export function makePostman(): object {
  const folders = CUSTOMER.tags.map(({ name, description }) => ({
    name: String(name),
    description: String(description),
    item: CUSTOMER_ACTIONS.filter(({ tag }) => tag === name).map(itemOf),
  }));
  return {
    info: {
      name: CUSTOMER.title,
      description: 'Set `base_url` and `api_key` of the collection. `base_url` ends with a slash.',
      schema: SCHEMA,
    },
    item: folders.filter(({ item }) => item.length > 0),
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: SAMPLE_BASE_URL },
      { key: 'api_key', value: '' },
    ],
  };
}
