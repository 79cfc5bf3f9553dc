// System management: the pages about people, rights and rooms behind one door. Each section is the page itself, in a
// frame of its own, so that its filters and columns are its own as well.
import { Suspense, useContext, useMemo, useState } from 'react'
import { systemManage } from '#contract/platform/systemManage'
import { FrameContext, usePageParams, usePageState } from '#web/kit/open'
import { routes } from '#web/kit/pages'
import { Empty } from '#web/kit/parts/Empty'
import { useMay } from '#web/kit/permission'
import { usePreference } from '#web/kit/preferences'
import { useCall } from '#web/kit/query'
import type { Page } from '#web/kit/routes'
import { MenuIcon } from '#web/kit/shell/menuIcon'
import { PageSkeleton } from '#web/kit/shell/PageSkeleton'
import { PageGuard } from '#web/kit/shell/PageStates'
import { PageView } from '#web/kit/shell/PageView'
import './systemManage.css'

type Figure = 'users' | 'roles' | 'depts' | 'rooms' | 'beds'

interface Section {
  key: string
  title: string
  path: string
  icon: string
  figure?: Figure
}

const SECTIONS: readonly Section[] = [
  { key: 'user', title: '用户', path: '/systemmanage/user', icon: 'users', figure: 'users' },
  { key: 'role', title: '角色', path: '/systemmanage/role', icon: 'shield-check', figure: 'roles' },
  { key: 'menu', title: '菜单', path: '/systemmanage/menu', icon: 'layout-grid' },
  { key: 'dept', title: '部门', path: '/systemmanage/dept', icon: 'building-2', figure: 'depts' },
  { key: 'location', title: '区域', path: '/systemmanage/location', icon: 'map-pin' },
  { key: 'room', title: '房间', path: '/systemmanage/room', icon: 'house', figure: 'rooms' },
  { key: 'bed', title: '床位', path: '/systemmanage/bed', icon: 'bed-double', figure: 'beds' },
  { key: 'job', title: '岗位', path: '/systemmanage/job', icon: 'contact' },
  { key: 'landingEnd', title: '登录端', path: '/systemmanage/landingEnd', icon: 'smartphone' },
  { key: 'loginLog', title: '登录日志', path: '/systemSetting/loginLog', icon: 'scroll-text' },
  { key: 'commonSet', title: '通用设置', path: '/systemmanage/commonSet', icon: 'settings' },
  { key: 'insight', title: '权限查询', path: '/systemmanage/insight', icon: 'user-round-cog' },
]

const sections = SECTIONS.flatMap((section) => {
  const page = routes.match(section.path)?.page
  return page ? [{ ...section, page }] : []
})

/** The page inside its own frame: address and kept state are the section's, not those of the tab around it. */
function SectionFrame({ section }: { section: Section & { page: Page } }) {
  const outer = useContext(FrameContext)!
  const [round, setRound] = useState(0)
  const frame = useMemo(() => {
    const name = `section:${section.key}`
    const kept = (outer.kept.get(name) as Map<string, unknown> | undefined) ?? new Map<string, unknown>()
    outer.kept.set(name, kept)
    const { section: _, ...query } = outer.query
    // The number of no tab: a page that closes or renames its tab must not reach the one around it.
    return { ...outer, id: -1, address: section.path, page: section.page, params: {}, query, menuId: null, kept }
  }, [outer, section])
  return (
    <FrameContext value={frame}>
      <PageGuard key={round} title={section.title} onRetry={() => setRound(round + 1)}>
        <Suspense fallback={<PageSkeleton />}>
          <PageView page={section.page} />
        </Suspense>
      </PageGuard>
    </FrameContext>
  )
}

export default function SystemManage() {
  const may = useMay()
  const params = usePageParams<'section'>()
  const [last, setLast] = usePreference<string>('systemManage.section', 'user')
  const [chosen, setChosen] = usePageState<string>('section', params.section ?? last)
  const { data } = useCall(systemManage.calls.counts, {}, { silent: true, staleTime: 0 })
  const open = sections.filter((section) => may(section.page.needs))
  const current = open.find((one) => one.key === chosen) ?? open[0]
  if (!current) {
    return (
      <section className="yy-card">
        <Empty title="这里没有您能打开的内容" text="用户、角色、部门、房间等管理权限由机构管理员分配。" />
      </section>
    )
  }
  return (
    <div className="yy-manage yy-tall yy-grid yy-gap-12 yy-low">
      <nav className="yy-card yy-manage-rail" aria-label="系统管理">
        {open.map((section) => {
          const count = section.figure ? data?.[section.figure] : undefined
          return (
            <button
              key={section.key}
              type="button"
              className="yy-entry"
              aria-current={section === current ? 'page' : undefined}
              onClick={() => {
                setChosen(section.key)
                setLast(section.key)
              }}
            >
              <MenuIcon icon={section.icon} size={16} />
              <span>{section.title}</span>
              {typeof count === 'number' && (
                <small className="yy-second yy-small yy-light">{count.toLocaleString('zh-CN')}</small>
              )}
            </button>
          )
        })}
      </nav>
      <div className="yy-manage-page yy-narrow yy-low">
        <SectionFrame key={current.key} section={current} />
      </div>
    </div>
  )
}
