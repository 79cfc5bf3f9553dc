// Before there is anybody to sign in to: how far the first start or an upgrade is. It gives way by itself.
import { useEffect, useState } from 'react'

const READY = '/health/ready'
const EVERY = 1000

interface Preparing {
  percent: number
  doing: string
  upgrade?: boolean
}

/** Undefined: nobody answers just now, as between the door of the start and the product. */
async function ask(): Promise<{ ready: boolean; preparing?: Preparing } | undefined> {
  try {
    const answer = await fetch(READY, { cache: 'no-store' })
    return await answer.json()
  } catch {
    return undefined
  }
}

export const isPreparing = (search: string) => new URLSearchParams(search).has('preparing')

export function Preparing() {
  const [state, setState] = useState<Preparing | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    let upgrade = false
    const look = async () => {
      const answer = await ask()
      if (gone) return
      // Whoever was at work goes on where they were; the address keeps its page behind the #.
      if (answer?.ready) return window.location.replace(upgrade ? `./${window.location.hash}` : 'login.html')
      if (answer?.preparing) {
        upgrade = answer.preparing.upgrade === true
        setState(answer.preparing)
      }
      timer = setTimeout(look, EVERY)
    }
    void look()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  const percent = state?.percent ?? 0
  return (
    <section aria-label="系统准备进度">
      <h1>{state?.upgrade ? '系统正在升级' : '正在准备数据'}</h1>
      <p className="yy-lead">
        {state?.upgrade
          ? '数据会先备份再升级，完成后自动回到原来的页面，不用刷新。'
          : '首次启动需要准备一次，完成后这里会自动出现登录框，不用刷新。'}
      </p>
      <div
        className="yy-preparing"
        role="progressbar"
        aria-label="准备进度"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className="yy-preparing-words yy-flex yy-between yy-second">
        <span>正在{state?.doing ?? '启动'}</span>
        <strong>{percent}%</strong>
      </p>
    </section>
  )
}
