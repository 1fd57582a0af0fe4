/** Reads the parameters that the issuer added to the address, and removes them from the history. */
export function takeAnswer() {
  const { pathname, search } = window.location;
  const given = new URLSearchParams(search);
  window.history.replaceState(window.history.state, '', pathname);
  return { state: given.get('state'), code: given.get('code'), iss: given.get('iss'), isError: given.has('error') };
}
