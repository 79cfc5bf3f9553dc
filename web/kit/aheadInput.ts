// What a page will ask for first, told from its declaration and its address alone.
import type { Call } from '#contract/kit/call'
import { dayText, monthText } from '#contract/kit/clock'
import { THIS_MONTH, TODAY } from '#contract/kit/page'
import { pageSizeFor } from '#web/kit/constants'
import { type Filter, listInput } from '#web/kit/list/listQuery'
import type { Match, PageAhead } from '#web/kit/routes'

const PAGING = ['page', 'size', 'orderBy']

/** As much of a call as it takes to send it and to find its answer again. */
const callOf = ({ key, path, needs }: PageAhead) =>
  ({ kind: 'call', method: 'GET', key, path, needs }) as unknown as Call

/** What stands for a month or a day, told now; anything else is itself. */
function toldNow(value: string | number): string | number {
  if (value === THIS_MONTH) return monthText(Date.now())
  if (value === TODAY) return dayText(Date.now())
  const ago = /^@(month|day)-(\d+)$/.exec(String(value))
  if (!ago) return value
  const [year, month] = monthText(Date.now()).split('-').map(Number) as [number, number]
  const first = new Date(Date.UTC(year, month - 1 - Number(ago[2]), 1)).toISOString()
  return first.slice(0, ago[1] === 'month' ? 7 : 10)
}

/** The filter a first visit starts with. */
export const startOf = (ahead: PageAhead | undefined): Filter =>
  Object.fromEntries(Object.entries(ahead?.start ?? {}).map(([name, value]) => [name, toldNow(value)]))

/** Values of the address as the call wants them. */
export function askedOf(
  { names, numbers }: Pick<PageAhead, 'names' | 'numbers'>,
  params: Readonly<Record<string, string | undefined>>,
): Filter {
  const asked: Record<string, unknown> = {}
  for (const name of names) {
    const value = params[name]
    if (value === undefined || value === '' || PAGING.includes(name)) continue
    asked[name] = numbers.includes(name) && Number.isFinite(Number(value)) ? Number(value) : value
  }
  return asked
}

/** `ownStart`: the user has a filter of their own that this list starts with. */
export function aheadRequest(
  { page, params, query }: Pick<Match, 'page' | 'params'> & { query: Readonly<Record<string, string>> },
  ownStart: boolean,
): { call: Call; input: Record<string, unknown> } | null {
  const { ahead } = page
  if (!ahead) return null
  const given: Record<string, string | undefined> = { ...query, ...params }
  for (const [name, other] of Object.entries(ahead.from ?? {})) given[name] = given[other]
  const asked = askedOf(ahead, given)
  if (ahead.list) {
    if (ownStart && Object.keys(asked).length === 0) return null
    const state = {
      filter: { ...startOf(ahead), ...asked },
      page: 1,
      size: pageSizeFor(window.screen.width),
      sort: null,
    }
    return { call: callOf(ahead), input: listInput(state, ahead.fixed ?? {}) }
  }
  // Without what it is about there is nothing to ask.
  const missing = [...ahead.path.matchAll(/\{(\w+)\}/g)].some((match) => asked[match[1]!] === undefined)
  return missing ? null : { call: callOf(ahead), input: { ...ahead.fixed, ...asked } }
}
