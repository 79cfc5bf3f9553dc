// npm run ledger:verify: adds every organisation's money up again from the ledger. Ends with 1 when something differs.
import { verifyLedger } from '#server/areas/expense/ledger/ledgerVerify'
import { openDatabase } from '#server/kit/db'
import { runTool, withProductDatabase } from '#server/kit/tool'

const print = (line: string) => process.stdout.write(`${line}\n`)

await runTool((settings) =>
  withProductDatabase(settings, async (url) => {
    const database = openDatabase(url, 2)
    try {
      const all = await database.pool.query<{ org_id: string; org_name: string }>(
        'select org_id, org_name from organization order by org_name, org_id',
      )
      let wrong = 0
      for (const { org_id, org_name } of all.rows) {
        const { entries, problems } = await verifyLedger(database.pool, org_id)
        if (problems.length === 0) {
          print(`${org_name}：${entries} 笔流水，账目相符 (ok: ${entries} entries)`)
          continue
        }
        wrong += 1
        print(`${org_name}：${entries} 笔流水，发现 ${problems.length} 处不符 (${problems.length} problems found)`)
        for (const problem of problems) print(`  ${problem.text}：${problem.id} (${problem.rule})`)
      }
      if (wrong > 0) process.exitCode = 1
    } finally {
      await database.end()
    }
  }),
)
