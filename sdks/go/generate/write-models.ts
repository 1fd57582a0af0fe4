import type { SdkMethod } from '../../generate/read-document.ts';
import { type Member, reach, type Shapes, type Struct } from '../../generate/read-shapes.ts';
import { align, comment, exported, fieldType, HEADER, omitsZero } from './go-types.ts';

interface Field {
  comment: string;
  cells: readonly string[];
}

function writeField(member: Member, isRequest: boolean): Field {
  const tag = omitsZero(member, isRequest) ? `${member.name},omitempty` : member.name;
  return {
    comment: comment(member.description, '\t'),
    cells: [exported(member.name), fieldType(member), `\`json:"${tag}"\``],
  };
}

/** The lines of fields; a comment begins a new block of aligned lines. */
function writeFields(fields: readonly Field[]): string {
  const blocks: Field[][] = [];
  for (const field of fields) {
    const last = blocks.at(-1);
    if (last && field.comment === '') last.push(field);
    else blocks.push([field]);
  }
  return blocks
    .map((block) => {
      const lines = align(block.map(({ cells }) => cells)).map((line) => `\t${line}\n`);
      return (block[0]?.comment ?? '') + lines.join('');
    })
    .join('');
}

function writeStruct({ name, description, members }: Struct, isRequest: boolean): string {
  const about = comment(description ? `${name}: ${description}` : `${name} is an object of the API.`);
  return `${about}type ${name} struct {\n${writeFields(members.map((member) => writeField(member, isRequest)))}}\n`;
}

/** The members of every event but its data, whose type depends on the event's. */
function writeEnvelope({ structs, events }: Shapes): string {
  const members = structs.get(events[0]?.envelope ?? '')?.members ?? [];
  const fields = members.flatMap((member): Field[] => {
    if (member.name === 'data') return [];
    const { comment: about, cells } = writeField(member, false);
    const [name = '', ...rest] = cells;
    return [{ comment: about, cells: [name === 'Event' ? 'Type' : name, ...rest] }];
  });
  return `// Event is an event of a key, as posted to its webhook and as read from its ledger. Its Type is one of the Event constants,
// or a type that this version does not know. De-duplicate by its ID.
type Event struct {
${writeFields(fields)}	// Data depends on the type: switch data := event.Data.(type) { case *parley.MessageReceived: … }.
	Data EventData \`json:"-"\`
	// Raw is the event as it arrived, with members that this version does not know.
	Raw json.RawMessage \`json:"-"\`
}

// EventData is a pointer to the data of an event, such as *MessageReceived, or *UnknownData.
type EventData interface{ isEventData() }
`;
}

function writeEvents({ events }: Shapes): string {
  const names = align(events.map(({ type }) => [`Event${exported(type)}`, `= "${type}"`]));
  const cases = events.map(({ type, data }) => `\tcase Event${exported(type)}:\n\t\treturn new(${data})\n`);
  const marks = align(events.map(({ data }) => [`func (*${data}) isEventData()`, '{}']));
  return `// The types of events.
const (
${names.map((line) => `\t${line}\n`).join('')})

${marks.join('\n')}

func newEventData(eventType string) EventData {
	switch eventType {
${cases.join('')}	}
	return nil
}
`;
}

function writeCodes({ codes }: Shapes): string {
  const rows = align(codes.map((code) => [`Code${exported(code)}`, `= "${code}"`]));
  return `// The error codes except missing_… and invalid_… of fields. docs/errors of Parley has advice for each.
const (
${rows.map((line) => `\t${line}\n`).join('')})
`;
}

/** All types of requests, answers and events, the event types and the error codes. */
export function writeModels(shapes: Shapes, methods: readonly SdkMethod[], version: string): string {
  const { structs, events } = shapes;
  const requests = reach(
    structs,
    methods.flatMap(({ input }) => (input ? [input.name] : [])),
  );
  const answers = reach(structs, [
    'ErrorBody',
    ...methods.map(({ answer }) => answer),
    ...events.map(({ data }) => data),
  ]);
  const written = [...structs.values()]
    .filter(({ name }) => requests.has(name) || answers.has(name))
    .map((struct) => writeStruct(struct, requests.has(struct.name)));
  const imports = 'import (\n\t"encoding/json"\n\t"time"\n)\n';
  const constant = `// Version of the API, which is the SDK's own.\nconst Version = "${version}"\n`;
  return [HEADER, imports, constant, writeCodes(shapes), writeEnvelope(shapes), writeEvents(shapes), ...written].join(
    '\n',
  );
}
