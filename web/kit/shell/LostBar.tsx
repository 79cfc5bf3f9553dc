// Above the page while nothing comes from the server: what stands below is from then, and the way back is being tried. It
// takes its own room, so that it covers nothing, and goes by itself.
import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { secondsOf, useLine } from '#web/kit/line'
import './lostBar.css'

/** Figures that came before the loss: from when they are. */
export function AsOf() {
  const { lost, since } = useLine()
  if (!lost) return null
  return <span className="yy-as-of yy-small yy-one-line">截至 {since === null ? '打开页面时' : secondsOf(since)}</span>
}

export function LostBar() {
  const { lost, since } = useLine()
  // Counts of the menu, tiles and figures are greyed by this.
  useEffect(() => {
    document.documentElement.classList.toggle('yy-line-lost', lost)
    return () => document.documentElement.classList.remove('yy-line-lost')
  }, [lost])
  if (!lost) return null
  return (
    <p className="yy-lost yy-on yy-row yy-wrap yy-fixed yy-no-margin" role="alert">
      <WifiOff size={16} aria-hidden />
      <b>与服务器的连接中断</b>
      <span>
        {since === null ? '还没有收到数据' : `以下为 ${secondsOf(since)} 的内容`}，正在重连；恢复后自动更新，不必刷新
      </span>
    </p>
  )
}
