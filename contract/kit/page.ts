// A page of the console, declared with its noun; its file is web/areas/<area>/<noun>/<key>.page.tsx. The routes
// of the web and the menu that the server seeds are both made from this.

/** Level-1 entries of the menu, in rail order. */
export type RailKey =
  | 'bench'
  | 'live'
  | 'expense'
  | 'nursing'
  | 'monitor'
  | 'drug'
  | 'administration'
  | 'warehouse'
  | 'homecare'
  | 'education'
  | 'government'
  | 'archives'
  | 'setting'

/** Stands in a declared filter for the month in which the page is opened. */
export const THIS_MONTH = '@month'
/** … for so many months before it, for the first day of that month, and for the day itself. */
export const monthsAgo = (count: number) => `@month-${count}`
export const monthsAgoByDay = (count: number) => `@day-${count}`
export const TODAY = '@today'

type Values = Readonly<Record<string, string | number>>

/**
 * What a page asks for first. A paged list is asked for its first page, any other call for what the address names; the
 * page itself asks with the same input, so that nothing is asked for twice.
 */
export interface AheadDef {
  /** A GET call of the same noun, or another's by its whole key. */
  call: string
  /** Always part of the query, and not shown. */
  fixed?: Values
  /** Lists: the filter that a first visit starts with. */
  start?: Values
  /** Inputs that have another name in the address: { tradeMonthId: 'billId' }. */
  from?: Readonly<Record<string, string>>
}

export interface PageDef {
  path: string
  alias?: string
  title: string
  /** Detail and add pages are no tabs. */
  tab: boolean
  /** Fills the window, menu and tabs included; they are built when the page stands. */
  covers?: boolean
  /** What it shows first: asked for while its files are on their way. The name of a call where nothing else is to say. */
  ahead?: string | AheadDef
  /** Permission expression; signedIn for pages everyone has. */
  needs: string
  /** Where it stands in the menu; pages without it are reached from other pages. */
  menu?: { rail: RailKey; group: string; order: number; ends?: readonly ('WEB' | 'OPEX')[] }
}
