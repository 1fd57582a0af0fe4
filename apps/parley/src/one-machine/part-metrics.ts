import type { Carrier } from '@parley/bus/carriers/carrier';
import { metricsSubject } from '@parley/bus/process/run-alone';
import { Registry } from 'prom-client';

const ANSWER_WITHIN_MS = 1000;

/** A registry that includes the metrics of child processes while they answer. */
export class RegistryWithParts extends Registry {
  readonly #carrier: Carrier;
  readonly #parts: readonly string[];
  constructor(carrier: Carrier, parts: readonly string[]) {
    super();
    this.#carrier = carrier;
    this.#parts = parts;
  }

  override async metrics(): Promise<string> {
    const ofParts = this.#parts.map((part) =>
      this.#carrier.request(metricsSubject(part), '', ANSWER_WITHIN_MS).catch(() => ''),
    );
    const texts = await Promise.all([super.metrics(), ...ofParts]);
    return texts
      .map((text) => text.trimEnd())
      .join('\n\n')
      .concat('\n');
  }
}
