/** Asks the sandbox; what it refuses is an error with its words. */
export async function ask(path, body) {
  const options =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(path, { cache: 'no-store', ...options });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.message ?? found.error);
  return found;
}
