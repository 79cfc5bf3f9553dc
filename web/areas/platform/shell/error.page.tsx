import { openPage, usePageParams } from '#web/kit/open'
import { PageState } from '#web/kit/shell/PageStates'

/** Code and message come in the address and are shown as text only. */
export default function ErrorPage() {
  const { code, message } = usePageParams<'code' | 'message'>()
  return (
    <PageState
      title={code ? `出错了（${code}）` : '出错了'}
      text={message ?? '这一步没有完成。已保存的数据没有变化，请回到工作台再试一次。'}
      acts={
        <button type="button" className="yy-button is-primary" onClick={() => openPage('/home')}>
          回到工作台
        </button>
      }
    />
  )
}
