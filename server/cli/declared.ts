// For npm run check: the declared pages with the files they belong to, and the faults of the contract, as JSON.
import { faultsOf, implementations, nouns } from '#server/app'

const pages = nouns.flatMap((noun) =>
  Object.keys(noun.pages).map((key) => `web/areas/${noun.area}/${noun.name}/${key}.page.tsx`),
)
process.stdout.write(JSON.stringify({ pages, faults: faultsOf(nouns, implementations) }))
