import { openPage } from '#web/kit/open'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useSession } from '#web/kit/session'

const KEYS: readonly [keys: string, what: string][] = [
  ['Ctrl + K', '搜索页面、老人、员工和操作'],
  ['Enter', '在查询条件中按下即查询'],
  ['Esc', '关闭最上面的一层'],
  ['Ctrl + Enter', '提交表单'],
  ['↑ ↓', '在表格和搜索结果中移动'],
  ['← →', '在标签之间移动（标签获得焦点时）'],
  ['Delete', '关闭获得焦点的标签'],
]

const HINTS: readonly string[] = [
  '点左侧图标换一组功能，再点菜单项打开页面；每个页面是一个标签，切换时填写的内容不会丢。',
  '菜单项右侧的星号可把页面放进工作台的“常用”，在那里可拖动排序。',
  '导出和批量打印可以离开页面，进度在右上角打印图标里，完成后铃铛提醒。',
  '登录过期时，没有保存的表单会留作草稿，同一账号再次登录后可以继续填写。',
]

export default function HelpDrawer({ onClose }: { onClose(): void }) {
  const org = useSession((state) => state.user?.orgInfo.orgName)
  return (
    <SideDrawer open title="使用帮助" onClose={onClose}>
      <h3 className="yy-help-title">快捷键</h3>
      <dl className="yy-keys yy-no-margin">
        {KEYS.map(([keys, what]) => (
          <div className="yy-row yy-under" key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd className="yy-no-margin">{what}</dd>
          </div>
        ))}
      </dl>
      <h3 className="yy-help-title">怎样工作</h3>
      <ul className="yy-help-list yy-no-margin">
        {HINTS.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <h3 className="yy-help-title">遇到问题</h3>
      <p>
        出错时屏幕上有一个以 E- 开头的编号，请把它告诉{org ?? '本机构'}的信息科。
        <button
          type="button"
          className="yy-link"
          onClick={() => {
            onClose()
            openPage('/versionsLog')
          }}
        >
          查看版本记录
        </button>
      </p>
    </SideDrawer>
  )
}
