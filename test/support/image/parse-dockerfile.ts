/** One instruction of a Dockerfile, with its lines joined. */
export interface Instruction {
  name: string;
  value: string;
}

/** A stage: from its `FROM` to the next. */
export interface Stage {
  name: string;
  base: string;
  instructions: Instruction[];
}

/** Settings of a container that starts from the last stage. */
export interface ImageSettings {
  environment: Record<string, string>;
  user: string;
  workdir: string;
  entrypoint: string[];
  command: string[];
  healthCheck: string[];
  stopSignal: string;
}

const KNOWN = new Set([
  ...['ARG', 'FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'LABEL', 'USER', 'EXPOSE'],
  ...['STOPSIGNAL', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'],
]);

function readInstructions(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => {
      const [, name = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      if (!KNOWN.has(name)) throw new Error(`The test knows no instruction such as “${line}”.`);
      return { name, value };
    });
}

/** The stages of a Dockerfile. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of readInstructions(text)) {
    const stage = stages.at(-1);
    if (instruction.name === 'FROM') {
      const [, base = '', name = ''] = /^(?:--platform=\S+ )?(\S+)(?: AS (\S+))?$/.exec(instruction.value) ?? [];
      stages.push({ name, base, instructions: [] });
    } else stage?.instructions.push(instruction);
  }
  return stages;
}

const asList = (value: string): string[] => JSON.parse(value);

/** The settings that the instructions of a stage leave. */
export function settingsOf({ instructions }: Stage): ImageSettings {
  const last = (name: string): string => instructions.findLast((one) => one.name === name)?.value ?? '';
  const pairs = instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ value }) => value.split(' ').map((pair) => pair.split('=') as [string, string])); // safe: no value has a space or `=`
  return {
    environment: Object.fromEntries(pairs),
    user: last('USER'),
    workdir: last('WORKDIR'),
    entrypoint: asList(last('ENTRYPOINT')),
    command: asList(last('CMD')),
    healthCheck: asList(last('HEALTHCHECK').replace(/^.* CMD /, '')),
    stopSignal: last('STOPSIGNAL'),
  };
}
