declare module 'virtual:pages' {
  import type { Page, PageAhead } from '#web/kit/routes'
  export const pages: readonly Page[]
  /** What the console begins with. */
  export const startCall: PageAhead
}

/** The product's version, written in by the build. */
declare const __VERSION__: string
