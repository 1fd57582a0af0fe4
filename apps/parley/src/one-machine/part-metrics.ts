import type { Carrier } from '@parley/bus/carrier';
import { metricsSubject } from '@parley/bus/run-alone';
import { Registry } from 'prom-client';

const ANSWER_WITHIN_MS = 1000;

/** A registry that includes the metrics of a child process while it answers. */
export class RegistryWithPart extends Registry {
  readonly #carrier: Carrier;
  readonly #part: string;
  constructor(carrier: Carrier, part: string) {
    super();
    this.#carrier = carrier;
    this.#part = part;
  }

  override async metrics(): Promise<string> {
    const ofPart = this.#carrier.request(metricsSubject(this.#part), '', ANSWER_WITHIN_MS).catch(() => '');
    return `${(await super.metrics()).trimEnd()}\n\n${await ofPart}`;
  }
}
