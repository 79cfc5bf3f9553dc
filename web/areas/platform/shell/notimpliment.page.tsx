import { closeTab, openPage } from '#web/kit/open'
import { PageState } from '#web/kit/shell/PageStates'

/** Menu entries of other systems may point here; no page of this product does. */
export default function NotImplemented() {
  return (
    <PageState
      title="未实现"
      text="页面正在开发中。菜单中的这一项在本系统没有对应页面，如需使用请联系管理员。"
      acts={
        <>
          <button type="button" className="yy-button" onClick={() => closeTab()}>
            关闭此页
          </button>
          <button type="button" className="yy-button is-primary" onClick={() => openPage('/home')}>
            回到工作台
          </button>
        </>
      }
    />
  )
}
