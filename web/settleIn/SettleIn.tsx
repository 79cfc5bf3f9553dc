import { useState } from 'react'
import type { SessionData } from '#contract/platform/session'
import { LOGIN_PAGE } from '#web/kit/constants'
import { perSession } from '#web/kit/storage'
import { Mark } from '#web/light/Mark'
import { usePreload } from '#web/light/preload'
import { Toasts } from '#web/light/toast'
import { useHash } from '#web/light/useHash'
import { type Again, Apply } from './Apply.tsx'
import { draftOf, emptyValues } from './draft.ts'
import { Lookup } from './Lookup.tsx'
import { keepReceipt, keptReceipt, type Receipt } from './receipt.ts'
import { Signed } from './Signed.tsx'
import { State } from './State.tsx'

type OrgInfo = SessionData['orgInfo']

/** Views: `#/` apply, `#/state` the state of one application, `#/again` a refused one put right. */
export function SettleIn() {
  const hash = useHash()
  const preload = usePreload('机构入驻')
  /** Who comes from the login page is known there already. */
  const [signed] = useState(() => perSession.get<OrgInfo>('settleIn-state'))
  const [receipt, setReceipt] = useState<Receipt | null>(keptReceipt)
  const [asking, setAsking] = useState(receipt === null)
  const [unknown, setUnknown] = useState<string | null>(null)
  const [fresh, setFresh] = useState(false)
  const [again, setAgain] = useState<Again | null>(null)

  const show = (view: '#/' | '#/state' | '#/again') => {
    window.location.hash = view
  }

  const sent = (got: Receipt) => {
    keepReceipt(got)
    perSession.remove('settleIn-state')
    setReceipt(got)
    setAsking(false)
    setFresh(true)
    setAgain(null)
    show('#/state')
  }

  const view = () => {
    if (hash === '#/state') {
      if (receipt && !asking) {
        return (
          <State
            receipt={receipt}
            fresh={fresh}
            onAgain={(data) => {
              setAgain({ orgId: data.orgId, draft: draftOf(data), rejectReason: data.rejectReason })
              show('#/again')
            }}
            onOther={() => {
              setFresh(false)
              setUnknown(null)
              setAsking(true)
            }}
            onUnknown={(message) => {
              setUnknown(message)
              setAsking(true)
            }}
          />
        )
      }
      return (
        <Lookup
          begin={unknown ? receipt : null}
          failure={unknown}
          onAsk={(asked) => {
            keepReceipt(asked)
            setReceipt(asked)
            setUnknown(null)
            setAsking(false)
          }}
        />
      )
    }
    if (hash === '#/again' && again) return <Apply key="again" preload={preload} again={again} onSent={sent} />
    if (signed && hash !== '#/apply') {
      return (
        <Signed
          org={signed}
          onFill={() => {
            setAgain({
              orgId: signed.orgId,
              draft: { step: 0, values: { ...emptyValues }, pictures: [] },
              rejectReason: signed.rejectReason,
            })
            show('#/again')
          }}
        />
      )
    }
    return <Apply key="new" preload={preload} again={null} onSent={sent} />
  }

  return (
    <div className="yy-settle">
      <nav>
        <Mark size={32} picture={preload.loginIcon} />
        <strong>{preload.loginIconName || preload.systemName}</strong>
        <span>机构入驻</span>
        <div className="links">
          {hash === '#/state' ? (
            <a className="yy-link" href="#/">
              填写申请
            </a>
          ) : (
            <a className="yy-link" href="#/state">
              查询进度
            </a>
          )}
          <a className="yy-link" href={LOGIN_PAGE}>
            返回登录
          </a>
        </div>
      </nav>
      <main>{view()}</main>
      <Toasts />
    </div>
  )
}
