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

export interface PageDef {
  path: string
  alias?: string
  title: string
  /** Detail and add pages are no tabs. */
  tab: boolean
  /** Fills the window, menu and tabs included; they are built when the page stands. */
  covers?: boolean
  /** A GET call of the same noun, without input, that a page opened by its address needs: asked for before its files. */
  ahead?: string
  /** Permission expression; signedIn for pages everyone has. */
  needs: string
  /** Where it stands in the menu; pages without it are reached from other pages. */
  menu?: { rail: RailKey; group: string; order: number; ends?: readonly ('WEB' | 'OPEX')[] }
}
