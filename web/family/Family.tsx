// The page of the family: the code the first time, the resident from then on. One phone may read of several residents.

import { useCallback, useEffect, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { type FamilyViewData, invitation } from '#contract/live/invitation'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { Button } from '#web/light/Button'
import { failureText } from '#web/light/failure'
import { Mark } from '#web/light/Mark'
import { Notice } from '#web/light/Notice'
import { usePreload } from '#web/light/preload'
import { Spinner } from '#web/light/Spinner'
import { Enter } from './Enter.tsx'
import { Resident } from './Resident.tsx'
import { addReader, dropReader, readers } from './readers.ts'

const GONE = refusals.NOT_FOUND[0]

/** The code in the link; taken out of the address so that it is not passed on with it. */
function codeOfLink(): string {
  const code = window.location.hash.replace(/^#\/?/, '')
  if (!/^[0-9A-Za-z-]{8,9}$/.test(code)) return ''
  window.history.replaceState(null, '', window.location.pathname)
  return code
}

type Known = { secret: string; view: FamilyViewData }

export function Family() {
  const preload = usePreload('老人近况')
  const [code, setCode] = useState(codeOfLink)
  const [known, setKnown] = useState<Known[]>([])
  const [shown, setShown] = useState(0)
  const [asking, setAsking] = useState(readers().length > 0)
  const [entering, setEntering] = useState(code !== '' || readers().length === 0)
  const [failure, setFailure] = useState<string | null>(null)
  const [ended, setEnded] = useState(false)

  const ask = useCallback(async () => {
    const secrets = readers()
    if (secrets.length === 0) {
      setAsking(false)
      return
    }
    setAsking(true)
    setFailure(null)
    const found: Known[] = []
    for (const secret of secrets) {
      try {
        const view = await send(
          invitation.calls.view,
          {},
          {
            headers: { Authorization: secret },
            silent: true,
            handles: () => true,
          },
        )
        found.push({ secret, view })
      } catch (error) {
        if (error instanceof CallError && error.code === GONE) {
          dropReader(secret)
          setEnded(true)
        } else setFailure(failureText(error))
      }
    }
    setKnown(found)
    setAsking(false)
    if (found.length === 0 && readers().length === 0) setEntering(true)
  }, [])

  useEffect(() => {
    void ask()
    // A link opened while the page is already there.
    const arrived = () => {
      const next = codeOfLink()
      if (next === '') return
      setCode(next)
      setEntering(true)
    }
    // Whoever comes back to the page after hours wants to know how it is now.
    const back = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    window.addEventListener('hashchange', arrived)
    document.addEventListener('visibilitychange', back)
    return () => {
      window.removeEventListener('hashchange', arrived)
      document.removeEventListener('visibilitychange', back)
    }
  }, [ask])

  const one = known[Math.min(shown, known.length - 1)]
  return (
    <div className="fam yy-phone">
      <nav className="yy-bar yy-row">
        <Mark size={30} picture={preload.loginIcon} />
        <strong>{one?.view.orgName ?? preload.loginIconName ?? preload.systemName}</strong>
      </nav>
      <main className="yy-stack yy-gap-12">
        {ended && known.length === 0 && entering && (
          <Notice kind="bad">机构已结束这部手机的查看权限，或邀请已被撤销。需要时请联系机构重新邀请。</Notice>
        )}
        {entering ? (
          <Enter
            key={code}
            code={code}
            onAccepted={(secret, view) => {
              addReader(secret)
              setKnown((now) => [...now, { secret, view }])
              setShown(known.length)
              setCode('')
              setEnded(false)
              setEntering(false)
            }}
            onBack={known.length > 0 ? () => setEntering(false) : undefined}
          />
        ) : (
          <>
            {known.length > 1 && (
              <div className="fam-choose yy-flex yy-gap-8" role="tablist" aria-label="老人">
                {known.map(({ secret, view }, index) => (
                  <button
                    className="yy-flex-1 yy-ink yy-white"
                    key={secret}
                    type="button"
                    role="tab"
                    aria-selected={index === shown}
                    onClick={() => setShown(index)}
                  >
                    {view.oldmanName}
                  </button>
                ))}
              </div>
            )}
            {failure && (
              <Notice kind="bad">
                {failure}
                <Button onClick={() => void ask()}>再试一次</Button>
              </Notice>
            )}
            {one ? (
              <>
                <Resident
                  key={one.secret}
                  view={one.view}
                  secret={one.secret}
                  onMeals={(meals) =>
                    setKnown((now) =>
                      now.map((each) =>
                        each.secret === one.secret ? { ...each, view: { ...each.view, meals } } : each,
                      ),
                    )
                  }
                />
                <div className="yy-stack yy-gap-10">
                  <Button wide busy={asking} onClick={() => void ask()}>
                    刷新
                  </Button>
                  <Button wide onClick={() => setEntering(true)}>
                    添加另一位老人
                  </Button>
                </div>
              </>
            ) : (
              asking && (
                <p className="fam-wait yy-second yy-center-text">
                  <Spinner /> 正在读取…
                </p>
              )
            )}
          </>
        )}
      </main>
    </div>
  )
}
