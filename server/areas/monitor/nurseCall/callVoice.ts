// Handlers of what is spoken for a call.
import { invalid } from '#contract/kit/refusal'
import { CALL_VOICE, callVoice, templateFault } from '#contract/monitor/callVoice'
import { implement } from '#server/kit/implement'
import { saveSetting, settingOf } from './callSettings.ts'

export default implement(callVoice, {
  get: (_, who) => settingOf(who.app.pool, who.orgId, 'callVoice', CALL_VOICE),
  save: (input, who) => {
    const fault = templateFault(input.template)
    if (fault) throw invalid(fault, 'template')
    return saveSetting(who, 'callVoice', '呼叫语音', CALL_VOICE, input)
  },
})
