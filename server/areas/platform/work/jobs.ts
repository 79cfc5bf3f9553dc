// The platform's work in the background.

import { deliverSms, SMS_JOB } from '#server/areas/platform/message/sms'
import { sealAll } from '#server/kit/auditSeal'
import { exportList } from '#server/kit/exportList'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { cleanUp } from './cleanUp.ts'

export const runs = [exportList]

export const sms = defineJob<{ orgId: string; messageId: string }>(SMS_JOB, (payload, app) => deliverSms(app, payload))

/** The content of a file whose row was deleted. */
export const removeContent = defineJob<{ key: string }>('platform.removeContent', ({ key }, app) =>
  app.storage.remove(key),
)

/** A day after an upload: content that never got its row, because the process died in between, goes. */
export const settleFile = defineJob<{ orgId: string; key: string }>('platform.settleFile', async (file, app) => {
  const fileId = file.key
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '')
  const values = [file.orgId, fileId]
  const found = await app.pool.query('select 1 from stored_file where org_id = $1 and file_id = $2', values)
  if (found.rowCount === 0) await app.storage.remove(file.key)
})

export const sealLog = defineJob('platform.sealLog', (_, app) => sealAll(app.pool))
export const nightly = defineJob('platform.cleanUp', (_, app) => cleanUp(app))

export const schedules = [
  // The next minute makes up for a missed one by itself.
  defineCron(sealLog, '* * * * *', { makeUpHours: 0 }),
  defineCron(nightly, '10 3 * * *'),
]
