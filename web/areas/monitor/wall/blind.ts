// The sound of a wall that hears nothing: a low tone of its own and the words, at once and then again and again until the
// server is heard. Muted and switched off like the alarms; one tab of a browser speaks.

import { useEffect } from 'react'
import { SettingSwitch } from '#contract/platform/config'
import { useSound } from '#web/areas/monitor/sound'
import { useSession } from '#web/kit/session'
import { pause, playTone, sayAloud, type ToneKind } from '#web/kit/voice/tones'

export const BLIND_WORDS = '告警墙连接中断，请到床边巡视'
const AGAIN_MS = 20_000

export interface BlindParts {
  tone(kind: ToneKind, signal: AbortSignal): Promise<void>
  say(text: string, signal: AbortSignal): Promise<void>
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Muted, switched off, or another tab speaks. */
  silent(): boolean
}

/** Runs until it is given up. */
export async function soundBlind(parts: BlindParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (!parts.silent()) {
      await parts.tone('blind', signal)
      if (!signal.aborted) await parts.say(BLIND_WORDS, signal)
    }
    await parts.pause(AGAIN_MS, signal)
  }
}

const silent = () => {
  const { until, speaks } = useSound.getState()
  const { status } = useSession.getState().config.mattress.setContent.alarmVoice
  return !speaks || status === SettingSwitch.is.off || (until !== null && until > Date.now())
}

export function useBlindSound(lost: boolean): void {
  useEffect(() => {
    if (!lost) return
    const over = new AbortController()
    void soundBlind({ tone: playTone, say: sayAloud, pause, silent }, over.signal)
    return () => over.abort()
  }, [lost])
}
