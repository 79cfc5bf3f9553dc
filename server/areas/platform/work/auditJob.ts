// Once a minute one node seals what the nodes have not sealed themselves: rows of a process that crashed or was busy.

import { sealAll } from '#server/kit/auditSeal'
import { defineCron, defineJob } from '#server/kit/jobDefinition'

export const sealAudit = defineJob('platform.sealAudit', (_, app) => sealAll(app.pool))
export const sealAuditEveryMinute = defineCron(sealAudit, '* * * * *')
