import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contract } from '@parley/common/define-contract';
import { localOriginOf, parseEnvironment } from '@parley/runtime/environment';
import { type Dispatcher, request } from 'undici';

/** The answer of the operator API. */
export interface OperatorAnswer {
  status: number;
  body: unknown;
}

/**
 * Calls operator endpoints; the command line is only a client of the operator API
 * (docs/reference/operator-api.md#access).
 */
export interface OperatorClient {
  call(contract: Contract & { path: string }, input: Record<string, unknown>): Promise<OperatorAnswer>;
}

/** The URL and token of the operator API: from the environment, else from the data directory of the one-machine form. */
async function readAccess(): Promise<{ origin: string; token: string }> {
  const environment = parseEnvironment(process.env);
  const origin = environment.PARLEY_URL ?? localOriginOf(environment);
  if (environment.PARLEY_ADMIN_TOKEN) return { origin, token: environment.PARLEY_ADMIN_TOKEN };
  const file = join(environment.PARLEY_DATA_DIR, 'secrets.json');
  try {
    // safe: only openDataDirectory writes it
    const { adminToken } = JSON.parse(await readFile(file, 'utf8')) as { adminToken: string };
    return { origin, token: adminToken };
  } catch (cause) {
    throw new Error(`PARLEY_ADMIN_TOKEN is not set and ${file} cannot be read: start Parley first, or set it.`, {
      cause,
    });
  }
}

/** Codes of a connection that was never made, so that no request was sent. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function explainConnection(origin: string, error: unknown): unknown {
  const code = error instanceof Error ? Reflect.get(error, 'code') : null;
  if (!UNREACHABLE.has(code)) return error;
  return new Error(
    `Parley cannot be reached at ${origin} (${code}): start Parley there (npm start), or set PARLEY_URL to the address of a running one.`,
    { cause: error },
  );
}

async function readAnswer(origin: string, { statusCode, body }: Dispatcher.ResponseData): Promise<OperatorAnswer> {
  const text = await body.text();
  try {
    return { status: statusCode, body: JSON.parse(text) };
  } catch (cause) {
    throw new Error(
      `What answers at ${origin} is not the operator API (HTTP ${statusCode} without JSON): set PARLEY_URL to the address of Parley.`,
      { cause },
    );
  }
}

function addressOf(
  contract: Contract & { path: string },
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path, rest };
}

/** A client of the operator API at PARLEY_URL (default: the gateway of this environment). */
export async function makeOperatorClient(): Promise<OperatorClient> {
  const { origin, token } = await readAccess();
  return {
    async call(contract, input) {
      const { path, rest } = addressOf(contract, input);
      const url = new URL(`${origin}/api/admin${path}`);
      const withBody = ['POST', 'PUT', 'PATCH'].includes(contract.method);
      if (!withBody) for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, String(value));
      const answer = await request(url, {
        method: contract.method,
        headers: { authorization: `Bearer ${token}`, ...(withBody ? { 'content-type': 'application/json' } : {}) },
        ...(withBody ? { body: JSON.stringify(rest) } : {}),
      }).catch((error: unknown) => {
        throw explainConnection(origin, error);
      });
      return readAnswer(origin, answer);
    },
  };
}
