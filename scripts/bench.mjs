// npm run bench: the built product against a plain handler, in one run on its own database; --reports measures the reports
// over five million entries, --monitoring the devices, --pages how long pages take to open, --hands what a hand
// does in them, --care the tasks and records of care, --assess assessments,
// --drug medication, --meals meals, --messages messages, --reminds the reminders of a night, each instead of the usual run.
import './lib/node.mjs'
import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './lib/build.mjs'
import { main } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/root.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt(['server', 'web'])
  const args = process.argv.slice(2)
  const kinds = {
    '--reports': 'bench/runReports.ts',
    '--monitoring': 'bench/runMonitoring.ts',
    '--pages': 'bench/runPages.ts',
    '--hands': 'bench/runHands.ts',
    '--care': 'bench/runCare.ts',
    '--assess': 'bench/runAssess.ts',
    '--drug': 'bench/runDrug.ts',
    '--meals': 'bench/runMeals.ts',
    '--messages': 'bench/runMessages.ts',
    '--reminds': 'bench/runReminds.ts',
  }
  const kind = args.find((one) => Object.hasOwn(kinds, one))
  const file = kind ? kinds[kind] : 'bench/run.ts'
  const rest = args.filter((one) => one !== kind)
  const run = spawnSync(process.execPath, ['--import', 'tsx', file, ...rest], { cwd: root, stdio: 'inherit' })
  process.exitCode = run.status ?? 1
})
