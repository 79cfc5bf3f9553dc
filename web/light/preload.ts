// What a page in front of the console must know before anybody signs in. The last answers are kept, so that the next
// visit begins with the right name, picture and colour instead of repainting.
import { useEffect, useState } from 'react'
import type { Call, DataOf } from '#contract/kit/call'
import { config, type LoginConfigData, PhotoCodeSwitch, RecordNumSwitch } from '#contract/platform/config'
import { send } from '#web/kit/call'
import { DEFAULT_SYSTEM_NAME } from '#web/kit/constants'
import { local } from '#web/kit/storage'
import { applyTheme } from '#web/kit/themeColors'

export interface Preload extends LoginConfigData {
  /** 0 hides the record number. */
  recordNum: number
  recordNumDesc: string | null
  /** 0 strict, 1 loose. */
  pwdConfig: number
  /** 1 off, anything else on. */
  photoCodeConfig: number
}

const defaults: Preload = {
  recordNum: RecordNumSwitch.is.hidden,
  recordNumDesc: null,
  pwdConfig: 0,
  photoCodeConfig: 0,
  loginIcon: null,
  loginIconName: null,
  loginBackground: null,
  unFrozenMinutes: 15,
  version: '',
  servicePhone: null,
  systemName: DEFAULT_SYSTEM_NAME,
  systemThemeColor: null,
  sms: 1,
}

const kept = (): Preload => ({ ...defaults, ...(local.get('preloadcfg') as Partial<Preload> | null) })

async function asked<C extends Call>(call: C): Promise<DataOf<C> | null> {
  try {
    return (await send(call as Call, {}, { silent: true })) as DataOf<C>
  } catch {
    // The page works with what it knows; the sign-in itself says when the server cannot be reached.
    return null
  }
}

async function load(): Promise<Preload> {
  const { calls } = config
  const [record, pwd, login, photo] = await Promise.all([
    asked(calls.recordNum),
    asked(calls.pwd),
    asked(calls.login),
    asked(calls.photoCode),
  ])
  const now: Preload = {
    ...kept(),
    ...record,
    ...login,
    ...(pwd !== null && { pwdConfig: pwd }),
    photoCodeConfig: photo ?? 0,
  }
  local.set('preloadcfg', { ...now })
  return now
}

function show(preload: Preload) {
  applyTheme(preload.systemThemeColor)
}

/** `ready` is false while only the kept or built-in values are known. */
export function usePreload(pageTitle: string): Preload & { ready: boolean } {
  const [state, setState] = useState(() => ({ ...kept(), ready: false }))
  useEffect(() => {
    let gone = false
    void load().then((now) => {
      if (!gone) setState({ ...now, ready: true })
    })
    return () => {
      gone = true
    }
  }, [])
  useEffect(() => {
    show(state)
    document.title = `${pageTitle} - ${state.systemName}`
  }, [state, pageTitle])
  return state
}

/** Without a gateway nobody gets a code: what needs one is not offered. */
export const smsIsOn = (preload: Preload) => preload.sms !== 0

export const photoCodeIsOn = (preload: Preload) => preload.photoCodeConfig !== PhotoCodeSwitch.is.off
