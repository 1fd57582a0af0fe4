import { Controller, Module } from '@nestjs/common';
import { Handles } from '@parley/bus/handles';
import { READY, runAlone } from '@parley/bus/run-alone';
import { crash, hang, reportAtStop, untilStopped, whoAreYou } from './part-contracts.ts';

// A part as the one-machine form runs it in a child process, controlled by the tests.
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

// Like the connections of a real part, keeps the process alive until it decides to end.
setInterval(() => {}, 60_000);

await runAlone('pairing', async () => ({
  module: { module: PartModule },
  isReady: async () => true,
  close: async () => {},
}));
