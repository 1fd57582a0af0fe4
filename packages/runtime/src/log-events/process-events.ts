import { logEvent, NOTHING } from './log-event.ts';

/** Starts, stops and failures of processes and their dependencies. */
export const PROCESS_EVENTS = {
  'gateway.started': logEvent('info', 'The gateway accepts connections.', NOTHING),
  'service.started': logEvent('debug', 'A service accepts requests on the bus.', NOTHING),
  'sandbox.started': logEvent('debug', 'The sandbox listens and replaces the real providers.', NOTHING),
  'database.migrated': logEvent('info', 'Migrations were applied; `migrations` names them.', NOTHING),
  'postgres.reported': logEvent('debug', 'The embedded PostgreSQL wrote a line; `line` contains it.', NOTHING),
  'traces.export-failed': logEvent(
    'warn',
    'The collector of traces did not accept spans; `err` says why. They are lost, and nothing else is affected.',
    'Check OTEL_EXPORTER_OTLP_ENDPOINT and the collector (docs/operations/traces.md).',
  ),
  'traces.export-resumed': logEvent(
    'info',
    'The collector accepts spans again; `lost` is the number of lost spans.',
    NOTHING,
  ),
  'metrics.export-failed': logEvent(
    'warn',
    'The collector did not accept metrics, or they could not be read; `err` says why. Nothing else is affected, and counters lose nothing: the next export has their whole value.',
    'Check OTEL_EXPORTER_OTLP_ENDPOINT and the collector (docs/operations/traces.md).',
  ),
  'metrics.export-resumed': logEvent(
    'info',
    'The collector accepts metrics again; `missed` is the number of missed exports.',
    NOTHING,
  ),
  'demo.prepare-failed': logEvent(
    'warn',
    'The demo could not be prepared, for example because another tenant is named `demo`. Parley runs without it.',
    'Read `err`; use an empty database for the demo.',
  ),
  'demo.sweep-failed': logEvent(
    'warn',
    'Workspaces of a public demo that have ended could not be deleted. The next attempt follows in seconds.',
    'Read `err`; if it stays, the database or the sandbox does not answer.',
  ),
  'demo-channel.connect-failed': logEvent(
    'warn',
    'A channel of the demo could not be connected to the sandbox. The other channels work.',
    'Read `err`; start again, or connect the channel by hand.',
  ),
  'demo-bot.prepare-failed': logEvent(
    'warn',
    'The bot of the demo could not be prepared. Everything else works.',
    'Read `err`; start again.',
  ),
  'process.started': logEvent(
    'info',
    'A child process (`part`: linked devices or bots) starts because it is needed.',
    NOTHING,
  ),
  'process.idle-ended': logEvent(
    'info',
    'A child process ends because it has not been needed for an hour. It starts again when it is needed.',
    NOTHING,
  ),
  'process.start-delayed': logEvent(
    'error',
    'A child process (`part`: linked devices or bots) was not ready in time. Everything else runs; the process is still retried.',
    'Look for `process.restarted` and the output of that process.',
  ),
  'process.start-failed': logEvent(
    'error',
    'The operating system refused to start a child process.',
    'Read `err`: a missing file, no memory, or too many processes.',
  ),
  'process.restarted': logEvent(
    'error',
    'A child process ended unexpectedly; it starts again after `again_after_ms`.',
    'Read its last lines for the cause. Report it when it repeats.',
  ),
  'process.stop-requested': logEvent(
    'info',
    'SIGTERM or SIGINT arrived; running requests are finished first.',
    NOTHING,
  ),
  'process.stop-failed': logEvent(
    'error',
    'An orderly stop failed; the process exits with code 1.',
    'Read `err`. Its leases and claims end by themselves.',
  ),
  'part.stop-failed': logEvent(
    'error',
    'One component of a process failed to stop; the others are stopped anyway.',
    'Read `err` and `part`.',
  ),
  'framework.reported': logEvent('debug', 'NestJS or Fastify wrote a log line.', NOTHING),
  'framework.warned': logEvent('warn', 'NestJS or Fastify wrote a warning.', 'Read the message.'),
  'framework.failed': logEvent('error', 'NestJS or Fastify reported an error.', 'Read the message and `err`.'),
} as const;
