// The figures beside the sections of system management.
import { systemManage } from '#contract/platform/systemManage'
import { askAs } from '#server/kit/askAs'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'

/** What the section's page needs; a release without the page has no figure. */
function mayOpen(who: Caller, path: string): boolean {
  const page = who.app.nouns.flatMap((noun) => Object.values(noun.pages)).find((one) => one.path === path)
  return page !== undefined && who.may(page.needs)
}

/** The section's page, and the list that it shows. */
const SECTIONS = {
  users: ['/systemmanage/user', 'platform.user.list'],
  roles: ['/systemmanage/role', 'platform.role.list'],
  depts: ['/systemmanage/dept', 'platform.dept.list'],
  rooms: ['/systemmanage/room', 'platform.room.list'],
  beds: ['/systemmanage/bed', 'platform.bed.list'],
} as const

type Section = keyof typeof SECTIONS

/** The list itself says how many it holds for the caller. */
async function figureOf(who: Caller, section: Section): Promise<number | null> {
  const [path, list] = SECTIONS[section]
  const fulfilled = who.app.handlers.get(list)
  if (!fulfilled || !mayOpen(who, path)) return null
  const page = await askAs(who.app, fulfilled, who, who.origin, { page: 1, size: 1 })
  return (page as { total: number }).total
}

export default implement(systemManage, {
  counts: async (_input, who) => {
    const sections = Object.keys(SECTIONS) as Section[]
    const figures = await Promise.all(sections.map(async (one) => [one, await figureOf(who, one)] as const))
    return Object.fromEntries(figures) as Record<Section, number | null>
  },
})
