// Handlers of the shifts.
import { invalid } from '#contract/kit/refusal'
import { SHIFTS, shift, shiftFault } from '#contract/monitor/shift'
import { saveSetting, settingOf } from '#server/areas/monitor/nurseCall/callSettings'
import { implement } from '#server/kit/implement'

export default implement(shift, {
  get: (_, who) => settingOf(who.app.pool, who.orgId, 'shifts', SHIFTS),
  save: ({ lateFrom = null, ...input }, who) => {
    const shifts = { ...input, lateFrom }
    const fault = shiftFault(shifts)
    if (fault) throw invalid(fault.text, fault.field)
    return saveSetting(who, 'shifts', '班次时间', SHIFTS, shifts)
  },
})
