// A page's own chunk, loaded with its first visit. A chunk that cannot be loaded (a new release, a lost connection)
// may be asked for again.
import type { ComponentType } from 'react'
import { CHUNK_TIMEOUT } from '#web/kit/constants'
import type { Page } from '#web/kit/routes'

export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

const loading = new Map<Page, Promise<ComponentType>>()
/** A page that is there is drawn at once: waiting even for an answer that has come makes a skeleton flash. */
const loaded = new Map<Page, ComponentType>()

export const loadedPage = (page: Page) => loaded.get(page)

export function loadPage(page: Page): Promise<ComponentType> {
  const known = loading.get(page)
  if (known) return known
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('页面文件没有在两分钟内到达')), CHUNK_TIMEOUT)
  })
  const made = Promise.race([page.load(), late])
    .then((module) => {
      loaded.set(page, module.default)
      return module.default
    })
    .catch((error: unknown) => {
      loading.delete(page)
      throw error instanceof ChunkError ? error : new ChunkError(error instanceof Error ? error.message : String(error))
    })
    .finally(() => clearTimeout(timer))
  loading.set(page, made)
  return made
}
