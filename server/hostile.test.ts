// Hostile input on every declared call: whoever writes the next call is tested too. Nothing that a client sends may
// become a defect (500), tell of SQL, stacks or paths, stop the process or reach another request. Bodies and uploads
// have files of their own (hostileBodies.test.ts, hostileUploads.test.ts).
import qs from 'qs'
import { describe, expect, test } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { jsonOf, show } from '#server/kit/test/attacker'
import { hostilePathParts, hostileTexts, inheritedNames, multipart, paramsOf, TINY_PNG } from '#server/kit/test/hostile'
import { BUDGET, calls, isUpload, LONG, leavesAllWell, named, SEED, underAttack } from '#server/kit/test/underAttack'

const under = underAttack(demoAccounts)
const placed = calls.flatMap((call) => paramsOf(call).map((name) => ({ call, name })))
const file = () => ({ name: 'file', filename: 'a.png', content: TINY_PNG })

describe(`hostile input (seed ${SEED})`, () => {
  test(
    'honest samples reach every call',
    async () => {
      for (const call of calls) {
        for (const all of [false, true]) {
          const { query, body } = await under.attacker.honest(call, all)
          const shot = isUpload(call) ? multipart([file()]) : jsonOf(call, body)
          await under.attacker.shoot('honest', call, { query: qs.stringify(query), ...shot })
        }
      }
      under.noFaults()
      const turnedAway = calls.filter((call) => under.attacker.reached(call).has(refusals.NO_PERMISSION[0]))
      // Another user's password is the one thing that the administrator may not even try.
      expect(turnedAway.map((call) => call.key)).toEqual([
        'platform.session.firstPassword',
        'platform.session.ownPassword',
      ])
    },
    LONG,
  )

  test(
    'in queries',
    async () => {
      for (const call of calls) await under.attacker.attackQuery(call)
      under.noFaults()
    },
    LONG,
  )

  test(
    'in picture codes',
    async () => {
      under.product.app.settings.photoCode = true
      // An earlier request may have switched the codes off for the organisation.
      await under.product.app.pool.query(`delete from system_config where name = 'photoCodeConfig'`)
      for (const call of calls) {
        const inBody = named(call, 'body').includes('verifyStr')
        if (!inBody && !named(call, 'query').includes('verifyStr')) continue
        for (const text of hostileTexts) {
          const { query, body } = await under.attacker.honest(call)
          const proof = { verifyStr: text.slice(0, 4_000), photoCode: text.slice(0, 4_000) }
          await under.attacker.shoot(`code ${show(text)}`, call, {
            query: qs.stringify(inBody ? query : { ...query, ...proof }),
            ...jsonOf(call, { ...body, ...proof }),
          })
        }
        // A house without SMS sends none, whatever the picture shows.
        const answers = under.attacker.reached(call)
        const refused = answers.has(refusals.WRONG_PHOTO_CODE[0]) || answers.has(refusals.NO_SMS[0])
        expect([call.key, refused]).toEqual([call.key, true])
      }
      under.product.app.settings.photoCode = false
      under.noFaults()
    },
    LONG,
  )

  test(
    'in paths',
    async () => {
      for (const { call, name } of placed) {
        const share = BUDGET / (placed.length * hostilePathParts.length)
        const names = inheritedNames.slice(0, 2)
        for (const part of new Set([...names, ...under.attacker.some(call, hostilePathParts, share)])) {
          const { query, body } = await under.attacker.honest(call)
          const path = await under.attacker.honestPath(call, { [name]: part })
          const label = `path ${name}=${part.slice(0, 40)}`
          await under.attacker.shoot(label, call, { path, query: qs.stringify(query), ...jsonOf(call, body) })
        }
      }
      under.noFaults()
    },
    LONG,
  )

  leavesAllWell(under)
})
