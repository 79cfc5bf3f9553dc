declare module 'virtual:pages' {
  import type { Page } from '#web/kit/routes'
  export const pages: readonly Page[]
}
