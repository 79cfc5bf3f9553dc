// Hostile bodies on every declared call (hostile.test.ts).
import qs from 'qs'
import { describe, test } from 'vitest'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { hostileBodies } from '#server/kit/test/hostile'
import { BUDGET, calls, isUpload, LONG, leavesAllWell, SEED, underAttack } from '#server/kit/test/underAttack'

const under = underAttack(demoAccounts)
const writing = calls.filter((call) => call.method !== 'GET')

describe(`hostile input in bodies (seed ${SEED})`, () => {
  test(
    'in bodies, field by field',
    async () => {
      for (const call of calls.filter((one) => !isUpload(one))) {
        await under.attacker.attackBody(call)
        // Limits per account would answer in place of the call itself.
        await under.product.app.pool.query(`delete from rate_count where key like 'own-password:%'`)
      }
      under.noFaults()
    },
    LONG,
  )

  test(
    'in whole bodies of every type',
    async () => {
      for (const call of writing) {
        const { query } = await under.attacker.honest(call)
        const share = BUDGET / (writing.length * hostileBodies.length)
        for (const body of under.attacker.some(call, [...hostileBodies, { content: 'text' }], share)) {
          const label = `${'type' in body ? body.type : 'no type'} ${body.content.toString().slice(0, 40)}`
          await under.attacker.shoot(label, call, { query: qs.stringify(query), ...body })
        }
      }
      under.noFaults()
    },
    LONG,
  )

  leavesAllWell(under)
})
