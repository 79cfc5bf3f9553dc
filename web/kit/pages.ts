// The pages of this build as one route table; two pages with the same path stop the console from starting.
import { pages } from 'virtual:pages'
import { routeTable } from '#web/kit/routes'

export const routes = routeTable(pages)

/** The page's own path, whatever alias led to it. */
export const realPath = (target: string) => routes.match(target)?.path
