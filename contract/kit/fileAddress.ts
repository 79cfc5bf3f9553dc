// The address of an uploaded file. It names one file by its id, and nothing else in it counts: an address that holds a
// second one is refused wherever it comes in.
import { String as Str, type TString } from '@sinclair/typebox'

const OWN = String.raw`\/files\/([\w\-]{1,64})(?:\/[^\/]*)?`
/** Some clients put the host before it. */
const HOST = String.raw`(?:[A-Za-z]+:\/\/[^\/\s]+\/*)?`
const ADDRESS = new RegExp(`^${HOST}${OWN}$`)

/** The id in a file's address; null for addresses of something else. */
export const fileIdOf = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null

/** Anything else: a picture of another server, or one that came with the console; no file of ours in disguise. */
const ELSEWHERE = String.raw`(?!.*[fF][iI][lL][eE][sS][\/\\%&])[^\s"'<>]+`
const ROOTED = String.raw`(?!.*[fF][iI][lL][eE][sS][\/\\%&])\/[^\s\\]+`

/**
 * A field that takes the address of an uploaded file; `rooted`: of this server, whatever it is. Whether the caller may name that file is checked for every call.
 */
export const fileAddress = (title: string, rule: { max?: number; hint?: string; rooted?: true } = {}): TString =>
  Str({
    title,
    minLength: 1,
    maxLength: rule.max ?? 300,
    pattern: rule.rooted ? `^(?:${OWN}|${ROOTED})$` : `^(?:${HOST}${OWN}|${ELSEWHERE})$`,
    hint: rule.hint ?? '应为上传后得到的文件地址，请重新上传',
    'x-file': true,
  })
