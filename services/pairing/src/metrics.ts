import { Counter, Gauge, type Registry } from 'prom-client';

export function makePairingMetrics(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `parley_device_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `parley_${name}`, help, labelNames, registers });
  return {
    devices: gauge('devices', 'Sessions and devices of all workers, by status', ['status']),
    held: gauge('devices_held', 'Devices that this worker holds'),
    silent: gauge('devices_silent', 'Connected devices that have heard nothing for much longer than they use to'),
    restricted: gauge('devices_restricted', 'Devices that the network has put limits on'),
    heard: counter('heard_total', 'Items that devices heard and that are stored, by kind', ['kind']),
    sends: counter('sends_total', 'Message parts handed to the network, by outcome', ['outcome']),
    acts: counter('acts_total', 'Acts handed to the network, by kind and outcome', ['act', 'outcome']),
    alarms: counter('alarms_total', 'Ends of devices that somebody should look at, by reason', ['reason']),
    quarantined: counter(
      'quarantined_total',
      'What devices heard and nobody could read or store: kept for an operator, by source and kind',
      ['source', 'kind'],
    ),
    leasesLost: counter('leases_lost_total', 'Devices that this worker had to let go of', []),
    health: counter('health_signals_total', 'What the network said of limits, by kind', ['kind']),
  };
}
export type PairingMetrics = ReturnType<typeof makePairingMetrics>;
