// Oneself: profile, password, how the console looks, leaving.
import type { MenuProps } from 'antd'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { themes } from '#contract/platform/config'
import { openPage, tabs } from '#web/kit/open'
import { MenuButton } from '#web/kit/parts/menu'
import { type Density, PREFERENCE, usePreference } from '#web/kit/preferences'
import { queryClient } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { Photo } from '#web/kit/shell/Photo'
import { signOut } from '#web/kit/signOut'
import { loadMenu, loadProfile } from '#web/kit/startup'
import { themeColors } from '#web/kit/themeColors'
import { toast } from '#web/kit/toast'

const OwnPassword = lazy(() => import('#web/kit/shell/OwnPassword'))

const DENSITIES: readonly [Density, string][] = [
  ['default', '适中（行高 40）'],
  ['compact', '紧凑（行高 34）'],
  ['loose', '宽松（行高 48）'],
]

const checked = (label: string, on: boolean) => (
  <span className="yy-inline yy-between yy-gap-16 yy-wide">
    {label}
    {on && <Check size={14} aria-label="已选" />}
  </span>
)

async function toggleFullScreen() {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    toast.warning('浏览器不允许全屏，请按 F11')
  }
}

async function chooseLandingEnd(landingEndId: string, name: string) {
  await loadMenu(landingEndId)
  await loadProfile()
  queryClient.clear()
  openPage(tabs.closeAll())
  tabs.remake()
  toast.success(`已切换到${name}`)
}

export function AccountMenu() {
  const user = useSession((state) => state.user)
  const landingEndId = useSession((state) => state.landingEndId)
  const orgTheme = useSession((state) => state.config.systemThemeColor.Theme)
  const [theme, setTheme] = usePreference<string>(PREFERENCE.theme, '')
  const [large, setLarge] = usePreference(PREFERENCE.largeText, false)
  const [density, setDensity] = usePreference<Density>(PREFERENCE.density, 'default')
  const [password, setPassword] = useState(false)
  if (!user) return null
  const orgThemeTitle = themes.find((one) => one.key === orgTheme)?.title ?? ''
  const ends = user.landingEndList
  const items: MenuProps['items'] = [
    {
      key: 'who',
      disabled: true,
      className: 'yy-account-facts',
      label: (
        <>
          <span>
            账号 {user.username}，上次登录 {user.lastLoginTime ?? '无'}
          </span>
          <span>本次登录地址 {user.ipAddress}</span>
        </>
      ),
    },
    { type: 'divider' },
    { key: 'profile', label: '个人资料' },
    { key: 'password', label: '修改密码' },
    ...(ends.length > 1
      ? [
          {
            key: 'end',
            label: '切换登录端',
            children: ends.map((end) => ({
              key: `end:${end.landingEndId}`,
              label: checked(end.landingEndName, end.landingEndId === landingEndId),
            })),
          },
        ]
      : []),
    { type: 'divider' },
    {
      key: 'theme',
      label: '主题颜色',
      children: [
        { key: 'theme:', label: checked(`跟随机构（${orgThemeTitle}）`, theme === '') },
        ...themes.map((one) => ({
          key: `theme:${one.key}`,
          icon: <i className="yy-dot" style={{ background: themeColors[one.key].brand }} />,
          label: checked(one.title, theme === one.key),
        })),
      ],
    },
    { key: 'large', label: checked('大字', large) },
    {
      key: 'density',
      label: '列表密度',
      children: DENSITIES.map(([key, label]) => ({ key: `density:${key}`, label: checked(label, density === key) })),
    },
    { key: 'full', label: '全屏' },
    { type: 'divider' },
    { key: 'out', label: '退出登录' },
  ]
  const onClick: MenuProps['onClick'] = ({ key }) => {
    const [what, value = ''] = key.split(/:(.*)/s)
    if (what === 'profile') openPage('/home/profile')
    else if (what === 'password') setPassword(true)
    else if (what === 'theme') setTheme(value)
    else if (what === 'large') setLarge(!large)
    else if (what === 'density') setDensity(value as Density)
    else if (what === 'full') void toggleFullScreen()
    else if (what === 'out') void signOut()
    else if (what === 'end' && value !== landingEndId) {
      void chooseLandingEnd(value, ends.find((end) => end.landingEndId === value)?.landingEndName ?? '')
    }
  }
  return (
    <>
      <MenuButton
        menu={() => ({ items, onClick, className: 'yy-account-menu' })}
        className="yy-account yy-row yy-gap-8 yy-fixed yy-bare yy-ink yy-left yy-round"
      >
        <Photo name={user.empInfo.empName} picture={user.empInfo.workingPicture} size={30} />
        <span>
          <b>{user.empInfo.empName}</b>
          <small>{user.jobInfo.jobName ?? user.deptInfo?.deptName ?? user.orgInfo.orgName}</small>
        </span>
        <span className="yy-heard">，账户菜单</span>
      </MenuButton>
      <Suspense fallback={null}>{password && <OwnPassword onClose={() => setPassword(false)} />}</Suspense>
    </>
  )
}
