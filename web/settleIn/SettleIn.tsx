import { useState } from 'react'
import { LOGIN_PAGE } from '#web/kit/constants'
import { perSession } from '#web/kit/storage'
import { Mark } from '#web/light/Mark'
import { usePreload } from '#web/light/preload'
import { Toasts } from '#web/light/toast'
import { useHash } from '#web/light/useHash'
import { type Again, Apply } from './Apply.tsx'
import { draftOf } from './draft.ts'
import { Lookup } from './Lookup.tsx'
import { BY_SESSION, keepReceipt, keptReceipt, type Receipt, signedReceipt } from './receipt.ts'
import { State } from './State.tsx'

/** Views: `#/` apply, `#/state` the state of one application, `#/again` one put right. Without a hash: what is known. */
export function SettleIn() {
  const hash = useHash()
  const preload = usePreload('机构入驻')
  /** Who comes from the login page is asked nothing; anybody else by the kept codes. */
  const [receipt, setReceipt] = useState<Receipt | null>(() => signedReceipt() ?? keptReceipt())
  const [asking, setAsking] = useState(receipt === null)
  const [unknown, setUnknown] = useState<string | null>(null)
  const [fresh, setFresh] = useState(false)
  const [again, setAgain] = useState<Again | null>(null)

  const atState = hash === '#/state' || (hash === '' && receipt !== null)
  const show = (view: '#/' | '#/state' | '#/again') => {
    window.location.hash = view
  }

  const sent = (got: Receipt) => {
    keepReceipt(got)
    perSession.remove('settleIn-signed')
    setReceipt(got)
    setAsking(false)
    setFresh(true)
    setAgain(null)
    show('#/state')
  }

  const view = () => {
    if (atState) {
      if (receipt && !asking) {
        return (
          <State
            receipt={receipt}
            fresh={fresh}
            onAgain={(data) => {
              setAgain({
                orgId: data.orgId,
                queryCode: receipt.queryCode === BY_SESSION ? null : receipt.queryCode,
                provenPhone: data.contactPhone,
                draft: draftOf(data),
                rejectReason: data.rejectReason,
              })
              show('#/again')
            }}
            onOther={() => {
              setFresh(false)
              setUnknown(null)
              perSession.remove('settleIn-signed')
              setAsking(true)
            }}
            onUnknown={(message) => {
              if (receipt.queryCode === BY_SESSION) setReceipt(null)
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
    return <Apply key="new" preload={preload} again={null} onSent={sent} />
  }

  return (
    <div className="yy-settle yy-stack">
      <nav className="yy-bar yy-row yy-fixed">
        <Mark size={32} picture={preload.loginIcon} />
        <strong>{preload.loginIconName || preload.systemName}</strong>
        <span>机构入驻</span>
        <div className="links">
          {atState ? (
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
