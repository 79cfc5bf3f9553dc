/** /live/live/list?status=1,4 → path and query, as the console reads it. */
export function parseAddress(address: string): { path: string; query: Record<string, string> } {
  const [path = '', query = ''] = address.split('?')
  return { path, query: Object.fromEntries(new URLSearchParams(query)) }
}
