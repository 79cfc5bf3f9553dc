// npm run stock:verify: adds every organisation's drugs up again from their movements. Ends with 1 when something differs.
import { verifyStock } from '#server/areas/drug/keep/stockVerify'
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
        const { batches, moves, problems } = await verifyStock(database.pool, org_id)
        if (problems.length === 0) {
          print(`${org_name}：${batches} 批存药，${moves} 笔收发，账实相符 (ok: ${moves} movements)`)
          continue
        }
        wrong += 1
        print(`${org_name}：${moves} 笔收发，发现 ${problems.length} 处不符 (${problems.length} problems found)`)
        for (const problem of problems) print(`  ${problem.text}：${problem.id} (${problem.rule})`)
      }
      if (wrong > 0) process.exitCode = 1
    } finally {
      await database.end()
    }
  }),
)
