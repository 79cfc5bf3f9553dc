// What one user sees: menu, every page and button with the reason, departments, and how many rows of each list.

import { Input, Segmented } from 'antd'
import { CircleAlert, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { DataOf } from '#contract/kit/call'
import { type ButtonData, type ByData, insight } from '#contract/platform/insight'
import type { MenuItem } from '#contract/platform/session'
import { UserStatus } from '#contract/platform/user'
import { classes } from '#web/kit/classes'
import { type DeptNode, deptTree } from '#web/kit/fields/department'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { MenuIcon } from '#web/kit/shell/menuIcon'

type View = DataOf<typeof insight.calls.user>

const reasonOf = (by: ByData): string =>
  ({
    admin: '机构管理员',
    preset: `预设角色${by.roles.map((name) => `「${name}」`).join('')}`,
    role: `角色${by.roles.map((name) => `「${name}」`).join('')}`,
    everyone: '所有人都有',
  })[by.kind]

function MenuOf({ menu }: { menu: readonly MenuItem[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const rail = menu.find((item) => item.menuId === chosen) ?? menu[0]
  if (!rail) return <Empty title="没有菜单" />
  const loose = rail.children.filter((item) => item.children.length === 0)
  return (
    <div className="yy-insight-menu yy-grid yy-hidden yy-edge yy-round">
      <ul className="yy-insight-rail yy-plain-list">
        {menu.map((item) => (
          <li key={item.menuId}>
            <button
              type="button"
              className={classes(
                'yy-rail-item yy-relative yy-tiny yy-row yy-middle yy-bare yy-no-padding yy-round',
                item === rail && 'is-current',
              )}
              onClick={() => setChosen(item.menuId)}
            >
              <MenuIcon icon={item.icon} size={18} />
              <span>{item.menuName}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="yy-insight-side">
        {loose.length > 0 && (
          <ul className="yy-plain-list">
            {loose.map((item) => (
              <li key={item.menuId}>{item.menuName}</li>
            ))}
          </ul>
        )}
        {rail.children
          .filter((item) => item.children.length > 0)
          .map((group) => (
            <section key={group.menuId}>
              <small className="yy-block yy-second yy-tiny">{group.menuName}</small>
              <ul className="yy-plain-list">
                {group.children.map((item) => (
                  <li key={item.menuId}>{item.menuName}</li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </div>
  )
}

/** Pages with their buttons, one line each; the reason stands once when it is the same for all. */
function RightsOf({ buttons }: { buttons: readonly ButtonData[] }) {
  const [typed, setTyped] = useState('')
  const word = typed.trim().toLowerCase()
  const places = useMemo(() => {
    const fits = (one: ButtonData) =>
      [one.authorityName, one.authorityCode, one.place].some((text) => text.toLowerCase().includes(word))
    const groups = new Map<string, ButtonData[]>()
    for (const one of buttons) {
      if (word !== '' && !fits(one)) continue
      const place =
        one.menuType === 'CUSTOM_FUNC' ? one.place : [one.place, one.authorityName].filter(Boolean).join(' › ')
      const list = groups.get(place)
      if (list) list.push(one)
      else groups.set(place, [one])
    }
    return [...groups].sort(([a], [b]) => a.localeCompare(b, 'zh'))
  }, [buttons, word])
  return (
    <>
      <Input
        allowClear
        prefix={<Search size={15} aria-hidden />}
        placeholder="搜索页面或按钮"
        aria-label="搜索页面或按钮"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="yy-insight-rights yy-above-8">
        {places.length === 0 && <Empty title={word === '' ? '没有任何权限' : `没有“${typed.trim()}”这项权限`} />}
        {places.map(([place, list]) => (
          <section key={place}>
            <header className="yy-strong">{place}</header>
            <p>
              {list.map((one) => (
                <span key={one.authorityCode} title={`${one.authorityCode}　${reasonOf(one.by)}`}>
                  {one.menuType === 'CUSTOM_FUNC' ? one.authorityName : '打开页面'}
                </span>
              ))}
            </p>
            <small className="yy-second yy-small">{[...new Set(list.map((one) => reasonOf(one.by)))].join('；')}</small>
          </section>
        ))}
      </div>
    </>
  )
}

function Depts({ nodes }: { nodes: readonly DeptNode[] }) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.value}>
          {node.title}
          {node.children.length > 0 && <Depts nodes={node.children} />}
        </li>
      ))}
    </ul>
  )
}

function ScopeOf({ view }: { view: View }) {
  const tree = deptTree(
    view.dataDepts.map((dept, sort) => ({ ...dept, sort }) as unknown as Parameters<typeof deptTree>[0][number]),
  )
  return (
    <>
      <PageCard
        title="数据范围"
        sub={view.allDepts ? '管理员，全部部门' : view.oneDept ? '一次只看一个部门' : `${view.dataDepts.length} 个部门`}
      >
        {view.dataDepts.length === 0 ? (
          <p className="yy-none">没有部门，只能看到不分部门的记录</p>
        ) : (
          <div className="yy-insight-depts">
            <Depts nodes={tree} />
          </div>
        )}
      </PageCard>
      <PageCard title="能看到多少" sub="按这个人的权限与数据范围现查" style={{ marginTop: 12 }}>
        <table className="yy-insight-counts yy-plain-table">
          <thead>
            <tr>
              <th className="yy-second yy-light">列表</th>
              <th className="yy-second yy-light">此人</th>
              <th className="yy-second yy-light">我</th>
            </tr>
          </thead>
          <tbody>
            {view.counts.map((one) => (
              <tr key={one.title}>
                <td>
                  {one.title}
                  {one.count !== null && !one.opens && (
                    <small className="yy-second yy-tiny" title="打不开列表页，但在表单里选择时能看到">
                      仅表单可选
                    </small>
                  )}
                </td>
                <td>{one.count === null ? one.refusal : `${one.count.toLocaleString('zh-CN')} ${one.unit}`}</td>
                <td>{one.mine === null ? '—' : `${one.mine.toLocaleString('zh-CN')} ${one.unit}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </PageCard>
    </>
  )
}

export function UserView({ userId }: { userId: string }) {
  const [landingEndId, setLandingEndId] = useState<string | null>(null)
  const { data, state } = useLoaded(
    insight.calls.user,
    { userId, landingEndId },
    // Somebody may be changing it at this very moment, to look here again.
    { what: '这个人的权限', lines: 12, fresh: true, keepPrevious: true, staleTime: 0 },
  )
  if (!data) return state
  const { person } = data
  return (
    <>
      <section className="yy-card yy-insight-head yy-row yy-wrap yy-pad-12-16">
        <b>{person.empName}</b>
        <span>{person.userName}</span>
        {person.userStatus === UserStatus.is.enabled ? (
          <StatusTag family="green">启用</StatusTag>
        ) : (
          <StatusTag family="grey">停用</StatusTag>
        )}
        {person.isAdmin && <StatusTag family="blue">机构管理员</StatusTag>}
        <span>{person.deptName ?? '没有部门'}</span>
        <span>角色：{person.roleNames.join('、') || '无'}</span>
        {data.landingEnds.length > 1 && (
          <Segmented
            options={data.landingEnds.map((end) => ({ value: end.landingEndId, label: end.landingEndName }))}
            value={data.landingEndId ?? ''}
            onChange={setLandingEndId}
          />
        )}
      </section>
      {data.obstacle && (
        <div className="yy-insight-obstacle yy-row yy-gap-8 yy-amber yy-round-card" role="alert">
          <CircleAlert size={16} aria-hidden />
          {data.obstacle}
        </div>
      )}
      <div className="yy-insight-grid yy-grid yy-start yy-gap-12">
        <PageCard title="菜单" sub="登录后左侧看到的">
          <MenuOf menu={data.menu} />
        </PageCard>
        <PageCard title="页面与按钮" sub={`${data.buttons.length} 项，附授权来源`}>
          <RightsOf buttons={data.buttons} />
        </PageCard>
        <div>
          <ScopeOf view={data} />
        </div>
      </div>
    </>
  )
}
