// npm run audit:verify: holds every organisation's operation log against its chain. Ends with 1 when something is wrong.

import { verifyChain } from '#server/kit/auditVerify'
import { openDatabase } from '#server/kit/db'
import { runTool, withProductDatabase } from '#server/kit/tool'

const print = (line: string) => process.stdout.write(`${line}\n`)

await runTool((settings) =>
  withProductDatabase(settings, async (url) => {
    const database = openDatabase(url, 2)
    try {
      // Rows of an organisation that no longer exists are part of the record too.
      const all = await database.pool.query<{ org_id: string; org_name: string | null }>(
        `select l.org_id, o.org_name from
           (select org_id from organization union select org_id from audit_anchor
            union select distinct org_id from operation_log) l
         left join organization o using (org_id) order by o.org_name nulls last, l.org_id`,
      )
      let wrong = 0
      for (const { org_id, org_name } of all.rows) {
        const report = await verifyChain(database.pool, org_id)
        const name = org_name ?? org_id
        const counts = `${report.rows} 条已封存，${report.unsealed} 条待封存`
        if (report.ok) {
          print(`${name}：${counts}，完整 (ok: ${report.rows} sealed, ${report.unsealed} not yet sealed)`)
          continue
        }
        wrong += 1
        print(`${name}：${counts}，发现 ${report.problems.length} 处问题 (${report.problems.length} problems found)`)
        for (const problem of report.problems) print(`  ${problem.text} (${problem.kind})`)
      }
      if (wrong > 0) process.exitCode = 1
    } finally {
      await database.end()
    }
  }),
)
