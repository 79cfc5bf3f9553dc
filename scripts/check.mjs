// npm run check: taste that matters is a check.
import './lib/node.mjs'
import { runChecks } from './lib/checks.mjs'
import { main } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'

await main(async () => {
  await ensureInstalled()
  const { failed } = await runChecks()
  if (failed > 0) process.exitCode = 1
})
