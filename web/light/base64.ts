/** Base64 of the UTF-8 bytes of a text; `btoa` alone refuses anything beyond Latin letters. */
export function base64Of(text: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}
