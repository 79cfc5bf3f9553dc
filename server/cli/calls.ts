// npm run -s calls: every call the server answers, METHOD<TAB>/path/{param}.
import { faultsOf, implementations, nouns } from '#server/app'

const lines = nouns
  .flatMap((noun) => Object.values(noun.calls))
  .flatMap((call) => [call.path, ...(call.aliases ?? [])].map((path) => `${call.method}\t${path}\n`))
process.stdout.write([...new Set(lines)].sort().join(''))

const faults = faultsOf(nouns, implementations)
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
