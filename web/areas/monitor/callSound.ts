// How calls sound at this desk: the settings of the organisation, asked for at the start and again now and then, so that a
// change reaches desks that are never reloaded.
import type { AlarmCardData } from '#contract/monitor/alarm'
import { CALL_BASE, type CallBaseData, callSet } from '#contract/monitor/callSet'
import { CALL_VOICE, type CallVoiceData, callVoice } from '#contract/monitor/callVoice'
import { isNight } from '#web/areas/monitor/callSet/night'
import { send } from '#web/kit/call'
import { note } from '#web/kit/frontLog'
import { onTouched } from '#web/kit/query'
import type { Sounding } from './speaker.ts'

const AGAIN_MS = 5 * 60_000

let base: CallBaseData = CALL_BASE
let voice: CallVoiceData = CALL_VOICE

const isUrgent = (card: AlarmCardData) => card.type === 'TOILET' || card.type === 'REINFORCE'

export function callSound(card: AlarmCardData, now = Date.now()): Pick<Sounding, 'tone' | 'volume' | 'rate'> {
  return {
    tone: isUrgent(card) ? base.urgentRing : base.ring,
    volume: isNight(base, now) ? base.nightVolume : base.dayVolume,
    rate: voice.rate,
  }
}

/** Answers how to stop. */
export function readCallSound(): () => void {
  const read = async () => {
    try {
      const options = { silent: true, handles: () => true }
      ;[base, voice] = await Promise.all([send(callSet.calls.get, {}, options), send(callVoice.calls.get, {}, options)])
    } catch (error) {
      // The desk rings as it did before.
      note('calls', `settings of calls: ${String(error)}`)
    }
  }
  void read()
  const timer = setInterval(() => void read(), AGAIN_MS)
  const off = onTouched((noun) => {
    if (noun === 'monitor.callSet' || noun === 'monitor.callVoice') void read()
  })
  return () => {
    clearInterval(timer)
    off()
  }
}
