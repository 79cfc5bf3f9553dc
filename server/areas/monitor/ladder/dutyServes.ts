// The duty of a department answers who does a care task where no roster does.
import { onWhoServes } from '#server/areas/nursing/public'
import { ladderFacts, whomOnDuty } from './ladderFacts.ts'

onWhoServes('monitor.duty', 9, async (client, orgId, asked) => {
  const facts = (await ladderFacts(client, [orgId])).get(orgId)
  if (!facts || facts.roster.length === 0) return asked.map(() => null)
  const known = new Map<string, string | null>()
  return asked.map(({ deptId, at }) => {
    const key = `${deptId} ${at}`
    if (!known.has(key)) known.set(key, whomOnDuty(facts, deptId, at))
    return known.get(key)!
  })
})
