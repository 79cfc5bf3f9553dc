import { useEffect, useState } from 'react'
import { type SessionData, session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { SETTLE_IN_PAGE } from '#web/kit/constants'
import { onSignal } from '#web/kit/signals'
import { local } from '#web/kit/storage'
import { usePreload } from '#web/light/preload'
import { useHash } from '#web/light/useHash'
import { mainAddress, readArrival, type Word } from './arrival.ts'
import { Choose } from './Choose.tsx'
import { type Choice, enter, forget, leadsToSettleIn, onlyChoice, remember } from './enter.ts'
import { Frame } from './Frame.tsx'
import { isPreparing, Preparing } from './Preparing.tsx'
import { Recover } from './Recover.tsx'
import { Register } from './Register.tsx'
import { SignIn } from './SignIn.tsx'

const TITLES: Record<string, string> = { '#/recover': '找回密码', '#/register': '注册账号' }

export function Login() {
  const hash = useHash()
  const preload = usePreload(TITLES[hash] ?? '登录')
  const [arrival] = useState(() => readArrival(window.location.search))
  const [word, setWord] = useState<Word | null>(arrival.word)
  /** Signed in, but the department or the landing end is not chosen yet. */
  const [chooser, setChooser] = useState<SessionData | null>(null)

  useEffect(
    () =>
      onSignal('session-invalid', (lost) => {
        forget()
        setChooser(null)
        setWord({ kind: 'warn', text: lost.message })
      }),
    [],
  )

  const goOn = async (user: SessionData, choice: Choice) => {
    await enter(user, choice)
    window.location.assign(mainAddress(arrival.from))
  }

  const leave = () => {
    // Whatever the server answers, this browser no longer uses the session; it ends there by itself.
    void send(session.calls.loginOut, {}, { silent: true }).catch(() => undefined)
    forget()
    setChooser(null)
    setWord(null)
  }

  const signedIn = async (user: SessionData) => {
    remember(user)
    if (leadsToSettleIn(user)) {
      window.location.assign(SETTLE_IN_PAGE)
      return
    }
    const only = onlyChoice(user)
    if (!only) {
      setChooser(user)
      return
    }
    try {
      await goOn(user, only)
    } catch (error) {
      // Nothing to choose instead: the session that leads nowhere ends.
      leave()
      throw error
    }
  }

  const back = (loginName: string, text: string) => {
    local.set('rememberedName', loginName)
    setWord({ kind: 'good', text })
    window.location.hash = '#/'
  }

  const view = () => {
    if (isPreparing(window.location.search)) return <Preparing />
    if (chooser) return <Choose user={chooser} onEnter={(choice) => goOn(chooser, choice)} onLeave={leave} />
    if (hash === '#/recover')
      return <Recover preload={preload} onDone={(name) => back(name, '密码已重设，请用新密码登录')} />
    if (hash === '#/register') return <Register preload={preload} onDone={(name) => back(name, '账号已注册，请登录')} />
    return <SignIn preload={preload} word={word} onSignedIn={signedIn} />
  }
  return <Frame preload={preload}>{view()}</Frame>
}
