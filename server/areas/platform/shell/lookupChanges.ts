// A write to a noun that selects offer is announced to the browsers of the organisation.
import { lookup, lookupNouns } from '#contract/platform/lookup'
import { onWritten } from '#server/kit/written'

const announced = new Set(lookupNouns)

onWritten((app, noun, _call, user) => {
  const name = `${noun.area}.${noun.name}`
  if (announced.has(name)) app.realtime.emit(user.orgId, lookup.events.changed, { noun: name })
})
