// Global search: pages and staff here, the rest from the areas that take part.

import { AuthorityKind, MenuStatus } from '#contract/platform/authority'
import { type SearchHitData, shell } from '#contract/platform/shell'
import { STAFF_GONE } from '#contract/platform/staff'
import type { Caller } from '#server/kit/caller'
import { areas } from '#server/kit/contributions'
import { HITS_PER_KIND, type SearchWords, searchWords, titleRank } from '#server/kit/search'

interface PageRow {
  id: string
  code: string
  name: string
  rail: string | null
  group: string | null
  menuType: string
  pageUrl: string | null
  icon: string
}

/** The pages of the menu under the names the administrator gave them, for the landing end the caller is in. */
const PAGES = `select a.authority_id as id, a.authority_code as code, a.authority_name as name, a.menu_type as "menuType",
  a.page_url as "pageUrl", coalesce(nullif(a.icon, ''), r.icon, '') as icon, g.authority_name as "group", r.authority_name as rail
from authority a
  left join authority g on g.authority_id = a.parent_id
  left join authority r on r.authority_id = g.parent_id
where a.type = ${AuthorityKind.is.entry} and a.status = ${MenuStatus.is.shown}
  and coalesce(g.status, ${MenuStatus.is.shown}) = ${MenuStatus.is.shown}
  and coalesce(r.status, ${MenuStatus.is.shown}) = ${MenuStatus.is.shown}
  and (a.page_url is not null or a.menu_type = 'IN_LINK')
  and ($1::text is null or a.ends ? (select landing_end_code from landing_end where landing_end_id = $1))
order by r.sort, g.sort, a.sort`

/** Pages of the shell that everyone has and no menu names. */
const besideMenu: readonly PageRow[] = [shell.pages.profile, shell.pages.versions].map((page) => ({
  id: page.path,
  code: '',
  name: page.title,
  rail: null,
  group: null,
  menuType: 'FUNC',
  pageUrl: page.path,
  icon: '',
}))

function rankOfAll(words: readonly string[], title: string): number | null {
  let worst = 0
  for (const word of words) {
    const one = titleRank(word, title)
    if (one === null) return null
    worst = Math.max(worst, one)
  }
  return worst
}

async function findPages(who: Caller, { words }: SearchWords): Promise<SearchHitData[]> {
  const found = await who.app.pool.query<PageRow>({ name: 'search_pages', text: PAGES, values: [who.landingEndId] })
  const needs = new Map(who.app.nouns.flatMap((noun) => Object.values(noun.pages)).map((one) => [one.path, one.needs]))
  const mayOpen = (row: PageRow) => {
    const expression = row.pageUrl === null ? undefined : needs.get(row.pageUrl)
    return who.codes.has(row.code) || (expression !== undefined && who.may(expression))
  }
  return [...found.rows, ...besideMenu]
    .filter(mayOpen)
    .map((row) => ({ row, rank: rankOfAll(words, row.name) }))
    .filter((one): one is { row: PageRow; rank: number } => one.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, HITS_PER_KIND)
    .map(({ row }) => ({
      kind: 'page',
      title: row.name,
      subtitle: [row.rail, row.group].filter(Boolean).join(' › '),
      route: row.menuType === 'IN_LINK' ? `/home/iframe/${row.id}` : (row.pageUrl ?? ''),
      icon: row.icon || null,
    }))
}

const STAFF_NEEDS = 'platform:user:list|saveUser|updateUser'
const STAFF_PAGE = '/systemmanage/user'

/** Names and phones by any part, pinyin and initials from the beginning of one of their readings. */
const staffWord = (name: string, pinyin: string) =>
  `(e.emp_name like ${name} or ' ' || e.initials like ${pinyin} or ' ' || e.pinyin like ${pinyin}
    or e.phone_num like ${name} or d.dept_name like ${name})`

const staffText = (
  words: number,
) => `select e.emp_id as id, e.emp_name as name, e.phone_num as phone, d.dept_name as dept,
  e.dept_id as "deptId",
  (select string_agg(j.job_name, '、' order by j.job_name) from employee_job ej join job j using (org_id, job_id)
    where ej.org_id = e.org_id and ej.emp_id = e.emp_id) as jobs
from employee e left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
where e.org_id = $1 and e.status not in (${STAFF_GONE})
  and ${Array.from({ length: words }, (_, i) => staffWord(`$${2 * i + 3}`, `$${2 * i + 4}`)).join(' and ')}
order by e.emp_name = $2 desc, e.emp_name like $2 || '%' desc, e.sort, e.emp_id limit ${HITS_PER_KIND}`

const escaped = (text: string) => text.replace(/[\\%_]/g, (char) => `\\${char}`)

interface StaffRow {
  id: string
  name: string
  phone: string | null
  dept: string | null
  deptId: string | null
  jobs: string | null
}

async function findStaff(who: Caller, { text, words }: SearchWords): Promise<SearchHitData[]> {
  if (!who.isAdmin && !who.may(STAFF_NEEDS)) return []
  const values = words.flatMap((word) => [`%${escaped(word)}%`, `% ${escaped(word.toLowerCase())}%`])
  const found = await who.app.pool.query<StaffRow>({
    name: `search_staff_${words.length}`,
    text: staffText(words.length),
    values: [who.orgId, escaped(text), ...values],
  })
  const page = who.app.nouns.some((noun) => Object.values(noun.pages).some((one) => one.path === STAFF_PAGE))
  const mine = (deptId: string | null) => who.deptIds === null || deptId === null || who.deptIds.includes(deptId)
  return found.rows.map(({ id, name, phone, dept, deptId, jobs }) => ({
    kind: 'staff',
    id,
    title: name,
    subtitle: [dept, jobs, phone].filter(Boolean).join(' · '),
    // Without a page of its own a person is an answer in itself: where they work and how to call them.
    route: page && mine(deptId) ? `${STAFF_PAGE}?empId=${id}` : '',
    icon: null,
  }))
}

export async function searchEverything(who: Caller, typed: string, kind: string | null): Promise<SearchHitData[]> {
  const keyword = searchWords(typed)
  if (keyword.words.length === 0) return []
  const found = await Promise.all([findPages, findStaff, ...areas().searches].map((find) => find(who, keyword)))
  return found.flat().filter((hit) => kind === null || hit.kind === kind)
}
