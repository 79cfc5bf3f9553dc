// Somebody signed in whose organisation is not running yet: the state as the sign-in told it.
import type { SessionData } from '#contract/platform/session'
import { Button } from '#web/light/Button'
import { StateHead } from './State.tsx'

interface Props {
  org: SessionData['orgInfo']
  onFill: () => void
}

export function Signed({ org, onFill }: Props) {
  return (
    <section className="yy-card">
      <div className="body">
        <StateHead orgName={org.orgName} status={org.orgStatus} reason={org.rejectReason} />
      </div>
      <footer>
        <span />
        <a className="yy-button" href="#/state">
          查询进度
        </a>
        <Button kind="primary" onClick={onFill}>
          {org.orgStatus === 2 ? '修改后再提交' : '填写入驻资料'}
        </Button>
      </footer>
    </section>
  )
}
