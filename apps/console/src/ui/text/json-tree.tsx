import { escapeHidden } from './visible-text.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Deeper and longer values are folded at first. */
const OPEN_DEPTH = 3;
const OPEN_LENGTH = 50;

interface NodeProps {
  /** Key of the value; undefined for the whole, and for an item of a list. */
  name?: string | undefined;
  value: Json;
  depth: number;
}

function Node({ name, value, depth }: NodeProps) {
  const label = name !== undefined && <bdi className="text-muted">{escapeHidden(name)}: </bdi>;
  if (value === null || typeof value !== 'object')
    return (
      <div className="break-words">
        {label}
        <bdi>{escapeHidden(JSON.stringify(value))}</bdi>
      </div>
    );
  const isList = Array.isArray(value);
  const members = Object.entries(value);
  return (
    <details open={depth < OPEN_DEPTH && members.length <= OPEN_LENGTH}>
      <summary className="cursor-pointer">
        {label}
        <span className="text-muted">{isList ? `[${members.length}]` : `{${members.length}}`}</span>
      </summary>
      <div className="ms-1 border-s border-line ps-4">
        {members.map(([member, inner]) => (
          <Node key={member} name={isList ? undefined : member} value={inner} depth={depth + 1} />
        ))}
      </div>
    </details>
  );
}

/** The value of a text, or undefined where it is not JSON. */
function readValue(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // safe: nothing else is JSON
  } catch {
    return undefined;
  }
}

/** A JSON text, formatted, whose objects and lists can be folded; any other text as it is. */
export function JsonTree({ text }: { text: string }) {
  const value = readValue(text);
  return (
    <div dir="ltr" className="min-w-0 rounded-lg bg-raised p-3 text-start font-mono text-sm">
      {value === undefined ? <p className="break-all whitespace-pre-wrap">{text}</p> : <Node value={value} depth={0} />}
    </div>
  );
}
