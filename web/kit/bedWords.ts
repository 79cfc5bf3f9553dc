// What a bed is found by, wherever beds are chosen: 402-02, 402 02, 40202, 402室02床, and whoever lies there, by name or by
// its first letters.
import { searchText } from '#web/kit/initials'

const bare = (name: string, ending: RegExp) => name.trim().replace(ending, '')

/** The ways its number is typed. */
export function bedNumbers(roomName: string, bedName: string): string {
  const room = bare(roomName, /室$/)
  const bed = bare(bedName, /床$/)
  const beds = [...new Set([bed, bed.replace(/^0+(?=.)/, '')])]
  return [
    ...beds.flatMap((one) => [`${room}-${one}`, `${room} ${one}`, `${room}${one}`]),
    `${roomName}${bedName}`,
  ].join('\n')
}

interface Named {
  roomName: string
  bedName: string
}

/** 松鹤楼>2层>203室>02床 ends with the room and the bed. */
export function bedOfPath(path: string): Named {
  const parts = path.split('>')
  return { roomName: parts.at(-2) ?? '', bedName: parts.at(-1) ?? '' }
}

/** `more`: names, with the readings the server knows. */
export const bedSearch = (
  { roomName, bedName }: Named,
  path: string,
  ...more: readonly (string | null | undefined)[]
) =>
  [
    searchText(path),
    bedNumbers(roomName, bedName).toLowerCase(),
    ...more.map((one) => (one ? searchText(one) : '')),
  ].join('\n')
