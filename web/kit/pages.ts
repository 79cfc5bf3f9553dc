// The pages of this build as one route table; two pages with the same path stop the console from starting.
import { pages } from 'virtual:pages'
import { routeTable } from '#web/kit/routes'

export const routes = routeTable(pages)
