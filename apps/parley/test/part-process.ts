import { Controller, Module } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import { READY, runAlone } from '@parley/bus/process/run-alone';
import { crash, hang, reportAtStop, untilStopped, whoAreYou } from './part-contracts.ts';

// A child process as the one-machine form runs it, controlled by the tests.
@Controller()
class PartController {
  @Handles(whoAreYou)
  async whoAreYou() {
    return { pid: process.pid };
  }
  @Handles(hang)
  hang(): Promise<Record<string, never>> {
    return new Promise(() => {});
  }
  @Handles(untilStopped)
  async untilStopped() {
    await new Promise((resolve) => process.once('SIGTERM', resolve));
    return { pid: process.pid };
  }
  @Handles(reportAtStop)
  async reportAtStop() {
    process.once('SIGTERM', () => process.send?.(READY));
    return {};
  }
  @Handles(crash)
  crash(): Promise<Record<string, never>> {
    setImmediate(() => {
      throw new Error('a stream without a listener');
    });
    return new Promise(() => {});
  }
}
@Module({ controllers: [PartController] })
class PartModule {}

// Keeps the process alive until it decides to end, like the connections of a real one.
setInterval(() => {}, 60_000);

await runAlone('pairing', async () => ({
  module: { module: PartModule },
  isReady: async () => true,
  close: async () => {},
}));
