import { Controller, Module } from '@nestjs/common';
import { asStream } from '@parley/bus/carriers/stream';
import { Handles, HandlesStream } from '@parley/bus/handles';
import { defineInternal } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { BUS_LIST_MAX, BusText } from '@parley/common/fields';
import { asReplayed, Replayed } from '@parley/common/messages/replayed';
import { z } from 'zod';

export const context = { requestId: 'req_test' };

const contract = <I extends z.ZodObject, O extends z.ZodType>(name: string, input: I, output: O, deadlineMs = 5000) =>
  defineInternal({ service: 'accounts', name, input, output, errors: ['unknown_message', 'graph_error'], deadlineMs });
export const echo = contract('echo', z.object({ text: BusText }), z.object({ text: z.string(), replica: z.number() }));
export const directedEcho = defineInternal({ ...echo, name: 'directed-echo', directed: true });
export const refuse = contract('refuse', z.object({ how: BusText }), z.object({}));
export const wait = contract('wait', z.object({ ms: z.number() }), z.object({ waited: z.number() }), 300);
export const slow = contract('slow', z.object({ ms: z.number() }), z.object({}));
export const badOutput = contract('bad-output', z.object({}), z.object({ n: z.number() }));
export const big = contract('big', z.object({ characters: z.number() }), z.object({ text: z.string() }));
export const taken = contract(
  'taken',
  z.object({ items: z.array(z.unknown()).max(BUS_LIST_MAX) }),
  z.object({ items: z.array(z.unknown()) }),
);
export const nobody = contract('nobody', z.object({}), z.object({}));
export const file = asStream(
  contract('file', z.object({ bytes: z.number(), breakAt: z.number().optional() }), z.object({ bytes: z.number() })),
);

export const noHead = asStream(contract('no-head', z.object({}), z.object({ bytes: z.number() })));
export const noFile = asStream(contract('no-file', z.object({}), z.object({})));

/** Counters of the service's work, over all its replicas. */
export const seen = { runs: 0, finished: 0, abandoned: 0, pulled: 0, sourceClosed: 0 };

/** Bytes that differ in each block of 64 KiB. */
export async function* source(bytes: number, breakAt: number | undefined): AsyncGenerator<Uint8Array> {
  try {
    for (let sent = 0; sent < bytes; sent += 65_536) {
      if (breakAt !== undefined && sent >= breakAt) throw new Error('the disk went away');
      seen.pulled = sent + 65_536;
      yield Buffer.alloc(Math.min(65_536, bytes - sent), sent / 65_536);
    }
  } finally {
    seen.sourceClosed++;
  }
}

const refusals: Record<string, () => never> = {
  declared: () => {
    throw new AppError('graph_error', {
      message: 'Meta said no',
      provider: { name: 'graph', status: 400, code: 131047, message: 'Meta said no', trace_id: 'T' },
    });
  },
  field: () => {
    throw invalidField('from', 'from names no account.');
  },
  body: () => {
    throw new AppError('unknown_message', { body: { templates: ['a'] } });
  },
  undeclared: () => {
    throw new AppError('slug_taken');
  },
  replayed: () => {
    throw asReplayed(new AppError('unknown_message'));
  },
  bug: () => {
    throw new TypeError('secret detail');
  },
};

/** One replica of the test service. */
export function moduleOf(replica: number) {
  @Controller()
  class TestController {
    @Handles(echo)
    async echo({ text }: { text: string }) {
      seen.runs++;
      return text === 'again' ? new Replayed({ text, replica }) : { text, replica };
    }
    @Handles(directedEcho)
    async directedEcho({ text }: { text: string }) {
      return text === 'again' ? new Replayed({ text, replica }) : { text, replica };
    }
    @Handles(refuse)
    async refuse({ how }: { how: string }): Promise<Record<string, never>> {
      return refusals[how]?.() ?? {};
    }
    @Handles(wait)
    async wait({ ms }: { ms: number }) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { waited: ms };
    }
    @Handles(slow)
    async slow({ ms }: { ms: number }) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      seen.finished++;
      return {};
    }
    @Handles(big)
    async big({ characters }: { characters: number }) {
      return { text: 'é'.repeat(characters) };
    }
    @Handles(taken)
    async taken({ items }: { items: unknown[] }) {
      const answer = { items: [...items] };
      items.length = 0;
      return answer;
    }
    @Handles(badOutput)
    async badOutput() {
      // safe: what a bug would return
      return { n: 'seven' } as unknown as { n: number };
    }
    @HandlesStream(file)
    async file({ bytes, breakAt }: { bytes: number; breakAt?: number | undefined }) {
      return { head: { bytes }, body: source(bytes, breakAt) };
    }
    @HandlesStream(noHead)
    async noHead() {
      // safe: what a bug would return
      const head = { bytes: 'many' } as unknown as { bytes: number };
      return { head, body: source(1, undefined), close: () => void seen.abandoned++ };
    }
    @HandlesStream(noFile)
    async noFile(): Promise<never> {
      throw new AppError('unknown_message');
    }
  }
  @Module({ controllers: [TestController] })
  class TestModule {}
  return { module: TestModule };
}
