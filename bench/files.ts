import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { saturate } from './measure/measure.ts';
import { type Candidate, ratiosOf, runRounds, spanOf } from './measure/rounds.ts';
import { type BenchOptions, durationsOf } from './options.ts';
import { type Customer, startCustomer } from './system/customer.ts';
import { customerNumber, customerPicture, openHook } from './system/parley.ts';
import { type BenchSystem, withSystem } from './system/system.ts';

const CONNECTIONS = 32;
const PER_SECOND = 200;
/** The total number of images, each of a megabyte. */
const PICTURES = 10_000;
/** How long the store takes for each piece of a file. */
const STORE_MS = 500;

/** A store in the form of S3 that takes half a second for every piece, and keeps none. */
async function startSlowStore() {
  let pieces = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      pieces += 1;
      setTimeout(() => response.end(), STORE_MS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // safe: it listens on TCP
  const { port } = server.address() as AddressInfo;
  return {
    pieces: () => pieces,
    variables: {
      PARLEY_UPLOAD_S3_URL: `http://127.0.0.1:${port}`,
      PARLEY_UPLOAD_S3_BUCKET: 'bench',
      PARLEY_UPLOAD_S3_REGION: 'eu-central-1',
      PARLEY_UPLOAD_S3_KEY_ID: 'BENCH',
      PARLEY_UPLOAD_S3_SECRET: 'bench-secret',
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function makeCandidate(name: string, { parley, postgres }: BenchSystem, customer: Customer): Candidate {
  const hook = openHook(parley.origins, CONNECTIONS);
  let turn = 0;
  return {
    name,
    processes: { own: parley.pid, postgres: postgres.pid },
    call: () => hook.post([customerPicture(customerNumber(turn++), customer.write())]),
    arrivals: customer.arrivals(name),
  };
}

/**
 * Images that arrive while a slow store takes their copies, compared with a Parley that keeps no copies: the cost of
 * copying before the acknowledgement, and on the way to the customer.
 */
export async function benchFiles(options: BenchOptions): Promise<void> {
  const { warmUpSeconds, openLoopSeconds: seconds } = durationsOf(options);
  const rounds = options.quick ? 1 : Math.ceil(PICTURES / (PER_SECOND * seconds));
  const customer = await startCustomer();
  const store = await startSlowStore();
  const keeping = (days: string, webhookUrl: string) => ({
    ...options,
    webhookUrl,
    variables: { ...store.variables, PARLEY_MEDIA_KEEP_DAYS: days, PARLEY_MEDIA_QUOTA_MB: '20000' },
  });
  try {
    await withSystem(keeping('0', customer.url('without-copies')), (without) =>
      withSystem(keeping('90', customer.url('with-copies')), async (keeper) => {
        const candidates = {
          reference: makeCandidate('without-copies', without, customer),
          parley: makeCandidate('with-copies', keeper, customer),
        };
        for (const { call, arrivals } of Object.values(candidates))
          await arrivals?.wait((await saturate(CONNECTIONS, warmUpSeconds, call)).count);
        const measured = await runRounds(candidates, rounds, { perSecond: PER_SECOND, seconds });
        const { together, answerP99, doneP99 } = ratiosOf(measured);
        console.log(
          `bench files: ${rounds * PER_SECOND * seconds} pictures of 1 MB at ${PER_SECOND}/s with a store that takes ${STORE_MS} ms a piece, ${store.pieces()} pieces meanwhile; against keeping none: p99 of the answer ${answerP99} × (goal ≤ 1.1), at the customer ${doneP99} × (goal ≤ 1.1), CPU ${together} × (${spanOf(measured)}); median of ${rounds} rounds`,
        );
      }),
    );
  } finally {
    customer.close();
    store.close();
  }
}
