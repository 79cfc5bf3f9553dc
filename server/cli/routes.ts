// npm run -s routes: every page of the console, path<TAB>title<TAB>tab|no<TAB>alias.
import { nouns } from '#server/app'

const lines = nouns
  .flatMap((noun) => Object.values(noun.pages))
  .map((page) => `${page.path}\t${page.title}\t${page.tab ? 'tab' : 'no'}\t${page.alias ?? ''}\n`)
process.stdout.write(lines.sort().join(''))
