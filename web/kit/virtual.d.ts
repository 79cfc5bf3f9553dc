declare module 'virtual:pages' {
  import type { Page } from '#web/kit/routes'
  export const pages: readonly Page[]
}

/** The product's version, written in by the build. */
declare const __VERSION__: string
