/** A command that works in any shell unchanged: it lists the channels that the key may use. */
export const curlOf = ({ origin, slug, apiKey }: { origin: string; slug: string; apiKey: string }): string =>
  `curl -s '${origin}/${slug}/api/messaging/?action=channels' -H 'Authorization: Bearer ${apiKey}'`;
