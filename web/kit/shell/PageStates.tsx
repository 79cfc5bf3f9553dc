// What stands in a page's place when it cannot be shown.
import { Component, type ReactNode } from 'react'
import { errorId } from '#web/kit/errorText'
import { noteError } from '#web/kit/frontLog'
import { closeTab, openPage } from '#web/kit/open'
import { ChunkError } from '#web/kit/shell/pageFiles'

interface StateProps {
  title: string
  text: ReactNode
  acts: ReactNode
}

export const PageState = ({ title, text, acts }: StateProps) => (
  <div className="yy-page-state yy-center-text yy-grid yy-gap-8 yy-flex-1 yy-white yy-edge yy-round-card" role="alert">
    <h1>{title}</h1>
    <p>{text}</p>
    <div>{acts}</div>
  </div>
)

const Home = () => (
  <button type="button" className="yy-button is-primary" onClick={() => openPage('/home')}>
    回到工作台
  </button>
)
const Close = () => (
  <button type="button" className="yy-button" onClick={() => closeTab()}>
    关闭此页
  </button>
)

export const NotFound = ({ address }: { address: string }) => (
  <PageState
    title="页面不存在"
    text={`没有地址为 ${address} 的页面。它可能已改名或移动，请从左侧菜单或 Ctrl+K 搜索打开。`}
    acts={
      <>
        <Close />
        <Home />
      </>
    }
  />
)

export const NotAllowed = ({ title }: { title: string }) => (
  <PageState
    title={`没有“${title}”的权限`}
    text="您的角色不能打开此页。需要使用时，请联系管理员在角色中开通。"
    acts={
      <>
        <Close />
        <Home />
      </>
    }
  />
)

interface GuardProps {
  title: string
  onRetry(): void
  children: ReactNode
}

/** One page's script error stays inside its tab. */
export class PageGuard extends Component<GuardProps, { failure: { error: unknown; id: string } | null }> {
  override state: { failure: { error: unknown; id: string } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error, id: errorId() } }
  }

  override componentDidCatch(error: unknown) {
    const message = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error)
    noteError(9999, `${this.props.title}: ${message}`, this.state.failure?.id ?? errorId())
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    const chunk = failure.error instanceof ChunkError
    return (
      <PageState
        title={chunk ? `“${this.props.title}”没有打开` : `“${this.props.title}”出错了`}
        text={
          chunk
            ? '页面文件没有取到：网络中断，或系统刚刚更新。重新载入后即可继续，已打开的标签会保留。'
            : `其他标签不受影响，已保存的数据没有变化。编号 ${failure.id}，报修时请告诉信息科。`
        }
        acts={
          <>
            <button
              type="button"
              className="yy-button"
              onClick={() => (chunk ? window.location.reload() : this.props.onRetry())}
            >
              {chunk ? '重新载入系统' : '重新打开此页'}
            </button>
            <Home />
          </>
        }
      />
    )
  }
}
